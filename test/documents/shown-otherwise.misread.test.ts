import { expect, test } from 'vitest'
import type { Page, Word } from '../../server/src/documents/model/page.ts'
import { asShown } from '../../server/src/documents/ocr/shown/as-shown.ts'

const word = (text: string, left: number): Word => ({
  text,
  box: [left, 100, left + 5 * text.length, 110],
  size: 10,
  font: 'Helvetica',
  bold: false,
  color: '#000000',
  visibility: 'shown',
  origin: 'text',
  confidence: 1,
  order: left,
})

/** What the page is said to show otherwise, where its text says the one and its picture is read as the other. */
function otherwise(said: string[], seen: string[]): string[] {
  const words = said.map((text, k) => word(text, 50 + 60 * k))
  const page = { words } as Page
  const shown = seen.map((text, k) => ({ text, box: word(text, 50 + 60 * k).box }))
  const { otherwise: found = [] } = asShown(page, [{ box: [40, 95, 300, 115], words }], [shown])
  return found.map((one) => `${one.said} > ${one.shown}`)
}

test('a digit that recognition takes for a letter is no other figure', () => {
  expect(otherwise(['etc.', '17'], ['ett7'])).toEqual([])
  expect(otherwise(['Box', '19'], ['Boxl9'])).toEqual([])
})

test('a digit that is gone, or another one, is', () => {
  expect(otherwise(['CAD', '1250.00'], ['CAD', '250.00'])).toEqual(['CAD 1250.00 > CAD 250.00'])
  expect(otherwise(['CAD', '1250.00'], ['CAO', '9250.00'])).toEqual(['CAD 1250.00 > CAO 9250.00'])
})

test('letters that recognition has not got accuse nobody, figures beside them do', () => {
  expect(otherwise(['ΤΡΑΠΕΖΑ'], ['TPANEZA'])).toEqual([])
  expect(otherwise(['СУММА', '1250.00'], ['CYMMA', '1250.00'])).toEqual([])
  expect(otherwise(['СУММА', '1250.00'], ['CYMMA', '9250.00'])).toEqual(['1250.00 > 9250.00'])
})
