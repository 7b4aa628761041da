import { expect, test } from 'vitest'
import type { TableRow } from '../../server/src/documents/model/findings.ts'
import { weekdayRows } from '../../server/src/documents/risk/weekday-rows.ts'
import { word } from './risk-case.ts'
import { writtenPaper } from './written-paper.ts'

/** A row as it is printed, with the day that it is read as. */
type Row = readonly [printed: string, date: string]

function told(rows: readonly Row[]): string[] {
  const facts = writtenPaper('BANK_STATEMENT', [[40, 700, 'Statement']])
  const read = rows.map(([printed, date], n): TableRow => {
    const words = printed
      .split(' ')
      .map((text, at) => word(text, [40 + 30 * at, 600 - 15 * n, 65 + 30 * at, 609 - 15 * n]))
    return { values: { date }, page: 1, box: [40, 600, 500, 609], words: { date: words } }
  })
  const part = {
    ...facts.part,
    tables: [{ name: 'transactions' as const, page: 1, columns: ['date'], rows: read, confidence: 0.9 }],
  }
  return weekdayRows({ ...facts, part }).map(({ severity, proof, message }) => `${severity} ${proof} ${message}`)
}

test('a statement of another year gives itself away by its weekdays', () => {
  const rows: Row[] = [
    ['Thu 1 Oct', '2025-10-01'],
    ['Fri 2 Oct', '2025-10-02'],
    ['Mon 5 Oct', '2025-10-05'],
  ]
  expect(told(rows)).toEqual([
    'medium true 3 of 3 transactions name another weekday than their date has, the first "Thu 1 Oct" for 2025-10-01',
  ])
})

test.each<[string, Row[]]>([
  [
    'the right ones',
    [
      ['Wed 1 Oct', '2025-10-01'],
      ['Do. 02.10.', '2025-10-02'],
      ['venerdì 3 ottobre', '2025-10-03'],
    ],
  ],
  [
    'one slip',
    [
      ['Thu 1 Oct', '2025-10-01'],
      ['Thu 2 Oct', '2025-10-02'],
      ['Fri 3 Oct', '2025-10-03'],
    ],
  ],
  [
    'days and months that may be turned round',
    [
      ['Tue 03/04', '2025-04-03'],
      ['Tue 05/06', '2025-06-05'],
    ],
  ],
  [
    'none',
    [
      ['1 Oct', '2025-10-01'],
      ['2 Oct', '2025-10-02'],
    ],
  ],
])('%s say nothing', (_, rows) => expect(told(rows)).toEqual([]))
