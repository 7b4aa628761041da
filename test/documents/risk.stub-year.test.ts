import { expect, test } from 'vitest'
import { yearColumns } from '../../server/src/documents/risk/pay/year-columns.ts'
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

/** A stub whose taxes and deductions stand in tables of their own; `year` is the gross pay of the year so far. */
function closed(year: string, net: string, ...more: Row[]): string[] {
  const rows: Row[] = [
    ['Gross pay', '3,248.50', year],
    ['Total taxes', '558.51', '2,792.56'],
    ['Total deductions', '120.00', '600.00'],
    ['Net pay', '2,569.99', net],
    ...more,
  ]
  const amountOf = (text: string) => [Number(text.replace(/,/g, '')), text] as [number, string]
  const facts = writtenPaper('PAY_STUB', rowsDown(700, rows), {
    ...{ gross_pay: [3248.5, '3,248.50'], ytd_gross_pay: amountOf(year) },
    ...{ total_taxes: [558.51, '558.51'], total_deductions: [120, '120.00'] },
    ...{ net_pay: [2569.99, '2,569.99'], ytd_net_pay: amountOf(net) },
  })
  return yearColumns(facts).map(({ code, severity, proof }) => `${code} ${severity} ${proof}`)
}

test('where this pay closes, the year so far does', () => {
  expect(closed('16,242.50', '12,849.94')).toEqual([])
  expect(closed('26,242.50', '12,849.94')).toEqual(['PAY_STUB_YEAR medium true'])
  expect(closed('16,242.50', '22,849.94')).toEqual(['PAY_STUB_YEAR medium true'])
})

test('what was paid beside it in the year, and is printed, explains the rest', () => {
  expect(closed('16,242.50', '13,049.94', ['Expenses paid back', '200.00'])).toEqual([])
})
