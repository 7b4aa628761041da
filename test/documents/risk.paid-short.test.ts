import { expect, test } from 'vitest'
import { paidShort } from '../../server/src/documents/risk/paid-short.ts'
import { rowsDown, writtenPaper } from './written-paper.ts'

type Row = readonly [caption: string, ...figures: string[]]

function told(total: string, ...rows: Row[]): string[] {
  const facts = writtenPaper('RECEIPT', rowsDown(700, [['Total', total], ...rows]), { total: [Number(total), total] })
  return paidShort(facts).map(({ code, severity, proof }) => `${code} ${severity} ${proof}`)
}

test('a total above what the one card paid was raised', () => {
  expect(told('308.16', ['Mastercard', '258.16'])).toEqual(['RECEIPT_PAID medium true'])
})

test.each<[string, ...Row[]]>([
  ['258.16', ['Mastercard', '258.16']],
  // A tip on the slip, or cash back.
  ['258.16', ['Mastercard', '288.16']],
  // Paid in two ways, the second of which may be called anything.
  ['308.16', ['Mastercard', '258.16'], ['Cash', '50.00']],
  ['308.16', ['Mastercard', '258.16'], ['Loyalty points', '50.00']],
  ['308.16', ['Voucher 8821', '50.00'], ['Visa', '258.16']],
  // Rounded.
  ['258.19', ['Cash', '258.20']],
])('a total of %s is in order with %j', (...paper) => expect(told(...paper)).toEqual([]))
