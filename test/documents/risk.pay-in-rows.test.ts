import { expect, test } from 'vitest'
import { saidInRows } from '../../server/src/documents/risk/pay/said-in-rows.ts'
import { writtenPaper } from './written-paper.ts'

/** Rows of a list: a caption, and what stands behind it in columns of its own. */
type Row = readonly [caption: string, ...values: string[]]

const told = (...rows: readonly Row[]) => {
  const texts = rows.flatMap((cells, n) => cells.map((text, at) => [40 + 190 * at, 700 - 14 * n, text] as const))
  return saidInRows(writtenPaper('INCOME_LETTER', texts)).map(({ code, severity, proof }) => [code, severity, proof])
}

const DISAGREES = [['PAY_SAID_TWICE', 'medium', true]]

test.each<Row[]>([
  [
    ['Gross annual salary:', '£43,100.00'],
    ['Paid:', 'monthly, £3,125.00 gross'],
  ],
  [['Annual salary: $96,000.00'], ['Monthly salary: $7,250.00']],
  [
    ['Basic annual salary:', '£31,200.00'],
    ['Contract:', 'permanent'],
    ['Basic weekly pay:', '£680.00'],
  ],
  [
    ['Bruttogehalt jährlich:', '58.800,00 EUR'],
    ['Bruttogehalt monatlich:', '5.900,00 EUR'],
  ],
  [
    ['Pension before tax, a year', '£9,000.00', '£9,720.00'],
    ['Pension before tax, a month', '£750.00', '£960.00'],
  ],
])('one of two rows was changed: %j', (...rows) => expect(told(...rows)).toEqual(DISAGREES))

test.each<Row[]>([
  [
    ['Gross annual salary:', '£37,500.00'],
    ['Paid:', 'monthly, £3,125.00 gross'],
  ],
  // Rounded to whole pounds.
  [
    ['Annual salary:', '£40,000'],
    ['Monthly salary:', '£3,333'],
  ],
  // Thirteen and fourteen months' pay.
  [
    ['Bruttogehalt jährlich:', '62.400,00 EUR'],
    ['Bruttogehalt monatlich:', '4.800,00 EUR'],
  ],
  [
    ['Bruttogehalt jährlich:', '67.200,00 EUR'],
    ['Bruttogehalt monatlich:', '4.800,00 EUR'],
  ],
  // What is left after tax, said so or not.
  [
    ['Gross annual salary:', '£37,500.00'],
    ['Net monthly salary:', '£2,481.20'],
  ],
  [
    ['Gross annual salary:', '£37,500.00'],
    ['Paid:', 'monthly, £2,481.20'],
  ],
  // With what comes beside it.
  [
    ['Basic annual salary:', '£37,500.00'],
    ['Gross monthly pay:', '£3,610.40'],
  ],
  [
    ['Annual salary:', '£37,500.00'],
    ['Average monthly salary:', '£3,610.40'],
  ],
  [
    ['Annual salary:', '£37,500.00'],
    ['Monthly bonus:', '£200.00'],
  ],
  // Of another year.
  [
    ['Annual salary in 2024:', '£34,000.00'],
    ['Monthly salary:', '£3,125.00'],
  ],
  [
    ['Pension before tax, a year', '£8,947.98', '£9,288.00'],
    ['Pension before tax, a month', '£745.67', '£774.00'],
  ],
])('in order: %j', (...rows) => expect(told(...rows)).toEqual([]))
