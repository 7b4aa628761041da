import { expect, test } from 'vitest'
import { findLabelled } from '../../server/src/documents/extract/labels/find-labelled.ts'
import { dateReader, textReader } from '../../server/src/documents/extract/labels/value-reader.ts'
import { extractReceipt } from '../../server/src/documents/extract/receipt/extract-receipt.ts'
import { extractStatement } from '../../server/src/documents/extract/statement/extract-statement.ts'
import type { Section } from '../../server/src/documents/model/findings.ts'
import type { Source } from '../../server/src/documents/model/source.ts'
import { documentCurrency } from '../../server/src/documents/values/currency.ts'
import { dateOrder } from '../../server/src/documents/values/date-order.ts'
import { readWhole, tryLayout } from './layout-trial.ts'
import { REAL_PAPERS } from './real-papers/index.ts'
import { type Written, writtenPage } from './written-page.ts'

const SOURCE = { attachments: [] } as unknown as Source

const SEED = 7

// Each by itself: one that fails names itself.
test.each(Object.entries(REAL_PAPERS))('%s is told, read and left in peace', async (name, generator) => {
  expect(await tryLayout(generator, SEED)).toEqual(readWhole(name, {}))
})

function statement(texts: readonly Written[]) {
  const section: Section = { type: 'BANK_STATEMENT', confidence: 1, pages: [1], region: undefined }
  const pages = [writtenPage(texts)]
  const { fields, tables } = extractStatement(section, pages, { source: SOURCE, pages })
  return {
    rows: tables.flatMap((table) => table.rows).length,
    ...Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value])),
  }
}

const TABLE: readonly Written[] = [
  [50, 600, 'Date'],
  [120, 600, 'Description'],
  [300, 600, 'Paid out'],
  [400, 600, 'Paid in'],
  [500, 600, 'Balance'],
  [50, 580, '03/03/2024'],
  [120, 580, 'Rent'],
  [300, 580, '400.00'],
  [500, 580, '600.00'],
  [50, 560, '20/03/2024'],
  [120, 560, 'Wages'],
  [400, 560, '150.00'],
  [500, 560, '750.00'],
]

test('balances that only their day tells apart', () => {
  const read = statement([
    [50, 680, 'Balance on 1 March 2024'],
    [300, 680, '1,000.00'],
    [50, 660, 'Balance on 31 March 2024'],
    [300, 660, '750.00'],
    ...TABLE,
  ])
  expect(read).toMatchObject({ opening_balance: 1000, closing_balance: 750 })
})

test('sums that stand under a table with their signs are no transaction', () => {
  const read = statement([
    ...TABLE,
    [60, 520, 'Opening balance'],
    [200, 520, '- Total debits'],
    [330, 520, '+ Total credits'],
    [470, 520, '= Closing balance'],
    [60, 505, '1,000.00'],
    [200, 505, '400.00'],
    [330, 505, '150.00'],
    [470, 505, '750.00'],
  ])
  expect(read).toMatchObject({ rows: 2, opening_balance: 1000, closing_balance: 750, total_deposits: 150 })
  expect(read).toMatchObject({ total_withdrawals: 400 })
})

test('the currency that a heading or a caption says once', () => {
  expect(documentCurrency('Datum Erläuterung Betrag Soll EUR Betrag Haben EUR\n1.204,10')?.currency).toBe('EUR')
  expect(documentCurrency('Monnaie du compte : EUR\nSOLDE 12,10')?.currency).toBe('EUR')
  expect(documentCurrency('Currency  : INR')?.currency).toBe('INR')
  expect(documentCurrency('Description 1.204,10')).toBeUndefined()
})

test('dates that run as evenly in either order say nothing of it', () => {
  const text = 'Date 01/09/2023 Due 02/08/2023\n01/09/2023 Work\n01/09/2023 Parts'
  expect(dateOrder(text, { currency: 'USD' })).toBe('MDY')
  expect(dateOrder(text, { currency: 'GBP' })).toBe('DMY')
})

test('a colon in a column of its own is no part of the value', () => {
  const page = writtenPage([
    [50, 700, 'Terms'],
    [150, 700, ': Net 15'],
  ])
  const [found] = findLabelled([page], { labels: ['terms'], read: textReader() })
  expect(found?.value).toBe('Net 15')
})

test('captions that share a box have what stands under them', () => {
  const box = [40, 690, 500, 740] as const
  const page = writtenPage(
    [
      [50, 720, 'Name'],
      [150, 720, 'Begin date'],
      [300, 720, 'Cheque date'],
      [420, 720, 'Advice'],
      [50, 700, 'Ines'],
      [150, 700, '2024-03-01'],
      [300, 700, '2024-03-20'],
      [420, 700, '118'],
    ],
    [[...box]],
  )
  const found = findLabelled([page], { labels: ['cheque date'], read: dateReader(), places: ['label-box'] })
  expect(found.map(({ value }) => value)).toEqual(['2024-03-20'])
})

test('the tip of a card slip belongs to what was paid', () => {
  const section: Section = { type: 'RECEIPT', confidence: 1, pages: [1], region: undefined }
  const pages = [
    writtenPage([
      [100, 700, 'Copper Heron'],
      [50, 680, '2024-05-17 20:20'],
      [50, 640, 'Subtotal'],
      [250, 640, '40.00'],
      [50, 620, 'Tax'],
      [250, 620, '4.00'],
      [50, 600, 'Total'],
      [250, 600, '44.00'],
      [50, 560, '+ Tip:'],
      [250, 560, '8.00'],
      [50, 540, '= Total:'],
      [250, 540, '52.00'],
    ]),
  ]
  const { fields } = extractReceipt(section, pages, { source: SOURCE, pages })
  expect({ tip: fields.tip?.value, total: fields.total?.value, subtotal: fields.subtotal?.value }).toEqual({
    tip: 8,
    total: 52,
    subtotal: 40,
  })
})

test('a small amount behind a date is no second date', () => {
  const read = statement([
    [50, 640, 'CHECKS PAID'],
    [50, 600, 'Check no.'],
    [150, 600, 'Date paid'],
    [300, 600, 'Amount'],
    [50, 580, '1087'],
    [150, 580, '03/02/2024'],
    [300, 580, '14.09'],
    [50, 565, '1088'],
    [150, 565, '03/05/2024'],
    [300, 565, '151.30'],
  ])
  expect(read).toMatchObject({ rows: 2 })
})

test('captions of one print over values of another have their values under them', () => {
  const page = writtenPage([
    [50, 700, 'NAME'],
    [150, 700, 'BRANCH OFFICE'],
    [250, 700, 'GRADE'],
    [350, 700, 'SITE'],
    [50, 688, 'Ines Duarte'],
    [150, 688, 'Harbour'],
    [250, 688, 'Fourth'],
    [350, 688, 'York'],
  ])
  for (const segment of page.lines[1]?.segments ?? []) segment.bold = true
  const [found] = findLabelled([page], { labels: ['name'], read: textReader() })
  expect(found?.value).toBe('Ines Duarte')
})
