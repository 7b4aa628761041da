import { expect, test } from 'vitest'
import { findCurrency } from '../../server/src/documents/extract/invoice/currency-field.ts'
import { readSoldRows } from '../../server/src/documents/extract/receipt/sold-rows.ts'
import { UNKNOWN_STYLE } from '../../server/src/documents/values/amount.ts'
import { writtenPage } from './written-page.ts'

/** A till's strip, a line each; an amount behind `|` stands in the column at the right. */
const strip = (...lines: string[]) =>
  writtenPage(
    lines.flatMap((line, index) => {
      const [text = '', amount] = line.split('|')
      const y = 700 - 14 * index
      return [...(text ? [[40, y, text] as const] : []), ...(amount ? [[240, y, amount] as const] : [])]
    }),
  )

const soldOn = (...lines: string[]) => readSoldRows([strip(...lines)], UNKNOWN_STYLE)?.rows.map(({ values }) => values)

test.each([
  ['letters of the tax', ['Brot|2,49 B', 'Seife|1,15 A', 'SUMME|3,64', 'Bar|5,00'], [2.49, 1.15]],
  ['a count under the name', ['Oranges', '0,620 kg x 2,90|1,80', 'Miel|4,20 *', 'TOTAL|6,00'], [1.8, 4.2]],
  ['a sum named by its currency', ['Lamp|18.00', 'Bulb|2.00', 'CAD|20.00'], [18, 2]],
  ['a charge that the sum holds', ['Pizza|9.00', 'Delivery|2.50', 'Total|11.50', 'Cash|20.00'], [9, 2.5]],
  ['a charge that the sum leaves out', ['Pizza|9.00', 'Delivery|2.50', 'Subtotal|9.00', 'Total|11.50'], [9]],
  ['a hand-back', ['Juice|3.00', 'Bottle return|-0.25', 'Total|2.75', 'VISA|2.75'], [3, -0.25]],
  ['nothing sold', ['Table 4', 'Total|2.75', 'VISA|2.75'], undefined],
] as const)('a till prints %s', (_, lines, amounts) => {
  expect(soldOn(...lines)?.map(({ amount }) => amount)).toEqual(amounts)
})

test('a number before the goods counts them where x or every line says so', () => {
  expect(soldOn('2 x Roll 4.99|9.98', '7 Up|1.50', 'Total|11.48')).toEqual([
    { description: 'Roll', quantity: 2, unit_price: 4.99, amount: 9.98 },
    { description: '7 Up', amount: 1.5 },
  ])
  expect(soldOn('2 Tea|5.00', '1 Scone|3.00', 'Total|8.00')).toEqual([
    { description: 'Tea', quantity: 2, amount: 5 },
    { description: 'Scone', quantity: 1, amount: 3 },
  ])
})

test.each([
  ['ABN 51 824 753 556', 'AUD'],
  ['GST Reg No. 201912345K', 'SGD'],
  ['GST No 49-091-850', 'NZD'],
  ['CNPJ 11.444.777/0001-61', 'BRL'],
  ['USt-IdNr. DE136695976, CHE-116.281.710', undefined],
  ['GST 10%', undefined],
])('%s: without a sign the issuer’s number says the currency, two countries say none', (text, currency) => {
  expect(findCurrency([strip(text, 'Total|8.00')])?.value).toBe(currency)
})
