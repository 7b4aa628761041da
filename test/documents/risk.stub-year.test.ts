import { expect, test } from 'vitest'
import { yearOfItems } from '../../server/src/documents/risk/pay/year-of-items.ts'
import { rowsDown, writtenPaper } from './written-paper.ts'

type Row = readonly [caption: string, ...figures: string[]]

function told(...rows: Row[]): string[] {
  const facts = writtenPaper('PAY_STUB', rowsDown(700, [['Gross pay', '3,248.50', '16,242.50'], ...rows]), {
    gross_pay: [3248.5, '3,248.50'],
    ytd_gross_pay: [16242.5, '16,242.50'],
  })
  return yearOfItems(facts).map(({ code, severity, proof }) => `${code} ${severity} ${proof}`)
}

const [TAX, SOCIAL, HEALTH]: Row[] = [
  ['Federal income tax', '310.00', '1,550.00'],
  ['Social Security', '201.41', '1,007.04'],
  ['Medicare', '47.10', '235.52'],
] as Row[] as [Row, Row, Row]

test('an item is no more than the same of the year so far', () => {
  expect(told(TAX, SOCIAL, HEALTH)).toEqual([])
  expect(told(TAX, SOCIAL, ['Bonus', '2,000.00', '450.00'])).toEqual(['PAY_STUB_ITEM_ABOVE_YEAR medium true'])
})

test('the first of its kind, a correction, and cents are in order', () => {
  expect(told(TAX, SOCIAL, ['Bonus', '450.00', '450.00'])).toEqual([])
  expect(told(TAX, SOCIAL, ['Refund', '450.00', '-120.00'])).toEqual([])
  expect(told(TAX, SOCIAL, ['Union', '12.40', '12.04'])).toEqual([])
})

test('columns of something else, and rows too few to tell the columns, accuse nobody', () => {
  expect(told(TAX, ['Hours', '80.00', '31.00'], ['Hours at night', '20.00', '15.00'], SOCIAL)).toEqual([])
  expect(told(['Bonus', '2,000.00', '450.00'])).toEqual([])
})
