import { expect, test } from 'vitest'
import { type Case, flagsOf, SOURCE } from './risk-case.ts'

const made = (created: string, more: Partial<Case> = {}, producer = 'Ledger Composer 4') =>
  flagsOf({
    type: 'BANK_STATEMENT',
    fields: { statement_start_date: '2024-03-01', statement_end_date: '2024-03-31' },
    source: { info: { ...SOURCE.info, created, modified: created, producer } },
    ...more,
  })
    .filter(({ code }) => code === 'MADE_LONG_AFTER_PERIOD')
    .map(({ severity, proof, fields }) => [severity, proof, ...fields])

test('a statement that was made two years after its month is told of, and weighs nothing', () => {
  expect(made('2026-02-11T09:00:00Z')).toEqual([['info', false, 'statement_end_date']])
})

const stub: Partial<Case> = { type: 'PAY_STUB', fields: { pay_period_end: '2024-03-31', pay_date: '2024-04-04' } }
test('so does a pay stub', () => {
  expect(made('2025-06-30T09:00:00Z', stub)).toEqual([['info', false, 'pay_period_end']])
})

test.each<[string, ReturnType<typeof made>]>([
  ['in its month', made('2024-04-02T09:00:00Z')],
  ['again within a year', made('2025-03-02T09:00:00Z')],
  ['on no known day', made('')],
  ['by whoever printed it again', made('2026-02-11T09:00:00Z', {}, 'Microsoft: Print To PDF')],
  ['by what joins pages', made('2026-02-11T09:00:00Z', {}, 'iLovePDF')],
  ['by a scanner', made('2026-02-11T09:00:00Z', { origin: 'ocr' })],
  ['as a letter', made('2026-02-11T09:00:00Z', { type: 'INCOME_LETTER', fields: { letter_date: '2024-03-31' } })],
])('not one that was made %s', (_, flags) => expect(flags).toEqual([]))
