import { describe, expect, test } from 'vitest'
import { contributions } from '../../server/src/documents/risk/pay/contributions.ts'
import { rowsDown, writtenPaper } from './written-paper.ts'

type Row = readonly [caption: string, ...figures: string[]]

/** What the rule says of a stub that is paid on that day; the first row is that of the gross pay. */
function told(day: string, gross: Row, ...rows: Row[]): string[] {
  const texts = rowsDown(700, [gross, ...rows])
  const [, pay = '', year] = gross
  const number = (text: string) => Number(text.replaceAll(',', ''))
  const facts = writtenPaper('PAY_STUB', [[40, 740, day], ...texts], {
    pay_date: [day, day],
    gross_pay: [number(pay), pay],
    ...(year ? { ytd_gross_pay: [number(year), year] as const } : {}),
  })
  return contributions(facts).map(({ severity, fields }) => `${severity} ${fields}`)
}

const FICA: Row[] = [
  ['Federal income tax', '310.00', '3,255.00'],
  ['Social Security', '201.41', '2,115.35'],
  ['Medicare', '47.10', '494.72'],
]

describe('what the law takes tells the pay', () => {
  test('of this pay, and of the year so far', () => {
    expect(told('2025-05-30', ['Gross pay', '3,248.50', '34,118.50'], ...FICA)).toEqual([])
    expect(told('2025-05-30', ['Gross pay', '4,248.50', '34,118.50'], ...FICA)).toEqual(['medium gross_pay'])
    expect(told('2025-05-30', ['Gross pay', '3,248.50', '54,118.50'], ...FICA)).toEqual(['medium ytd_gross_pay'])
  })

  test('Canada exempts a part of the pay, by the pays of a year', () => {
    const rows: Row[] = [
      ['CPP', '129.30'],
      ['EI', '37.85'],
      ['Income tax', '356.12'],
    ]
    expect(told('2025-06-12', ['Gross pay', '2,307.69'], ...rows)).toEqual([])
    expect(told('2025-06-12', ['Gross pay', '3,307.69'], ...rows)).toEqual(['medium gross_pay'])
    // No year is known of which these are the rates.
    expect(told('2031-06-12', ['Gross pay', '3,307.69'], ...rows)).toEqual([])
  })

  test('Germany takes pensions and unemployment insurance of the same pay', () => {
    const rows: Row[] = [
      ['RV-Beitrag', '339.45'],
      ['AV-Beitrag', '47.45'],
    ]
    expect(told('2025-01-31', ['Gesamt-Brutto', '3,650.00'], ...rows)).toEqual([])
    expect(told('2025-01-31', ['Gesamt-Brutto', '4,650.00'], ...rows)).toEqual(['medium gross_pay'])
  })
})

describe('what else explains a difference', () => {
  test('a plan that is paid for before tax, and earnings that are free of it', () => {
    const rows: Row[] = [
      ['Social Security', '189.01'],
      ['Medicare', '44.20'],
      ['Medical', '150.00'],
      ['Dental', '50.00'],
    ]
    expect(told('2025-05-30', ['Gross pay', '3,248.50'], ...rows)).toEqual([])
    expect(told('2025-05-30', ['Gross pay', '4,948.50'], ...rows)).toEqual(['medium gross_pay'])
  })

  test('a ceiling that one of them has reached', () => {
    const rows: Row[] = [
      ['Social Security', '12.40'],
      ['Medicare', '261.00'],
    ]
    expect(told('2025-11-28', ['Gross pay', '18,000.00'], ...rows)).toEqual([])
  })

  test('one contribution alone tells nothing', () => {
    expect(told('2025-05-30', ['Gross pay', '4,248.50'], ['Social Security', '201.41'])).toEqual([])
  })
})
