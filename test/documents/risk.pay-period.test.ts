import { expect, test } from 'vitest'
import { flagsOf } from './risk-case.ts'

const told = (paid: string, until = '2024-03-28') =>
  flagsOf({
    type: 'PAY_STUB',
    fields: { pay_period_start: '2024-03-01', pay_period_end: until, pay_date: paid, pay_frequency: 'Biweekly' },
  }).map(({ code, severity, proof }) => `${code} ${severity} ${proof}`)

test.each([
  ['paid in the midst of two of its periods', '2024-03-19', '2024-03-28', ['PAY_PERIOD_TOO_LONG medium true']],
  ['paid for two periods at once', '2024-04-02', '2024-03-28', ['PAY_PERIOD_TOO_LONG low false']],
  ['paid some days before the end of two', '2024-03-25', '2024-03-28', ['PAY_PERIOD_TOO_LONG low false']],
  ['paid for its period', '2024-03-19', '2024-03-14', []],
])('%s', (_, paid, until, found) => expect(told(paid, until)).toEqual(found))
