import { expect, test } from 'vitest'
import { cashChange } from '../../server/src/documents/risk/cash-change.ts'
import { rowsDown, writtenPaper } from './written-paper.ts'

type Row = readonly [caption: string, ...figures: string[]]

function told(total: string, ...rows: Row[]): string[] {
  const facts = writtenPaper('RECEIPT', rowsDown(700, [['Total', total], ...rows]), { total: [Number(total), total] })
  return cashChange(facts).map(({ code, severity, proof }) => `${code} ${severity} ${proof}`)
}

const TOLD = ['RECEIPT_CHANGE medium true']

test.each<[string, Row, Row]>([
  ['93.40', ['Cash', '50.00'], ['Change', '26.60']],
  ['33.40', ['Cash tendered', '50.00'], ['Change due:', '26.60']],
  ['93.40', ['Gegeben', '50.00'], ['Rückgeld', '26.60']],
])('a total of %s is not paid by %j with %j', (...paper) => expect(told(...paper)).toEqual(TOLD))

test.each<[string, ...Row[]]>([
  ['23.40', ['Cash', '50.00'], ['Change', '26.60']],
  // Rounded to what coins there are.
  ['23.42', ['Cash', '50.00'], ['Change', '26.60']],
  // The balance after a voucher is printed.
  ['33.40', ['Due', '23.40'], ['Cash', '50.00'], ['Change', '26.60']],
  // Paid in two ways, or without change.
  ['93.40', ['Visa', '70.00'], ['Cash', '50.00'], ['Change', '26.60']],
  ['93.40', ['Cash', '100.00'], ['Change', '0.00']],
  ['93.40', ['Cash', '50.00']],
])('a total of %s is in order with %j', (...paper) => expect(told(...paper)).toEqual([]))
