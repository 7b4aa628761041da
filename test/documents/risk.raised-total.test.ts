import { expect, test } from 'vitest'
import { type Case, flagsOf } from './risk-case.ts'

const ROWS = [
  { date: '2025-03-11', description: 'Fuel', withdrawal: 96.4 },
  { date: '2025-03-17', description: 'Flight', withdrawal: 412.8 },
  { date: '2025-03-21', description: 'Payment', deposit: 1482.1 },
  { date: '2025-03-27', description: 'Shop', withdrawal: 58.19 },
]

/** A card that owed 1,482.10: what it says it owes now, and of which purchases. */
const card = (closing: number, purchases: number, more: Partial<Case> = {}): Case => ({
  type: 'CREDIT_CARD_STATEMENT',
  fields: { opening_balance: 1482.1, closing_balance: closing, total_deposits: 1482.1, total_withdrawals: purchases },
  rows: ROWS,
  ...more,
})

const levelOf = (made: Case) => flagsOf(made).find(({ code }) => code === 'STATEMENT_ROWS')?.severity

test('a total that was raised with the balance, whatever that does to how sure the two are', () => {
  expect(levelOf(card(567.39, 567.39))).toBe(undefined)
  expect(levelOf(card(967.32, 967.32))).toBe('medium')
  expect(levelOf(card(967.32, 967.32, { fieldConfidence: 0.7 }))).toBe('medium')
})

test('rows may stand on pages that are not there', () => {
  expect(levelOf(card(967.32, 967.32, { printed: ['Page 1 of 2'] }))).toBe('low')
})
