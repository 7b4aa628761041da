import { expect, test } from 'vitest'
import { findAddressees, honoured } from '../../server/src/documents/extract/labels/addressee.ts'
import { writtenPage } from './written-page.ts'

const block = (...lines: readonly string[]) =>
  writtenPage(lines.map((text, row): [number, number, string] => [50, 300 - 12 * row, text]))

test.each([
  '114 37 Stockholm',
  '00-950 Warszawa',
  '1100-053 Lisboa',
  'D02 X285, Ireland',
  '08001 Barcelona (Barcelona)',
])('an address ends with its postal code as its country writes it: %s', (town) => {
  const [found] = findAddressees([block('Elin Sandqvist', 'Strandgatan 12', town)])
  expect(found?.name.text).toBe('Elin Sandqvist')
})

test('the number of a phone or of a bill is no postal code', () => {
  expect(findAddressees([block('Elin Sandqvist', 'Strandgatan 12', '114 37 22 90')])).toEqual([])
})

test('under a line that only speaks to somebody stands the name', () => {
  expect(honoured([block('Frau', 'Ilse Brandner', 'Ringstr. 4 / 80331 Altdorf')])?.text).toBe('Ilse Brandner')
  expect(honoured([block('Frauenverein', 'Ilse Brandner', 'Ringstr. 4')])).toBeUndefined()
})
