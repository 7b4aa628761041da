import { expect, test } from 'vitest'
import { extractInvoice } from '../../server/src/documents/extract/invoice/extract-invoice.ts'
import type { Fields } from '../../server/src/documents/model/findings.ts'
import type { Word } from '../../server/src/documents/model/page.ts'
import { findFlags } from '../../server/src/documents/risk/find-flags.ts'
import { SOURCE } from './risk-case.ts'
import { type Written, writtenPage } from './written-page.ts'

const sums = (...rows: readonly (readonly [caption: string, amount: string])[]): Written[] =>
  rows.flatMap(([caption, amount], at): Written[] => [
    [50, 500 - 20 * at, caption],
    [400, 500 - 20 * at, amount],
  ])

/** The fields of an invoice that was recognised well, and how much its total accuses. */
function told(texts: readonly Written[], origin: Word['origin'] = 'ocr'): { fields: Fields; flags: string[] } {
  const layout = writtenPage(texts)
  for (const word of layout.page.words) Object.assign(word, { origin, confidence: 0.98, reread: true })
  const reading = { source: SOURCE, pages: [layout] }
  const section = { type: 'INVOICE' as const, confidence: 1, pages: [1], region: undefined }
  const extracted = extractInvoice(section, [layout], reading)
  const flags = findFlags(reading, [{ ...section, ...extracted }])
  return {
    fields: extracted.fields,
    flags: flags.filter(({ code }) => code === 'INVOICE_TOTAL').map(({ severity, proof }) => `${severity} ${proof}`),
  }
}

test('a sum on a scan accuses nobody by an amount beside which another is captioned as well', () => {
  const parts = sums(['Subtotal', '600.00'], ['Sales tax', '85.00'], ['Total amount', '912.40'])
  expect(told(parts).flags).toEqual(['high true'])
  const chosen = told([
    ...parts,
    ...sums().concat([
      [50, 300, 'Sales tax'],
      [400, 300, '41.20'],
    ]),
  ])
  expect(chosen.fields.total_tax).toMatchObject({ rivalled: true })
  expect(chosen.flags).toEqual(['low false'])
})

test('what a tax is of several rates is no rival of what they come to', () => {
  const rates = [
    ['VAT 20 %', '120.00'],
    ['VAT 5 %', '20.00'],
    ['Total VAT', '140.00'],
  ] as const
  const { fields, flags } = told(sums(['Subtotal', '1,000.00'], ...rates, ['Total amount', '1,930.00']))
  expect(fields.total_tax).toMatchObject({ value: 140 })
  expect(fields.total_tax).not.toHaveProperty('rivalled')
  expect(flags).toEqual(['high true'])
})

test('a total whose name goes before "without the tax" is the net', () => {
  const { fields } = told(
    sums(
      ['Total facture hors TVA', '54,87 €'],
      ['TVA 20,00 %', '6,85 €'],
      ['TVA 5,50 %', '1,14 €'],
      ['Total facture TTC', '62,86 €'],
    ),
    'text',
  )
  expect(fields).toMatchObject({
    subtotal: { value: 54.87 },
    total_tax: { value: 7.99 },
    invoice_total: { value: 62.86 },
  })
})
