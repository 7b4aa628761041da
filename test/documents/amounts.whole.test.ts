import { expect, test } from 'vitest'
import type { DocumentType } from '../../schemas/src/documents/fields.ts'
import { extractInvoice } from '../../server/src/documents/extract/invoice/extract-invoice.ts'
import { extractLetter } from '../../server/src/documents/extract/letter/extract-letter.ts'
import { readerOf } from '../../server/src/documents/extract/papers/named-value.ts'
import { extractReceipt } from '../../server/src/documents/extract/receipt/extract-receipt.ts'
import { UNKNOWN_STYLE } from '../../server/src/documents/values/amount.ts'
import { SOURCE } from './risk-case.ts'
import { type Written, wordsOf, writtenPage } from './written-page.ts'

const EXTRACTORS = { INVOICE: extractInvoice, INCOME_LETTER: extractLetter, RECEIPT: extractReceipt } as const

function read(type: keyof typeof EXTRACTORS & DocumentType, texts: readonly Written[]) {
  const pages = [writtenPage(texts)]
  const section = { type, confidence: 1, pages: [1], region: undefined }
  const { fields } = EXTRACTORS[type](section, pages, { source: SOURCE, pages })
  return Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))
}

const ending = (right: number, y: number, text: string): Written => [right - 5 * text.length, y, text]
const rows = (right: number, from: number, of: readonly (readonly [string, string])[]): Written[] =>
  of.flatMap(([caption, amount], n): Written[] => [[60, from - 16 * n, caption], ending(right, from - 16 * n, amount)])

test('of parts of a salary that a letter lists the income is what they come to', () => {
  const fields = read('INCOME_LETTER', [
    [60, 760, 'Example Interiors LLC'],
    [60, 700, 'This is to certify that Jane Doe is employed with us. Her monthly salary is:'],
    ...rows(430, 680, [
      ['Basic salary', 'AED 5,000.00'],
      ['Housing allowance', 'AED 2,000.00'],
      ['Transport', 'AED 700.00'],
      ['Total gross salary per month', 'AED 7,700.00'],
    ]),
  ])
  expect(fields.gross_income).toBe(7700)
})

test('a sentence may end with the currency', () => {
  const fields = read('INCOME_LETTER', [
    [60, 760, 'S.C. EXEMPLU S.R.L.'],
    [60, 700, 'Venitul brut lunar este de 6.300 lei. In ultimele luni a realizat venituri nete:'],
    ...rows(300, 680, [
      ['mai 2026', '3.702'],
      ['iunie 2026', '3.702'],
      ['iulie 2026', '3.815'],
    ]),
  ])
  expect(fields.gross_income).toBe(6300)
})

test('a dash behind yens closes the figure, and a sum by itself is that of the receipt', () => {
  const fields = read('RECEIPT', [
    [150, 760, 'RECEIPT'],
    [170, 720, '¥ 24,310 -'],
    ...rows(380, 680, [
      ['Stay, 1 night', '22,000'],
      ['Consumption tax 10%', '2,200'],
      ['Bathing tax', '110'],
    ]),
  ])
  expect(fields).toMatchObject({ total: 24310, currency: 'JPY' })
})

test('a table of taxes under the goods has sums of its own, and what is rounded has its sign in brackets', () => {
  const at = [-270, -345, -420, -560] as const
  const line = (y: number, texts: readonly string[]): Written[] =>
    texts.flatMap((text, n): Written[] =>
      text === '' ? [] : [n === 0 ? [40, y, text] : ending(-(at[n - 1] ?? 0), y, text)],
    )
  const fields = read('INVOICE', [
    [40, 780, 'Example Cables'],
    [40, 760, 'TAX INVOICE No. KX/0117'],
    ...line(700, ['Description', 'Quantity', 'Rate', '', 'Amount']),
    ...line(684, ['Copper cable', '10 Nos', '410.00', '', '4,100.00']),
    ...line(668, ['Junction box', '5 Nos', '66.50', '', '332.50']),
    ...line(652, ['Output CGST 9%', '', '', '', '398.93']),
    ...line(636, ['Output SGST 9%', '', '', '', '398.93']),
    ...line(620, ['Less : Round Off (-)', '', '', '', '(-)0.36']),
    ...line(604, ['Total', '', '', '', '₹ 5,230.00']),
    ...line(560, ['HSN/SAC', 'Taxable', 'CGST', 'SGST', 'Total']),
    ...line(544, ['85444999', '4,100.00', '369.00', '369.00', '738.00']),
    ...line(528, ['85362020', '332.50', '29.93', '29.93', '59.86']),
    ...line(512, ['Total', '4,432.50', '398.93', '398.93', '797.86']),
  ])
  expect(fields).toMatchObject({ invoice_total: 5230, total_tax: 797.86 })
})

test('what is counted in units is no money', () => {
  const named = { name: 'consumption', kind: 'amount', labels: [], plain: true, units: ['kwh'] } as const
  const read = readerOf(
    { ...named, labels: [], units: ['kwh'] },
    { style: UNKNOWN_STYLE, order: undefined, labels: [] },
  )
  const of = (text: string) => read(wordsOf([[40, 700, text]]))?.value
  expect([of('402 kWh €0.1183'), of('€0.1183'), of('402')]).toEqual([402, undefined, 402])
})

test.each(['Hesaplanan KDV Tevkifat(%90)', 'Hesaplanan KDV'])(
  'tax that the buyer withholds is not the tax of the bill: %s',
  (caption) => {
    const fields = read('INVOICE', [
      [40, 780, 'Örnek Temizlik Ltd. Şti.'],
      [40, 760, 'e-Arşiv Fatura No: ORN2026000000117'],
      ...rows(560, 700, [
        ['Mal Hizmet Toplam Tutarı', '4.000,00 TL'],
        [caption, '720,00 TL'],
        ['Vergiler Dahil Toplam Tutar', '4.800,00 TL'],
        ['Ödenecek Tutar', '4.080,00 TL'],
      ]),
    ])
    expect(fields).toMatchObject({ invoice_total: 4800, amount_due: 4080 })
    expect(fields.total_tax).toBeUndefined()
  },
)
