import { describe, expect, test } from 'vitest'
import { type Case, codesOf, flagNamed } from './risk-case.ts'

describe('a line that says a digit more than its quantity at its price', () => {
  const lines = (amount: number, price = 61.5): Case => ({
    type: 'INVOICE',
    fields: { subtotal: 860 + amount },
    table: 'line_items',
    rows: [
      { description: 'Survey', quantity: 1, unit_price: 520, amount: 520 },
      { description: 'Cable', quantity: 40, unit_price: 8.5, amount: 340 },
      { description: 'Panels', quantity: 30, unit_price: price, amount },
    ],
  })
  const told = (made: Case) => codesOf(made).includes('INVOICE_LINE_PRODUCT')

  test('among lines that hold', () => {
    expect(told(lines(1845))).toBe(false)
    expect(told(lines(3845))).toBe(true)
  })

  test('discounts, a surcharge that is printed, and lines that were recognised', () => {
    expect(told(lines(1745))).toBe(false)
    expect(told(lines(1660.5))).toBe(false)
    expect(told({ ...lines(3845), printed: ['2,000.00'] })).toBe(false)
    const doubted: Case = { ...lines(3845), origin: 'ocr', wordConfidence: 0.6 }
    expect(flagNamed(doubted, 'INVOICE_LINE_PRODUCT').severity).toBe('low')
  })
})

describe('a receipt of which the lines are what was paid', () => {
  const receipt = (total: number, tender: string, more: Partial<Case> = {}): Case => ({
    type: 'RECEIPT',
    fields: { total },
    table: 'line_items',
    rows: [
      { description: 'Soup', amount: 12.4 },
      { description: 'Bread', amount: 3.1 },
    ],
    ...more,
    words: written(tender),
  })
  const told = (made: Case) => codesOf(made).includes('RECEIPT_PAID')

  test('and the total is more', () => {
    expect(told(receipt(15.5, 'Visa 15.50'))).toBe(false)
    expect(told(receipt(45.5, 'Visa 15.50'))).toBe(true)
    expect(told(receipt(45.5, 'Visa 15.50', { origin: 'ocr' }))).toBe(false)
  })

  test('a tip that is added, another sum that was paid, and two tenders', () => {
    expect(told(receipt(18.5, 'Visa 15.50', { fields: { total: 18.5, tip: 3 } }))).toBe(false)
    expect(told(receipt(45.5, 'Visa 45.50'))).toBe(false)
    expect(told(receipt(45.5, 'Visa 15.50 30.00'))).toBe(false)
  })
})

function written(line: string): NonNullable<Case['words']> {
  return line.split(' ').map((text, at) => ({
    ...PLAIN,
    text,
    box: [40 + 60 * at, 40, 40 + 60 * at + 6 * text.length, 50],
  }))
}

const PLAIN = {
  size: 10,
  font: 'Helvetica',
  bold: false,
  color: '#000000',
  visibility: 'shown',
  origin: 'text',
  confidence: 1,
  order: 0,
} as const
