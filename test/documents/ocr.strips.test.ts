import { expect, test } from 'vitest'
import { joinStrips, matrixOfStrips, type Painted, stripsOf } from '../../server/src/documents/ocr/strips.ts'

/** A strip 600 points wide of so many rows, half a point each, that ends at `foot`. */
const strip = (id: string, rows: number, foot: number, more: Partial<Painted> = {}): Painted => ({
  id,
  width: 1200,
  height: rows,
  ctm: [600, 0, 0, rows / 2, 10, foot],
  ...more,
})

const SHEET = [strip('a', 256, 472), strip('b', 256, 344), strip('c', 40, 324)]

test('strips under one another are one picture, in whatever order they are painted', () => {
  const strips = stripsOf(SHEET.toReversed())
  expect(strips?.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  expect(matrixOfStrips(strips ?? [])).toEqual([600, 0, 0, 276, 10, 324])
})

test.each<[string, Painted[]]>([
  ['one picture', SHEET.slice(0, 1)],
  ['no picture', []],
  ['a gap between two', [strip('a', 256, 472), strip('b', 256, 340)]],
  ['two that overlap', [strip('a', 256, 472), strip('b', 256, 350)]],
  ['another width', [strip('a', 256, 472), strip('b', 256, 344, { width: 1000 })]],
  ['another resolution', [strip('a', 256, 472), strip('b', 512, 344, { ctm: [600, 0, 0, 128, 10, 344] })]],
  ['a picture beside them', [...SHEET, strip('logo', 40, 700, { ctm: [100, 0, 0, 20, 300, 700] })]],
  ['one that is turned', [strip('a', 256, 472), strip('b', 256, 344, { ctm: [0, 600, -128, 0, 10, 344] })]],
])('%s makes none', (_, painted) => expect(stripsOf(painted)).toBeUndefined())

test('a turned picture alone stays as it is turned', () => {
  const turned = strip('a', 256, 0, { ctm: [0, 600, -128, 0, 128, 0] })
  expect(matrixOfStrips([turned])).toEqual([0, 600, -128, 0, 128, 0])
})

test('rows follow one another', () => {
  const one = { width: 2, height: 1, data: Uint8Array.of(1, 2) }
  const two = { width: 2, height: 2, data: Uint8Array.of(3, 4, 5, 6) }
  expect(joinStrips([one, two])).toEqual({ width: 2, height: 3, data: Uint8Array.of(1, 2, 3, 4, 5, 6) })
})
