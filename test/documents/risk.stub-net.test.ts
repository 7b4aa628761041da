import { expect, test } from 'vitest'
import { ruleOf } from '../../server/src/documents/risk/closings/close.ts'
import { CLOSINGS } from '../../server/src/documents/risk/closings/index.ts'
import { netOfItems } from '../../server/src/documents/risk/pay/between.ts'
import { type ReadAs, rowsDown, writtenPaper } from './written-paper.ts'

type Row = readonly [caption: string, ...figures: string[]]

const TAKEN: Row[] = [
  ['Federal tax', '-358.20'],
  ['Social Security', '-201.41'],
  ['Medicare', '-47.10'],
  ['401K', '-162.43*'],
]

function told(net: string, taken: Row[] = TAKEN, more: Record<string, ReadAs> = {}): string[] {
  const texts = rowsDown(700, [['Gross pay', '3,248.50'], ...taken, ['Net pay', net]])
  const facts = writtenPaper('PAY_STUB', texts, {
    gross_pay: [3248.5, '3,248.50'],
    net_pay: [Number(net.replaceAll(',', '')), net],
    ...more,
  })
  return netOfItems(facts).map(({ code, severity }) => `${severity} ${code}`)
}

const OFF = ['medium PAY_STUB_NET_OF_ITEMS']

test('net pay is gross pay less what stands between the two', () => {
  expect(told('2,479.36')).toEqual([])
  expect(told('3,479.36')).toEqual(OFF)
})

test('a total among its items, what the employer pays, and what is paid beside the pay', () => {
  expect(told('2,479.36', [...TAKEN, ['Taxes in all', '-606.71']])).toEqual([])
  expect(told('2,539.36', [...TAKEN, ['Travel expenses', '60.00']])).toEqual([])
})

test('rows whose figures stand elsewhere, and totals that the closings add up', () => {
  expect(told('3,479.36', [...TAKEN, ['Pension', '', '145.28']])).toEqual([])
  expect(told('3,479.36', TAKEN, { total_deductions: [162.43, '-162.43*'] })).toEqual([])
})

test('a row under headings, without a caption of its own, is taken off as well', () => {
  const bare: Row[] = TAKEN.map(([caption, figure = ''], at) => [at === 1 ? '' : caption, figure])
  expect(told('2,479.36', bare)).toEqual([])
  expect(told('3,479.36', bare)).toEqual(OFF)
})

test('gross and net pay of one line', () => {
  const texts = rowsDown(700, [['Current', '3,581.39', '286.51', '778.95', '3,270.93']])
  const read = { gross_pay: [3581.39, '3,581.39'], net_pay: [3270.93, '3,270.93'] } as const
  expect(netOfItems(writtenPaper('PAY_STUB', texts, read)).map(({ severity }) => severity)).toEqual(['medium'])
})

test('net pay above gross pay less taxes is what items with their signs come to, or it is told', () => {
  const items: Row[] = [
    ['Monthly salary', '3,100.00'],
    ['Overtime', '212.40'],
    ['Mileage', '184.00'],
    ['Tax', '-701.10'],
    ['Union', '-36.50'],
  ]
  // Were the net pay an item of its own sum, whatever it says would be what these come to.
  const itself: Row[] = [
    ['Federal', '-500.00'],
    ['State', '-201.10'],
    ['Total taxes', '701.10'],
  ]
  const [rule] = CLOSINGS.filter(({ code }) => code === 'PAY_STUB_NET_ABOVE_TAXED').map(ruleOf)
  const codes = (net: string, paid = items, taxes = '-701.10') => {
    const facts = writtenPaper('PAY_STUB', rowsDown(700, [...paid, ['Gross', '3,312.40'], ['Paid out', net]]), {
      gross_pay: [3312.4, '3,312.40'],
      total_taxes: [701.1, taxes],
      net_pay: [Number(net.replace(',', '')), net],
    })
    return rule?.(facts).map(({ code }) => code)
  }
  expect(codes('2,758.80')).toEqual([])
  expect(codes('2,958.80')).toEqual(['PAY_STUB_NET_ABOVE_TAXED'])
  const above = ['Gross', '3,312.40'] as const
  expect(codes('2,958.80', [above, ...itself, ['Paid out', '2,958.80']], '701.10')).toEqual([
    'PAY_STUB_NET_ABOVE_TAXED',
  ])
})
