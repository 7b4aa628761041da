import { expect, test } from 'vitest'
import type { ChangedWord } from '../../server/src/documents/model/source.ts'
import { compare } from '../../server/src/documents/text/source/revisions.ts'

const word = (text: string, n: number): ChangedWord => ({ text, page: 1, box: [40, 700 - n, 80, 709 - n] })

/** A state of a page of one word a line. */
function state(texts: readonly string[]) {
  const words = new Map(texts.map((text, n) => [`${text} ${n}`, word(text, n)]))
  return {
    pages: [{ words, painted: new Set<string>(), annotations: '' }],
    values: new Map(),
    attachments: '',
    signatures: 0,
  }
}

test.each([60, 1200])('an amount that changed behind %d words is kept with what stood there', (others) => {
  const texts = (stem: string, amount: string) => [...Array.from({ length: others }, () => stem), amount]
  const { removed, added } = compare(state(texts('old', '1,926.50')), state(texts('new', '9,926.50')))
  expect(removed.map(({ text }) => text)).toContain('1,926.50')
  expect(added.map(({ text }) => text)).toContain('9,926.50')
  expect(added.length).toBeLessThanOrEqual(1000)
})
