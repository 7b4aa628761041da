import { expect, test } from 'vitest'
import { findCandidates } from '../../server/src/documents/extract/tax/candidates.ts'
import { viewSlip } from '../../server/src/documents/extract/tax/slip-view.ts'
import type { Box } from '../../server/src/documents/model/box.ts'
import type { FormValue } from '../../server/src/documents/model/page.ts'
import { writtenPage } from './written-page.ts'

/** The names that are found on a slip with these texts in its form's fields, and this one printed beside them. */
function namesOn(filled: readonly string[], beside: string): string[] {
  const places = filled.map((text, at) => [300, 700 - 20 * at, text] as const)
  const page = writtenPage([...places, [50, 700, beside]])
  const words = page.page.words.map((word) => (word.box[0] < 300 ? word : { ...word, origin: 'form' as const }))
  const fields = filled.map((value, at): FormValue => {
    const box: Box = [295, 697 - 20 * at, 500, 713 - 20 * at]
    return { name: `box${at}`, label: '', kind: 'text', value, box, readOnly: false, drawn: true }
  })
  const found = findCandidates(viewSlip(page, words, fields), new Set())
  return found
    .filter(({ kind, value }) => kind === 'name' && /\p{L}{3}/u.test(String(value)))
    .map(({ printed }) => printed)
}

test('a slip whose figures alone are filled in has its names printed', () => {
  const figures = ['41,200.00', '3,814.60', '2,101.15', 'QC']
  expect(namesOn(figures, 'Moulin Bellerive Inc')).toEqual(['Moulin Bellerive Inc'])
  expect(namesOn([...figures, 'Roy, Amélie'], 'Not a value of it')).toEqual(['Roy, Amélie'])
})
