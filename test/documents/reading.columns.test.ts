import { expect, test } from 'vitest'
import { extractInvoice } from '../../server/src/documents/extract/invoice/extract-invoice.ts'
import { extractStatement } from '../../server/src/documents/extract/statement/extract-statement.ts'
import type { Section } from '../../server/src/documents/model/findings.ts'
import { findVatIds } from '../../server/src/documents/values/tax-ids.ts'
import { SOURCE } from './risk-case.ts'
import { type Written, writtenPage } from './written-page.ts'

const sectionOf = (type: Section['type']): Section => ({ type, confidence: 1, pages: [1], region: undefined })

/** What is read of an invoice of these texts. */
function invoiceOf(texts: readonly Written[]) {
  const pages = [writtenPage(texts)]
  return extractInvoice(sectionOf('INVOICE'), pages, { source: SOURCE, pages })
}

/** A text that ends at `right`. */
const ending = (right: number, y: number, text: string): Written => [right - 5 * text.length, y, text]

test('short figures under captions that begin left of them stand in the column whose edge they share', () => {
  const rows = [
    ['Sparren auswechseln', '18,5 lfm', '34,20', '632,70'],
    ['Zimmererfachkraft', '26 Std.', '61,50', '1.599,00'],
    ['Ziegel ersetzen', '74 Stk.', '2,35', '173,90'],
    ['Container', '1 psch', '310,00', '310,00'],
  ] as const
  const { tables } = invoiceOf([
    [40, 760, 'Zimmerei Beispiel GmbH'],
    [40, 740, 'Rechnung RE-2026-0388'],
    [40, 610, 'Bezeichnung'],
    [320, 610, 'Menge'],
    [370, 610, 'Einh.'],
    [414, 610, 'EP EUR'],
    [468, 610, 'GP EUR'],
    ...rows.flatMap(([what, count, price, sum], n): Written[] => [
      [40, 595 - 16 * n, what],
      ending(390, 595 - 16 * n, count),
      ending(464, 595 - 16 * n, price),
      ending(530, 595 - 16 * n, sum),
    ]),
    [40, 500, 'Nettobetrag'],
    ending(530, 500, '2.715,60'),
  ])
  expect(
    tables[0]?.rows.map(({ values: { quantity, unit, unit_price, amount } }) => [quantity, unit, unit_price, amount]),
  ).toEqual([
    [18.5, 'lfm', 34.2, 632.7],
    [26, 'Std.', 61.5, 1599],
    [74, 'Stk.', 2.35, 173.9],
    [1, 'psch', 310, 310],
  ])
})

test('what stands under the rows of a statement has columns of its own', () => {
  const row = (y: number, date: string, what: string, out: string, into: string, balance: string): Written[] => [
    [40, y, date],
    [90, y, what],
    ...(into ? [ending(430, y, into)] : []),
    ...(out ? [ending(500, y, out)] : []),
    ending(572, y, balance),
  ]
  const pages = [
    writtenPage([
      [40, 760, 'Quayside Bank'],
      [40, 740, 'Statement period 08/01/2026 to 08/31/2026'],
      [40, 720, 'Beginning balance $4,643.44'],
      [300, 720, 'Ending balance $4,664.69'],
      [40, 700, 'DATE'],
      [90, 700, 'DESCRIPTION'],
      ending(430, 700, 'ADDITIONS'),
      ending(500, 700, 'SUBTRACTIONS'),
      ending(572, 700, 'BALANCE'),
      ...row(684, '08/30', 'CITY WATER', '63.75', '', '4,579.69'),
      ...row(668, '08/31', 'CASHOUT', '', '85.00', '4,664.69'),
      [40, 620, 'OVERDRAFT FEES'],
      ending(330, 620, 'This period'),
      ending(450, 620, 'Year to date'),
      [40, 604, 'Total overdraft fees'],
      ending(330, 604, '$0.00'),
      ending(450, 604, '$34.00'),
      [40, 588, 'Total returned item fees'],
      ending(330, 588, '$0.00'),
      ending(450, 588, '$12.00'),
    ]),
  ]
  const { tables } = extractStatement(sectionOf('BANK_STATEMENT'), pages, { source: SOURCE, pages })
  expect(tables[0]?.rows.map(({ values: { withdrawal, deposit } }) => [withdrawal, deposit])).toEqual([
    [63.75, undefined],
    [undefined, 85],
  ])
})

const invoice = (...texts: Written[]) => {
  const { fields } = invoiceOf([...texts, [40, 300, 'Total'], ending(530, 300, '1,471.48')])
  return Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))
}

test.each(['Number CN20931', 'Núm. CN20931', 'Nr. CN20931'])(
  'a number under its title needs no other name: %s',
  (text) => {
    expect(invoice([436, 700, 'CREDIT NOTE'], [436, 686, text])).toMatchObject({ invoice_number: 'CN20931' })
  },
)

test('a number far from the title is anything', () => {
  expect(invoice([436, 700, 'CREDIT NOTE'], [40, 500, 'Number CN20931']).invoice_number).toBeUndefined()
})

test.each([
  ['Northern sales tax (services not taxable)', '0.00', 0],
  ['City lodging tax', '71.48', 71.48],
])('%s is a tax without a rate', (caption, printed, value) => {
  const sums: Written[] = [
    [40, 332, 'Subtotal'],
    ending(530, 332, value === 0 ? '1,471.48' : '1,400.00'),
    [40, 316, caption],
    ending(530, 316, printed),
  ]
  expect(invoice([40, 700, 'INVOICE 2026-117'], ...sums)).toMatchObject({ total_tax: value })
})

test("signs that fold into two letters move nothing: a seller's number stays whole", () => {
  const [id] = findVatIds('USt-Id№ DE136695976')
  expect([id?.index, id?.printed]).toEqual([8, 'DE136695976'])
})

test('a value date that stands apart from its row’s date is a day and no amount, though both are written alike', () => {
  const rows = [
    ['02.09', 'Husleje', '02.09', '5.400,00-', '4.600,00'],
    ['07.09', 'Dankort-nota', '06.09', '310,50-', '4.289,50'],
    ['30.09', 'Løn', '30.09', '18.000,00', '22.289,50'],
  ] as const
  const pages = [
    writtenPage([
      [40, 760, 'Kontoudskrift'],
      [40, 700, 'Bogført'],
      [100, 700, 'Tekst'],
      [350, 700, 'Rentedato'],
      ending(460, 700, 'Beløb'),
      ending(540, 700, 'Saldo'),
      [100, 686, 'Saldo primo'],
      ending(540, 686, '10.000,00'),
      ...rows.flatMap(([day, what, valued, sum, balance], n): Written[] => [
        [40, 672 - 14 * n, day],
        [100, 672 - 14 * n, what],
        ending(400, 672 - 14 * n, valued),
        ending(460, 672 - 14 * n, sum),
        ending(540, 672 - 14 * n, balance),
      ]),
    ]),
  ]
  const { tables } = extractStatement(sectionOf('BANK_STATEMENT'), pages, { source: SOURCE, pages })
  expect(
    tables[0]?.rows.map(({ values: { description, withdrawal, deposit } }) => [description, withdrawal, deposit]),
  ).toEqual([
    ['Husleje', 5400, undefined],
    ['Dankort-nota', 310.5, undefined],
    ['Løn', undefined, 18000],
  ])
})

test('beside a total with tax the column of what is taxed holds the amounts', () => {
  const heads = [
    ['Označení', 'Množství', 'Cena za MJ', 'Základ', 'Celkem s DPH'],
    ['Descripción', 'Cantidad', 'Precio unitario', 'Base imponible', 'Total con IVA'],
  ]
  const rows = [
    ['Konzole', '4', '100,00', '400,00', '484,00'],
    ['Doprava', '1', '50,00', '50,00', '60,50'],
  ]
  for (const head of heads) {
    const line = (cells: readonly string[], y: number): Written[] =>
      cells.map((cell, at) => (at === 0 ? [40, y, cell] : ending(170 + 92 * at, y, cell)))
    const { tables, fields } = invoiceOf([head, ...rows].flatMap((cells, n) => line(cells, 600 - 16 * n)))
    expect(tables[0]?.rows.map(({ values }) => values.amount)).toEqual([400, 50])
    // The last row is carriage, and no sum of the columns.
    expect(fields.invoice_total?.value).not.toBe(60.5)
  }
})
