import { expect, test } from 'vitest'
import type { Flag } from '../../server/src/documents/model/findings.ts'
import { earnings } from '../../server/src/documents/risk/earnings.ts'
import { factsOf } from '../../server/src/documents/risk/facts.ts'
import { overtime } from '../../server/src/documents/risk/pay/overtime.ts'
import { partOf, SOURCE } from './risk-case.ts'
import { type Written, writtenPage } from './written-page.ts'

/** A stub with a table of earnings, and its gross pay as a field. */
function flagsOf(lines: Written[], gross: number, printed: string, rule = earnings): Flag[] {
  const page = writtenPage([
    [40, 700, 'Earnings'],
    [200, 700, 'Rate'],
    [280, 700, 'Hours'],
    [360, 700, 'Amount'],
    ...lines,
    [40, 600, 'Gross pay'],
    [360, 600, printed],
  ])
  const part = partOf({ type: 'PAY_STUB', fields: { gross_pay: gross } })
  const words = page.page.words.filter(({ text }) => text === printed).slice(-1)
  if (part.fields.gross_pay) part.fields.gross_pay.words = words
  return rule(factsOf({ source: SOURCE, pages: [page] }, part))
}

const line = (y: number, name: string, rate: string, hours: string, paid: string): Written[] => [
  [40, y, name],
  [200, y, rate],
  [280, y, hours],
  [360, y, paid],
]
const regular = line(680, 'Regular', '31.00', '80.00', '2,480.00')

test('hours at their rates come to the gross pay', () => {
  expect(flagsOf(regular, 2480, '2,480.00')).toEqual([])
  const overtime = line(660, 'Overtime', '46.50', '2.00', '93.00')
  expect(flagsOf([...regular, ...overtime], 2573, '2,573.00')).toEqual([])
  expect(flagsOf(regular, 5480, '5,480.00')).toMatchObject([
    { code: 'PAY_STUB_EARNINGS', severity: 'high', proof: true },
  ])
})

test('a bonus without hours, and a rate that is paid one and a half times, make it silent', () => {
  const bonus: Written[] = [
    [40, 660, 'Bonus'],
    [360, 660, '500.00'],
  ]
  expect(flagsOf([...regular, ...bonus], 2980, '2,980.00')).toEqual([])
  expect(flagsOf([...regular, ...line(660, 'Overtime', '31.00', '2.00', '93.00')], 2573, '2,573.00')).toEqual([])
})

test('a line that hours at their rate do not come to', () => {
  expect(flagsOf(line(680, 'Regular', '31.00', '80.00', '3,480.00'), 3480, '3,480.00')).toMatchObject([
    { code: 'PAY_STUB_LINE', severity: 'medium', proof: true },
  ])
  // A rate that is printed rounded, and one and a half times a rate.
  expect(flagsOf(line(680, 'Salary', '25.48', '80.00', '2,038.46'), 2038.46, '2,038.46')).toEqual([])
  expect(flagsOf(line(680, 'Overtime', '31.00', '10.00', '465.00'), 465, '465.00')).toEqual([])
})

test('extra hours at no usual share above the usual rate', () => {
  const told = (rate: string, paid: string, more: Written[] = []) =>
    flagsOf([...regular, ...line(660, 'Overtime', rate, '4.00', paid), ...more], 2480, '2,480.00', overtime).length
  expect(told('46.50', '186.00')).toBe(0)
  expect(told('38.75', '155.00')).toBe(0)
  expect(told('47.90', '191.60')).toBe(0)
  expect(told('39.40', '157.60')).toBe(1)
  expect(told('18.75', '75.00')).toBe(0)
  expect(told('39.40', '157.60', line(640, 'Night', '33.10', '8.00', '264.80'))).toBe(0)
})
