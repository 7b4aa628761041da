import { expect, test } from 'vitest'
import { grossOfItems } from '../../server/src/documents/risk/pay/gross-of-items.ts'
import { type ReadAs, rowsDown, writtenPaper } from './written-paper.ts'

type Row = readonly [caption: string, ...figures: string[]]

function told(gross: string, net: string, rows: Row[]): string[] {
  const read: Record<string, ReadAs> = {
    gross_pay: [Number(gross.replace(',', '')), gross],
    net_pay: [Number(net.replace(',', '')), net],
  }
  return grossOfItems(writtenPaper('PAY_STUB', rowsDown(700, rows), read)).map(({ code }) => code)
}

const list = (gross: string, net = '2,633.40'): Row[] => [
  ['Monthly salary', '3,240.00'],
  ['Overtime', '180.00'],
  ['Gross pay', gross],
  ['Tax', '-786.60'],
  ['Net pay', net],
]

test('a gross pay above items that lead to the net pay', () =>
  expect(told('4,420.00', '2,633.40', list('4,420.00'))).toEqual(['PAY_STUB_GROSS_OF_ITEMS']))

test.each<[string, string, string, Row[]]>([
  ['what its items come to', '3,420.00', '2,633.40', list('3,420.00')],
  ['items that lead nowhere, of which some may stand elsewhere', '4,420.00', '2,900.00', list('4,420.00', '2,900.00')],
  ['no item over it', '4,420.00', '2,633.40', list('4,420.00').slice(2)],
  ['a cent off', '3,420.04', '2,633.40', list('3,420.04')],
])('%s', (_, gross, net, rows) => expect(told(gross, net, rows)).toEqual([]))
