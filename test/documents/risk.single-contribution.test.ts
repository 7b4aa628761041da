import { expect, test } from 'vitest'
import { singleContributions } from '../../server/src/documents/risk/pay/single-contributions.ts'
import { rowsDown, writtenPaper } from './written-paper.ts'

type Row = readonly [caption: string, ...figures: string[]]

function told(gross: string, ...rows: Row[]): string[] {
  const facts = writtenPaper('PAY_STUB', rowsDown(700, [['Gross pay', gross], ...rows]), {
    gross_pay: [Number(gross.replaceAll(',', '')), gross],
  })
  return singleContributions(facts).map(({ code, severity, proof }) => `${code} ${severity} ${proof}`)
}

const TOLD = ['PAY_STUB_CONTRIBUTION medium true']

test.each<[string, Row]>([
  ['3,500.00', ['PRSI', '143.50']],
  ['3,500.00', ['PRSI (Employee)', '147.00']],
  ['12,400.00', ['UIF', '124.00']],
  ['4,200.00', ['CPF (Employee)', '840.00']],
  // A member of sixty pays less.
  ['4,200.00', ['Employee CPF', '525.00']],
])('a pay of %s has %j, and no pay two fifths above it', (gross, row) => {
  expect(told(gross, row)).toEqual([])
  expect(told((Number(gross.replaceAll(',', '')) * 1.4).toFixed(2), row)).toEqual(TOLD)
})

test('what is printed and free of it explains the difference', () => {
  expect(told('4,500.00', ['Expenses', '1,000.00'], ['PRSI', '143.50'])).toEqual([])
  expect(told('4,500.00', ['Expenses', '600.00'], ['Mileage', '400.00'], ['PRSI', '143.50'])).toEqual([])
})

test('a ceiling, a credit of small pays, the employer and benefits in kind tell nothing', () => {
  expect(told('31,000.00', ['UIF', '177.12'])).toEqual([])
  expect(told('1,700.00', ['PRSI', '41.00'])).toEqual([])
  expect(told('3,500.00', ['PRSI (Employer)', '98.00'])).toEqual([])
  expect(told('3,500.00', ['PRSI', '165.00'])).toEqual([])
})
