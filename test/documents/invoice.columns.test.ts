import { expect, test } from 'vitest'
import { extractInvoice } from '../../server/src/documents/extract/invoice/extract-invoice.ts'
import type { Section } from '../../server/src/documents/model/findings.ts'
import { SOURCE } from './risk-case.ts'
import { type Written, writtenPage } from './written-page.ts'

/** The rows that are read of an invoice with these headings and rows, and the sum under the last of their columns. */
function rowsOf(headings: readonly string[], rows: readonly (readonly string[])[], under: Written[] = []) {
  const right = (at: number) => 260 + 75 * at
  const line = (texts: readonly string[], y: number): Written[] =>
    texts.map((text, at): Written => (at === 0 ? [40, y, text] : [right(at) - 5 * text.length, y, text]))
  const texts = [headings, ...rows].flatMap((each, n) => line(each, 600 - 16 * n))
  const pages = [writtenPage([[40, 760, 'Example Trading Ltd'], [40, 740, 'Invoice 2026-114'], ...texts, ...under])]
  const section: Section = { type: 'INVOICE', confidence: 1, pages: [1], region: undefined }
  const { fields, tables } = extractInvoice(section, pages, { source: SOURCE, pages })
  const values = tables[0]?.rows.map(({ values }) => [values.quantity, values.unit, values.unit_price, values.amount])
  return { fields, values }
}

test('the taxable value is what a line comes to, and a caption that says its rate heads the taxes', () => {
  const { values } = rowsOf(
    ['Description', 'Qty', 'Rate (AED)', 'Taxable (AED)', 'VAT 5% (AED)'],
    [
      ['Oak desk', '4', '1,150.00', '4,600.00', '230.00'],
      ['Lamp', '10', '84.00', '840.00', '42.00'],
    ],
  )
  expect(values).toEqual([
    [4, undefined, 1150, 4600],
    [10, undefined, 84, 840],
  ])
})

test('a price behind the price of one is that of all of them, not what they come to with the tax', () => {
  const { values } = rowsOf(
    ['Popis', 'Množství', 'J.cena', 'Cena', '%DPH', 'DPH', 'Celkem'],
    [
      ['Mouka', '30 ks', '18,40', '552,00', '12%', '66,24', '618,24'],
      ['Bedna', '5 ks', '90,00', '450,00', '21%', '94,50', '544,50'],
    ],
  )
  expect(values).toEqual([
    [30, 'ks', 18.4, 552],
    [5, 'ks', 90, 450],
  ])
})

test('an area is a quantity with its unit', () => {
  const { values } = rowsOf(
    ['Bezeichnung', 'Menge', 'Einzelpreis', 'Gesamt'],
    [
      ['Verputz', '140 m²', '22,50', '3.150,00'],
      ['Gerüst', '1 psch', '480,00', '480,00'],
    ],
  )
  expect(values?.[0]).toEqual([140, 'm²', 22.5, 3150])
})
