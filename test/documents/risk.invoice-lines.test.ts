import { describe, expect, test } from 'vitest'
import { type Case, codesOf, flagNamed, flagsOf } from './risk-case.ts'

const LINES = [
  { description: 'Oak board', quantity: 4, unit_price: 150, amount: 600 },
  { description: 'Planing', quantity: 2, unit_price: 200, amount: 400 },
]

const invoice = (fields: Record<string, number>, more: Partial<Case> = {}): Case => ({
  type: 'INVOICE',
  fields,
  rows: LINES,
  table: 'line_items',
  ...more,
})

const levelOf = (made: Case, code = 'INVOICE_LINES_SUM') => {
  const flag = flagsOf(made).find((each) => each.code === code)
  return flag && `${flag.severity} ${flag.proof}`
}

describe('lines that are all there, and a subtotal that was raised with the total', () => {
  const raised = { subtotal: 1330, total_tax: 190, invoice_total: 1520 }

  test('accuse, and the tax bears it out', () => {
    expect(levelOf(invoice(raised))).toBe('medium true')
    expect(levelOf(invoice(raised), 'INVOICE_LINES_TOTAL')).toBe('medium true')
    expect(levelOf(invoice({ ...raised, subtotal: 1000, invoice_total: 1190 }))).toBe(undefined)
  })

  test.each<[string, Partial<Case>]>([
    ['one line that may be a part of others', { rows: [{ description: 'Oak board', amount: 1000 }] }],
    [
      'a line off its product',
      { rows: [...LINES.slice(1), { ...LINES[0], unit_price: 145 }] as Case['rows'] & object },
    ],
    ['lines that recognition read', { origin: 'ocr' }],
    ['a printed rate of the lines, of which the amount is not printed', { printed: ['33 %'] }],
  ])('%s is a note', (_, more) => expect(levelOf(invoice(raised, more))).toBe('info false'))

  test('prices that hold the tax come to the total', () => {
    expect(levelOf(invoice({ subtotal: 840.34, total_tax: 159.66, invoice_total: 1000 }))).toBe(undefined)
    expect(levelOf(invoice({ subtotal: 840.34, total_tax: 159.66, amount_due: 1000 }))).toBe(undefined)
  })
})

test('what is due stands for the total where nothing else is called so', () => {
  expect(codesOf(invoice({ subtotal: 1000, total_tax: 190, amount_due: 1190 }))).toEqual([])
  expect(codesOf(invoice({ subtotal: 1000, total_tax: 190, amount_due: 1890 }))).toContain('INVOICE_DUE')
  const paid = invoice({ subtotal: 1000, total_tax: 190, amount_due: 690 }, { printed: ['500.00'] })
  expect(codesOf(paid)).not.toContain('INVOICE_DUE')
})

describe('receipts', () => {
  const receipt = (total: number, rows: Case['rows'] & object = LINES): Case => ({
    type: 'RECEIPT',
    fields: { total },
    rows,
    table: 'line_items',
  })

  test('lines against the total', () => {
    expect(codesOf(receipt(1000))).toEqual([])
    expect(flagNamed(receipt(1437), 'RECEIPT_LINES')).toMatchObject({ severity: 'medium', proof: true })
  })

  test('a row that is no line but a number of gallons makes it a note', () => {
    const pump = [
      { description: 'Gallons', amount: 6.941 },
      { description: 'Fuel sale', amount: 11.76 },
    ]
    expect(levelOf(receipt(11.76, pump), 'RECEIPT_LINES')).toBe('info false')
  })
})
