import { expect, test } from 'vitest'
import type { TableRow } from '../../server/src/documents/model/findings.ts'
import { ruleOf } from '../../server/src/documents/risk/closings/close.ts'
import { CLOSINGS } from '../../server/src/documents/risk/closings/index.ts'
import { summaryLine } from '../../server/src/documents/risk/summary-line.ts'
import { rowsDown, writtenPaper } from './written-paper.ts'

const row = (values: Record<string, number>): TableRow => ({ values, page: 1, box: [40, 300, 560, 310], words: {} })

/** A card's statement: a list from the previous balance to the new one, and rows of which one is the interest. */
function card({
  interest = '14.92',
  balance = '775.85',
  purchases = '318.77',
  beside = [] as [string, string][],
} = {}) {
  const texts = rowsDown(700, [
    ['Previous balance', '842.16'],
    ['Payments received', '400.00'],
    ...beside,
    ['Purchases', purchases],
    ['Interest', interest],
    ['New balance', balance],
  ])
  const facts = writtenPaper('CREDIT_CARD_STATEMENT', texts, {
    opening_balance: [842.16, '842.16'],
    closing_balance: [Number(balance), balance],
  })
  const rows = [{ deposit: 400 }, ...[96.4, 112.37, 110, 14.92].map((withdrawal) => ({ withdrawal }))].map(row)
  const columns = ['withdrawal', 'deposit']
  const tables = [{ name: 'transactions', page: 1, columns, rows, confidence: 0.9 }]
  return { ...facts, part: { ...facts.part, tables } }
}

const told = (made: Parameters<typeof card>[0]) =>
  summaryLine(card(made)).map(({ severity, proof }) => [severity, proof])

test('a line of the summary that says a digit more than its row', () => {
  expect(told({})).toEqual([])
  expect(told({ interest: '10.92' })).toEqual([['medium', true]])
  expect(summaryLine(card({ interest: '10.92' }))[0]?.evidence).toHaveLength(3)
})

test('a line that is part of another, one that its row does not say, and a list that is not all', () => {
  expect(told({ beside: [['of which by direct debit', '400.00']] })).toEqual([])
  expect(told({ purchases: '318.71' })).toEqual([])
  expect(told({ interest: '10.52' })).toEqual([])
})

/** A true statement whose 50.00 paid in was read as paid out; a part of another line leads its summary there too. */
function misread() {
  const texts = rowsDown(700, [
    ['Opening balance', '1,000.00'],
    ['Deposits', '500.00'],
    ['Withdrawals', '330.00'],
    ['of which fees', '100.00'],
    ['Closing balance', '1,170.00'],
  ])
  const facts = writtenPaper('BANK_STATEMENT', texts, {
    opening_balance: [1000, '1,000.00'],
    closing_balance: [1170, '1,170.00'],
  })
  const rows = [{ deposit: 450 }, ...[50, 230, 100].map((withdrawal) => ({ withdrawal }))].map(row)
  const tables = [{ name: 'transactions', page: 1, columns: ['withdrawal', 'deposit'], rows, confidence: 0.9 }]
  return { ...facts, part: { ...facts.part, tables } }
}

test('a row read in the wrong direction stays in doubt where the summary leads to the printed balance', () => {
  const rows = CLOSINGS.filter(({ code }) => code === 'STATEMENT_ROWS').map(ruleOf)
  expect(rows.flatMap((rule) => rule(misread())).map(({ severity }) => severity)).toEqual(['low'])
})

test('a balance off by twice a row is no direction taken for the other where the summary leads elsewhere', () => {
  const rows = CLOSINGS.filter(({ code }) => code === 'STATEMENT_ROWS').map(ruleOf)
  const severities = (made: Parameters<typeof card>[0]) =>
    rows.flatMap((rule) => rule(card(made))).map(({ severity }) => severity)
  expect(severities({ balance: '555.85' })).toEqual(['high'])
  expect(severities({ balance: '555.85', purchases: '98.77' })).toEqual(['low'])
  expect(severities({})).toEqual([])
})
