import { expect, test } from 'vitest'
import { extractInvoice } from '../../server/src/documents/extract/invoice/extract-invoice.ts'
import { extractReceipt } from '../../server/src/documents/extract/receipt/extract-receipt.ts'
import type { Section } from '../../server/src/documents/model/findings.ts'
import { SOURCE } from './risk-case.ts'
import { type Written, writtenPage } from './written-page.ts'

/* Layouts of invoices and receipts, each with the cause for which one like it was misread. */

const EXTRACTORS = { INVOICE: extractInvoice, RECEIPT: extractReceipt } as const

/** The values and rows that are read of a page of these texts. */
function read(type: keyof typeof EXTRACTORS, texts: readonly Written[]) {
  const section: Section = { type, confidence: 1, pages: [1], region: undefined }
  const page = writtenPage(texts)
  const { fields, tables } = EXTRACTORS[type](section, [page], { source: SOURCE, pages: [page] })
  return {
    fields: Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value])),
    rows: tables[0]?.rows.map(({ values }) => values) ?? [],
  }
}

test.each([
  ['Zahlbar bis 01.10.2031 mit 2 % Skonto = 69,63 EUR, bis 17.10.2031 ohne Abzug.', '2031-10-17'],
  ['Payable by 5 May 2031 less 3% discount, by 20 May 2031 net.', '2031-05-20'],
  ['Te betalen voor 05-05-2031 met 2% betalingskorting, uiterlijk 20-05-2031.', undefined],
  ['Zahlbar bis 17.10.2031 ohne Abzug. Lieferung am 20.10.2031.', '2031-10-17'],
])('the day until which a discount is given is not the one on which it is due: %s', (sentence, due) => {
  const { fields } = read('INVOICE', [
    [40, 760, 'Rechnung'],
    [40, 740, 'Rechnungsdatum 17.04.2031'],
    [40, 300, sentence],
  ])
  if (due) expect(fields.due_date).toBe(due)
  else expect(fields.due_date).not.toBe('2031-05-05')
})

test.each([
  ['Payment within 30 days, please, by 30 July 2031. Late payments bear interest.', '2031-07-30'],
  ['Payment in 14 days, by 14 July 2031.', '2031-07-14'],
  ['Our office moves by 30 July 2031.', undefined],
])('a day is due where the sentence says that it is to be paid: %s', (sentence, due) => {
  const { fields } = read('INVOICE', [
    [40, 760, 'Invoice'],
    [40, 740, 'Invoice date: 30 June 2031'],
    [40, 300, sentence],
  ])
  expect(fields.due_date).toBe(due)
})

test.each([
  [['Faktura / Invoice', 'nr / no. FV/41/05/2031/EU'], 'FV/41/05/2031/EU'],
  [['Faktura / Rechnung', 'č. / Nr. 20310417'], undefined],
])('a number is called so in two languages: %j', ([title = '', number = ''], value) => {
  const { fields } = read('INVOICE', [
    [40, 760, title],
    [40, 746, number],
    [40, 500, 'Forma płatności / Payment: przelew 30 dni'],
    [40, 480, 'Odwrotne obciążenie, art. 28b ustawy. Numer zamówienia / Order no.:'],
    [40, 468, '4500118207'],
  ])
  if (value) expect(fields.invoice_number).toBe(value)
  expect(fields).toMatchObject({ payment_terms: 'przelew 30 dni', purchase_order: '4500118207' })
})

test.each([
  ['t.a.v. mw. L. Bos', 'Bloemkwekerij De Linde'],
  ['c/o Ada Merrow', 'Larkhill Orchards'],
])('over the person whom a letter is for stands whose address it is, under a letterhead: %s', (person, customer) => {
  const { fields } = read('INVOICE', [
    [40, 770, 'Bitfabriek'],
    [40, 752, customer],
    [40, 742, person],
    [40, 732, 'Steenweg 41'],
    [40, 722, '5707 CC Helmond'],
    [330, 770, 'Bitfabriek Hosting B.V.'],
    [330, 758, 'Aweg 118, 9718 CS Groningen'],
    [330, 746, 'KvK 41882073'],
    [40, 680, 'Factuur'],
  ])
  expect(fields.customer_name).toBe(customer)
})

/** Rows of texts that end at these edges. */
const lines = (edges: readonly number[], from: number, rows: readonly (readonly string[])[]): Written[] =>
  rows.flatMap((row, line) =>
    row.flatMap((text, at): Written[] => {
      const edge = edges[at] ?? 0
      return text === '' ? [] : [[at === 0 ? edge : edge - 5 * text.length, from - 15 * line, text]]
    }),
  )

test.each([
  [['Item', 'Contract', '% Compl.', 'To Date', 'Previous', 'This Period'], 'CURRENT PAYMENT DUE', 'Contract / PO'],
  [
    ['Description', 'Scheduled value', '%', 'Billed to date', 'Prior billings', 'This billing'],
    'Payment due',
    'P.O. / Contract no.',
  ],
])('work that is billed as it goes on is billed by what this period adds: %j', (heads, due, order) => {
  const { fields, rows } = read('INVOICE', [
    [40, 760, 'PROGRESS BILLING'],
    [350, 740, 'Invoice #'],
    [500, 740, '26-118-04'],
    [350, 725, order],
    [500, 725, 'HL-2207'],
    ...lines([40, 240, 310, 390, 480, 570], 640, [
      [...heads],
      ['Ductwork', '31,800.00', '70', '22,260.00', '17,490.00', '4,770.00'],
      ['Controls', '12,400.00', '25', '3,100.00', '1,240.00', '1,860.00'],
      ['Totals', '44,200.00', '', '25,360.00', '18,730.00', '6,630.00'],
    ]),
    [350, 560, 'Less retainage 10%'],
    [525, 560, '(663.00)'],
    [350, 540, due],
    [521, 540, '$5,967.00'],
  ])
  expect(rows).toEqual([
    { description: 'Ductwork', amount: 4770 },
    { description: 'Controls', amount: 1860 },
  ])
  expect(fields).toMatchObject({ purchase_order: 'HL-2207', amount_due: 5967 })
})

test.each(['NJ State Tax', 'Cook County Tax', 'Airport Room Tax'])(
  'what a receipt calls %s is tax, whoever takes it',
  (tax) => {
    const { fields } = read('RECEIPT', [
      [40, 760, 'Hopper Cabs'],
      [40, 740, 'July 17, 2031'],
      ...lines([40, 400], 700, [
        ['Trip fare', '$22.00'],
        ['Subtotal', '$22.00'],
        [tax, '$1.78'],
        ['Total', '$23.78'],
      ]),
    ])
    expect(fields).toMatchObject({ subtotal: 22, total_tax: 1.78, total: 23.78 })
  },
)
