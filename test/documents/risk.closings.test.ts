import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Addition } from '../../server/src/documents/risk/addition.ts'
import type { Closing } from '../../server/src/documents/risk/closings/closing.ts'
import { CLOSINGS } from '../../server/src/documents/risk/closings/index.ts'
import { type Case, flagNamed, flagsOf } from './risk-case.ts'

const cents = fc.integer({ min: 1000, max: 900_000 }).map((value) => value / 100)
/** No sum of what is printed, and no rounding. */
const CHANGE = 1234.56

type Figures = Record<string, number | number[]>

/** A paper on which one way of a closing holds; what a ceiling is above leaves room. */
function paperOf({ types, must }: Closing, { stated, terms }: Addition, values: readonly number[]): Case {
  const figures = terms.map(([sign, name], n) => [name, sign, values[n] as number] as const)
  const sum = figures.reduce((left, [, sign, value]) => left + sign * value, 0)
  const whole: Figures = Object.fromEntries(figures.map(([name, , value]) => [name, value]))
  whole[stated] = Math.round(100 * (must === 'equal' ? sum : 0.9 * sum)) / 100
  return caseOf(types[0] as Case['type'], whole)
}

function caseOf(type: Case['type'], figures: Figures): Case {
  const entries = Object.entries(figures)
  const fields = Object.fromEntries(entries.filter(([name]) => !name.includes('.'))) as Record<string, number>
  const cells = entries.filter(([name]) => name.includes('.')).map(([name, value]) => [name.split('.')[1], value])
  const rows = cells.map(([column, value]) => ({ description: 'Work', [column as string]: value as number }))
  return {
    type,
    fields,
    rows,
    table: entries.some(([name]) => name.startsWith('line_items')) ? 'line_items' : 'transactions',
  }
}

/** Gross first and much the larger, so that nothing taken off leaves less than nothing. */
const valuesFor = ({ terms }: Addition) =>
  fc.tuple(...terms.map((_, n) => (n === 0 ? cents.map((value) => value + 30_000) : cents)))

const isRaised = (made: Case, { code }: Closing) => flagsOf(made).some((flag) => flag.code === code)

describe.each(
  CLOSINGS.flatMap((closing) => closing.ways.map((way) => [closing.code, way.stated, closing, way] as const)),
)('%s of %s', (_, stated, closing, way) => {
  test('a paper that closes raises nothing; one figure raised breaks it', () => {
    fc.assert(
      fc.property(valuesFor(way), (values) => {
        const made = paperOf(closing, way, values)
        expect(isRaised(made, closing)).toBe(false)
        const more = closing.must === 'equal' ? CHANGE : 0.1 * (values[0] as number) + CHANGE
        const fields = { ...made.fields, [stated]: (made.fields?.[stated] as number) + more }
        expect(isRaised({ ...made, fields }, closing)).toBe(true)
      }),
      { numRuns: 20 },
    )
  })

  test('what is missing makes it silent', () => {
    const made = paperOf(
      closing,
      way,
      way.terms.map((_, n) => 40_000 - 100.5 * n),
    )
    const { [stated]: _gone, ...fields } = made.fields ?? {}
    expect(isRaised({ ...made, fields }, closing)).toBe(false)
  })
})

describe('what explains a difference', () => {
  const invoice = (change: Case['fields'], more: Partial<Case> = {}): Case => ({
    type: 'INVOICE',
    fields: { subtotal: 1000, total_tax: 190, invoice_total: 1190, ...change },
    ...more,
  })

  test('the quantity of a line explains no total', () => {
    const rows = [{ description: 'Bolts', quantity: 200, unit_price: 5, amount: 1000 }]
    const raised = invoice({ invoice_total: 1390 }, { rows, table: 'line_items', printed: [] })
    expect(flagNamed(raised, 'INVOICE_TOTAL')).toMatchObject({ severity: 'high', proof: true })
  })

  test('a number far from the sum explains nothing, though amounts are printed without cents', () => {
    const words = (y: number) => [{ ...FAR, box: [60, y, 90, y + 9] as [number, number, number, number] }]
    const fields = { subtotal: 100, total_tax: 20, invoice_total: 150 }
    expect(isAlarmed(invoice(fields, { words: words(120) }))).toBe(true)
  })

  const FAR = {
    text: '30.00',
    size: 9,
    font: 'Helvetica',
    bold: false,
    color: '#000000',
    visibility: 'shown' as const,
    origin: 'text' as const,
    confidence: 1,
    order: 900,
  }
  const isAlarmed = (made: Case) => flagsOf(made).some(({ code }) => code === 'INVOICE_TOTAL')

  test('a prepayment, a discount or arrears printed by the sum do', () => {
    expect(isAlarmed(invoice({ invoice_total: 1090 }, { printed: ['100.00'] }))).toBe(false)
    const due = { amount_due: 1250 }
    expect(flagNamed(invoice(due), 'INVOICE_DUE_ABOVE_TOTAL')).toMatchObject({ severity: 'medium', proof: true })
    expect(flagsOf(invoice(due, { printed: ['60.00'] })).map(({ code }) => code)).toEqual([])
    expect(flagsOf(invoice({ amount_due: 690 })).map(({ code }) => code)).toEqual([])
  })
})

describe('lines where neither subtotal nor tax is printed', () => {
  const rows = [
    { description: 'Lunch', quantity: 45, unit_price: 13.25, amount: 596.25 },
    { description: 'Coffee', quantity: 4, unit_price: 32, amount: 128 },
  ]
  const due = (amount_due: number, more: Partial<Case> = {}): Case => ({
    type: 'INVOICE',
    fields: { amount_due },
    rows,
    table: 'line_items',
    ...more,
  })

  test('come to the balance due', () => {
    expect(flagsOf(due(724.25))).toEqual([])
    expect(flagNamed(due(1124.25), 'INVOICE_LINES_DUE')).toMatchObject({ severity: 'medium', proof: true })
  })

  test('or less what was prepaid, or more a tip', () => {
    expect(flagsOf(due(424.25, { printed: ['300.00'] }))).toEqual([])
    expect(flagsOf(due(764.25, { printed: ['40.00'] }))).toEqual([])
  })
})

describe('recognised figures', () => {
  const scanned = (change: Case['fields'], sure: number, more: Partial<Case> = {}): Case => ({
    type: 'BANK_STATEMENT',
    origin: 'ocr',
    wordConfidence: sure,
    fields: { opening_balance: 1000, closing_balance: 3385.36, ...change },
    rows: [
      { date: '2025-03-02', withdrawal: 640, balance: 360 },
      { date: '2025-03-09', deposit: 3106.58, balance: 3466.58 },
      { date: '2025-03-15', withdrawal: 81.22, balance: 3385.36 },
    ],
    ...more,
  })
  const severities = (made: Case) => [...new Set(flagsOf(made).map(({ severity }) => severity))]

  test('one digit that one sum contradicts may be misread; two sums that lack the same say so', () => {
    const one = { type: 'INVOICE', origin: 'ocr', wordConfidence: 0.98 } as const
    const fields = { subtotal: 1000, total_tax: 190, invoice_total: 1390 }
    expect(severities({ ...one, fields })).toEqual(['low'])
    expect(severities(scanned({ closing_balance: 8385.36 }, 0.98))).toEqual(['medium'])
  })

  test.each([0.94, 0.7])('characters that are not sure (%d) accuse nobody', (sure) => {
    expect(severities(scanned({ closing_balance: 8385.36 }, sure))).toEqual(['low'])
  })
})
