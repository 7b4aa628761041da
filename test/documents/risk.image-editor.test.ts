import { expect, test } from 'vitest'
import type { Box } from '../../server/src/documents/model/box.ts'
import { type Case, codesOf, flagNamed, SOURCE } from './risk-case.ts'

const sheet = { pictures: [{ box: [0, 0, 612, 842] as Box, order: 0 }] }

const saved = (creator: string, more: Partial<Case> = {}): Case => ({
  type: 'BANK_STATEMENT',
  fields: { closing_balance: 1250 },
  origin: 'ocr',
  page: sheet,
  source: { info: { ...SOURCE.info, creator } },
  ...more,
})

test('a statement that is one picture out of a program for pictures', () => {
  const flag = flagNamed(saved('Adobe Photoshop 25.0 (Windows)'), 'PAGE_FROM_IMAGE_EDITOR')
  expect(flag).toMatchObject({ severity: 'medium', proof: true, family: 'structure' })
})

test.each<[string, Case]>([
  ['a scan', saved('Office scanner')],
  ['a receipt, which is photographed', saved('Adobe Photoshop 25.0', { type: 'RECEIPT', fields: { total: 12.5 } })],
  ['text of its own, which an editor of pages saved', saved('Adobe Photoshop 25.0', { origin: 'text' })],
  ['a logo on a sheet', saved('GIMP 2.10', { page: { pictures: [{ box: [40, 780, 140, 820], order: 0 }] } })],
])('not %s', (_, made) => expect(codesOf(made)).not.toContain('PAGE_FROM_IMAGE_EDITOR'))

const dated = (created: string, modified: string) =>
  codesOf({ type: 'BANK_STATEMENT', source: { info: { ...SOURCE.info, created, modified } } })

test('a file that was modified before it was made', () => {
  expect(dated('2025-02-10T10:00:00Z', '2025-02-01T10:00:00Z')).toEqual(['MODIFIED_BEFORE_MADE'])
  // Clocks that stand in two time zones.
  expect(dated('2025-02-10T10:00:00Z', '2025-02-09T22:00:00Z')).toEqual([])
})
