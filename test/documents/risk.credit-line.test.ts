import { expect, test } from 'vitest'
import { cardMinimum } from '../../server/src/documents/risk/card-minimum.ts'
import { creditLine } from '../../server/src/documents/risk/credit-line.ts'
import { rowsDown, writtenPaper } from './written-paper.ts'

function told(balance: string, left: string, limit = '12,000.00', caption = 'Available credit'): string[] {
  const texts = rowsDown(700, [
    ['New balance', balance],
    ['Credit limit', limit],
    [caption, left],
  ])
  const value = Number(balance.replaceAll(',', ''))
  const facts = writtenPaper('CREDIT_CARD_STATEMENT', texts, { closing_balance: [value, balance] })
  return creditLine(facts).map(({ code, severity, proof }) => `${severity} ${proof} ${code}`)
}

test('a card owes no more than it has used of its limit', () => {
  expect(told('3,123.33', '8,876.67')).toEqual([])
  expect(told('4,060.33', '8,876.67')).toEqual(['medium false CARD_CREDIT_LEFT'])
  expect(told('4,060.33', '8,876.67', '12,000', 'Crédit disponible')).toEqual(['medium false CARD_CREDIT_LEFT'])
})

test('purchases on their way, whole dollars, nothing left, and a paper that does not say', () => {
  expect(told('2,060.33', '8,876.67')).toEqual([])
  expect(told('4,060.33', '8,876.00')).toEqual([])
  expect(told('12,960.33', '0.00')).toEqual([])
  expect(told('4,060.33', '8,876.67', '12,000.00', 'Cash advance')).toEqual([])
})

test('a limit that was changed, and a large deposit that is on its way', () => {
  expect(told('3,123.33', '8,876.67', '42,000.00')).toEqual(['medium false CARD_CREDIT_LEFT'])
  expect(told('3,123.33', '6,876.67')).toEqual([])
  expect(told('3,123.33', '4,851.67')).toEqual([])
})

test('what is least to be paid is the share that its caption says', () => {
  const least = (balance: string, minimum: string, caption = 'Minimum payment (2%)', fee = '0.00') => {
    const texts = rowsDown(700, [
      ['New balance', balance],
      ['Past due', fee],
      [caption, minimum],
    ])
    const read = { closing_balance: [Number(balance.replaceAll(',', '')), balance] } as const
    return cardMinimum(writtenPaper('CREDIT_CARD_STATEMENT', texts, read)).map(({ code }) => code)
  }
  expect(least('2,417.50', '48.35')).toEqual([])
  expect(least('417.50', '48.35')).toEqual(['CARD_MINIMUM'])
  expect(least('417.50', '25.00')).toEqual([])
  expect(least('417.50', '48.35', 'Minimum payment (2% or $10)')).toEqual([])
  expect(least('417.50', '48.35', 'Minimum payment (2%)', '40.00')).toEqual([])
})
