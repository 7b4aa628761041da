import { expect, test } from 'vitest'
import { extractStatement } from '../../server/src/documents/extract/statement/extract-statement.ts'
import type { Section } from '../../server/src/documents/model/findings.ts'
import { SOURCE } from './risk-case.ts'
import { type Written, writtenPage } from './written-page.ts'

const ending = (right: number, y: number, text: string): Written => [right - 5 * text.length, y, text]

function read(...texts: Written[][]) {
  const pages = texts.map((page, at) => writtenPage(page, [], at + 1))
  const section: Section = { type: 'BANK_STATEMENT', confidence: 1, pages: [1, 2], region: undefined }
  return extractStatement(section, pages, { source: SOURCE, pages })
}

const head = (y: number): Written[] => [
  [40, y, 'Date'],
  [90, y, 'Transaction'],
  ending(400, y, 'Withdrawals'),
  ending(480, y, 'Deposits'),
  ending(607, y, 'Balance'),
]
const row = (y: number, date: string, what: string, right: number, amount: string, balance: string): Written[] => [
  [40, y, date],
  [90, y, what],
  ending(right, y, amount),
  ending(607, y, balance),
]
const balance = (y: number, name: string, amount: string): Written[] => [[40, y, name], ending(607, y, amount)]

test('rows from the first balance to the last of a table are one account, what begins anew another', () => {
  const { fields, tables } = read(
    [
      [40, 760, 'Example Bank'],
      [300, 760, '1 May 2026 to 31 May 2026'],
      ...head(700),
      ...balance(686, 'Opening balance', '940.10'),
      ...row(672, '04 May', 'RENT', 400, '300.00', '640.10'),
      ...row(658, '12 May', 'WAGES', 480, '815.40', '1,455.50'),
      ...row(644, '20 May', 'TO SAVINGS', 400, '200.00', '1,255.50'),
      ...balance(630, 'Closing balance', '1,255.50'),
    ],
    [
      [40, 760, 'Example Bank'],
      ...head(700),
      ...balance(686, 'Opening balance', '5,000.00'),
      ...row(672, '20 May', 'FROM EVERYDAY', 480, '200.00', '5,200.00'),
      ...row(658, '31 May', 'INTEREST', 480, '11.83', '5,211.83'),
      ...balance(644, 'Closing balance', '5,211.83'),
    ],
  )
  expect([fields.opening_balance?.value, fields.closing_balance?.value]).toEqual([940.1, 1255.5])
  expect(tables[0]?.rows.map(({ values }) => values.balance)).toEqual([640.1, 1455.5, 1255.5])
})

test('figures amid the lines of their text belong to all of them; the balance of a day is no last one', () => {
  const { fields, tables } = read([
    [40, 760, 'Banca Exemplu S.A.'],
    [300, 760, 'Din 04/05/2026 în 08/05/2026'],
    [40, 700, 'Data'],
    [110, 700, 'Descriere'],
    ending(470, 700, 'Debit'),
    ending(550, 700, 'Credit'),
    [110, 680, 'SOLD ANTERIOR'],
    ending(550, 680, '1,000.00'),
    [110, 662, 'Plata card'],
    [40, 656, '04/05/2026'],
    ending(470, 656, '40.00'),
    [110, 650, 'magazin de pantofi'],
    [110, 634, 'Incasare'],
    ending(550, 628, '500.00'),
    [110, 622, 'factura din aprilie'],
    [110, 604, 'RULAJ ZI'],
    ending(470, 604, '40.00'),
    ending(550, 604, '500.00'),
    [110, 588, 'SOLD FINAL ZI'],
    ending(550, 588, '1,460.00'),
    [40, 570, '08/05/2026'],
    [110, 570, 'Taxa'],
    ending(470, 570, '10.00'),
    [110, 550, 'SOLD FINAL CONT'],
    ending(550, 550, '1,450.00'),
  ])
  expect(fields.closing_balance?.value).toBe(1450)
  expect([fields.statement_start_date?.value, fields.statement_end_date?.value]).toEqual(['2026-05-04', '2026-05-08'])
  const rows = tables[0]?.rows.map(({ values }) => [values.description, values.withdrawal ?? values.deposit])
  expect(rows).toEqual([
    ['Plata card magazin de pantofi', 40],
    ['Incasare factura din aprilie', 500],
    ['Taxa', 10],
  ])
})
