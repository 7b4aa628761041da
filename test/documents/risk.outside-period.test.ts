import { expect, test } from 'vitest'
import { findFlags } from '../../server/src/documents/risk/find-flags.ts'
import { partOf, readingOf } from './risk-case.ts'

/** Of a statement of March whose rows print no year: what is said of days that lie outside. */
function outside(...dates: string[]): string[] {
  const part = partOf({
    type: 'BANK_STATEMENT',
    fields: { statement_start_date: '2024-03-01', statement_end_date: '2024-03-31' },
    rows: dates.map((date) => ({ date, description: 'Shop' })),
  })
  for (const { words } of part.tables.flatMap(({ rows }) => rows))
    words.date = words.date?.map((one) => ({ ...one, text: one.text.slice(5) })) ?? []
  const flags = findFlags(readingOf({ type: part.type }, [part]), [part])
  const told = flags.filter(({ code }) => code === 'TRANSACTIONS_OUTSIDE_PERIOD')
  return told.map(({ severity, proof }) => `${severity} ${proof}`)
}

test.each([
  ['lie outside in every year', ['2024-06-14', '2024-06-19', '2024-06-20', '2024-06-25'], ['medium true']],
  ['are few, and may be no days', ['2024-06-14', '2024-06-19'], ['low false']],
  ['lie inside in another year', ['2025-03-14', '2025-03-19', '2025-03-20', '2025-03-25'], ['low false']],
])('days without a year that %s', (_, dates, said) => expect(outside(...dates)).toEqual(said))
