import { expect, test } from 'vitest'
import { firstSentence } from '../../server/src/documents/extract/papers/first-sentence.ts'
import type { Word } from '../../server/src/documents/model/page.ts'
import { findImpossibleDates } from '../../server/src/documents/risk/impossible-dates.ts'
import { foldCase } from '../../server/src/documents/values/fold.ts'
import { PAID, PART_OF_BUYER } from '../../server/src/documents/vocabulary/papers.ts'
import { read } from './labelled-papers/read.ts'
import { type Put, pairs, table } from './labelled-papers/sheet.ts'

const bill = (...texts: Put[]): Put[] => [
  ['Fairbanks Mutual Power Company', 40, 40, 14, true],
  ['Electricity Bill', 400, 40, 12, true],
  ...texts,
  ['Meter number', 40, 400],
  ['7719-22', 200, 400],
  ['Amount due', 40, 420],
  ['$74.20', 200, 420],
]

const order = (head: string, ...texts: Put[]): Put[] => [
  [head, 40, 40, 13, true],
  ['PURCHASE ORDER', 400, 40, 15, true],
  ...pairs(
    [
      ['PO Number', 'B-3190'],
      ['PO Date', '03/08/2031'],
    ],
    62,
    [400, 490],
  ),
  ...texts,
]

test('a department or an agency at the head of a bill or an order is who issues it', async () => {
  const water = await read([
    ['Sandy Ridge Department of Water', 40, 40, 14, true],
    ['Water Bill', 400, 40, 12, true],
    ...pairs(
      [
        ['Meter number', '7719-22'],
        ['Amount due', '$74.20'],
      ],
      200,
    ),
  ])
  expect(water.fields.provider_name).toBe('Sandy Ridge Department of Water')
  const roads = await read(order('Ministry of Roads and Bridges'))
  expect(roads.fields.customer_name).toBe('Ministry of Roads and Bridges')
})

test('a part of a buyer is not its name', async () => {
  const { fields } = await read(order('Purchasing Department', ['Wind River Mills Corp.', 40, 60, 10]))
  expect(fields.customer_name).toBe('Wind River Mills Corp.')
  expect(PART_OF_BUYER.test('home office supply')).toBe(false)
})

test('goods that are called as a sum is do not end their table', async () => {
  const { rows } = await read(
    order(
      'Wind River Mills Corp.',
      ...table(
        [
          ['Description', 'Quantity', 'Unit'],
          ['Grease cartridge', '7', 'pcs'],
          ['Total Motor Oil 5W40 5L', '12', 'pcs'],
          ['Oil filter', '4', 'pcs'],
          ['Total', '23', ''],
        ],
        200,
        [40, 300, 400],
      ),
    ),
  )
  expect(rows.map(({ quantity }) => quantity)).toEqual([7, 12, 4])
})

test('rows go on behind a sum of some of them, and tax under the last is none', async () => {
  const { rows } = await read(
    order(
      'Wind River Mills Corp.',
      ...table(
        [
          ['Description', 'Quantity', 'Price', 'Amount'],
          ['Grease cartridge', '7', '10.00', '70.00'],
          ['Subtotal', '', '', '70.00'],
          ['Oil filter', '4', '5.00', '20.00'],
          ['Total', '', '', '90.00'],
          ['Sales tax', '', '', '9.00'],
        ],
        200,
        [40, 300, 400, 500],
      ).filter(([text]) => text !== ''),
    ),
  )
  expect(rows.map(({ amount }) => amount)).toEqual([70, 20])
})

/** The day of a bill with these lines. */
async function dayOf(...lines: string[]) {
  const { type, fields } = await read([
    ['Stadtwerke Altmark GmbH', 40, 40, 14, true],
    ['Stromrechnung', 400, 40, 12, true],
    ...lines.map((line, at): Put => [line, 40, 90 + 20 * at]),
    ...pairs(
      [
        ['Zählernummer', '7719-22'],
        ['Verbrauch', '742 kWh'],
        ['Rechnungsbetrag', '74,20 €'],
      ],
      400,
    ),
  ])
  expect(type).toBe('UTILITY_BILL')
  return fields.bill_date
}

test('the days of a period are not the day of a bill', async () => {
  expect(await dayOf('Rechnung für den Zeitraum vom 01.01.2030 bis 31.12.2030')).toBeUndefined()
  expect(await dayOf('Facture 318 du 01/01/2030 au 31/12/2030')).toBeUndefined()
})

test('a day with its caption is surer than the one in a title', async () => {
  expect(await dayOf('Rechnung Nr. 318 vom 14.01.2031', 'Datum: 15.01.2031')).toBe('2031-01-15')
  expect(await dayOf('Rechnung Nr. 318 vom 14.01.2031')).toBe('2031-01-14')
  expect(await dayOf("Facture d'électricité n° 318 du 14/01/2031")).toBe('2031-01-14')
})

test('days that are counted are no step of a price', async () => {
  const used = await read(
    bill(['Total usage over 61 days 742 kWh', 40, 120], ['Same days a year ago 803 kWh', 40, 140]),
  )
  expect(used.fields.consumption).toBe(742)
})

test('a customer whose number stands behind the name is the customer', async () => {
  const { fields } = await read(
    bill(
      ['Jane Doe - Account 12345678', 40, 90],
      ['Jane Doe', 40, 140],
      ['7 Mill Street', 40, 153],
      ['Ketchum, ID 83340', 40, 166],
    ),
  )
  expect(fields.customer_name).toBe('Jane Doe')
})

test('a firm may have a number for its name, which no count of units is', async () => {
  const named = async (vendor: string) =>
    (await read(order('Wind River Mills Corp.', [`Vendor: ${vendor}`, 40, 120]))).fields.vendor_name
  expect(await named('8020 GmbH')).toBe('8020 GmbH')
  expect(await named('24 SATA')).toBe('24 SATA')
  expect(await named('12 KG')).toBeUndefined()
})

test('a full stop behind an abbreviation ends no sentence', () => {
  const sentence = (text: string) =>
    firstSentence(text.split(' ').map((word) => ({ text: word }) as Word))
      .map(({ text: word }) => word)
      .join(' ')
  expect(sentence('30 Tage netto gem. Rahmenvertrag')).toBe('30 Tage netto gem. Rahmenvertrag')
  expect(sentence('14 Tage zzgl. Versand. Danke')).toBe('14 Tage zzgl. Versand')
})

test('what a Norwegian and a Dane are paid is folded as their papers are', () => {
  for (const paid of ['Månedslønn', 'Lønn', 'Månedsløn', 'Maanedslønn', 'Månadslön', 'Wages'])
    expect([paid, PAID.test(foldCase(paid))]).toEqual([paid, true])
})

test('digits without a year are passed over at once', () => {
  const started = performance.now()
  expect(findImpossibleDates('3 '.repeat(60_000))).toEqual([])
  expect(performance.now() - started).toBeLessThan(3000)
})
