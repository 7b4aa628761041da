import { describe, expect, test } from 'vitest'
import type { Box } from '../../server/src/documents/model/box.ts'
import { chainOf } from '../../server/src/documents/risk/balance-chain.ts'
import { ruleOf } from '../../server/src/documents/risk/closings/close.ts'
import { RECEIPT_CLOSINGS } from '../../server/src/documents/risk/closings/receipt.ts'
import { type Case, codesOf, flagNamed, flagsOf, partOf, word } from './risk-case.ts'
import { rowsDown, writtenPaper } from './written-paper.ts'

describe('invoices', () => {
  const fields = { subtotal: 1000, total_tax: 190, invoice_total: 1190 }
  const invoice = (change: Record<string, number>, more: Partial<Case> = {}): Case => ({
    type: 'INVOICE',
    fields: { ...fields, ...change },
    ...more,
  })

  test('a total that is not the sum of its parts', () => {
    expect(codesOf(invoice({}))).toEqual([])
    const flag = flagNamed(invoice({ invoice_total: 2390 }), 'INVOICE_TOTAL')
    expect(flag).toMatchObject({ proof: true, severity: 'high' })
    expect(flag.message).toBe('the total says 2,390.00; subtotal and tax come to 1,190.00')
  })

  test('credit notes print some of their amounts with a minus sign', () => {
    expect(codesOf(invoice({ subtotal: -1000, total_tax: 190, invoice_total: -1190 }))).toEqual([])
  })

  test('less than a dollar is nobody’s doing', () => {
    expect(flagNamed(invoice({ invoice_total: 1190.4 }), 'INVOICE_TOTAL')).toMatchObject({
      severity: 'low',
      proof: false,
    })
  })

  test('cash is rounded, and a charge that was not read is no fault', () => {
    expect(codesOf(invoice({ invoice_total: 1190.03 }))).toEqual([])
    expect(codesOf(invoice({ invoice_total: 1214.5 }, { printed: ['24.50'] }))).toEqual([])
    expect(codesOf(invoice({ invoice_total: 1225.5 }, { printed: ['24.50', '11.00'] }))).toEqual([])
    expect(codesOf(invoice({ invoice_total: 1214.5 }, { printed: ['31.10'] }))).toContain('INVOICE_TOTAL')
  })

  test('a field that was read with doubt may stand for the amount beside it', () => {
    const doubtful = { fieldConfidence: 0.6, printed: ['1,190.00'] }
    expect(codesOf(invoice({ invoice_total: 2390 }, doubtful))).toEqual([])
    expect(codesOf(invoice({ invoice_total: 2390 }, { printed: ['1,190.00'] }))).toEqual(['INVOICE_TOTAL'])
  })

  const lines = [
    { description: 'Oak board', quantity: 4, unit_price: 150, amount: 600 },
    { description: 'Delivery', quantity: 1, unit_price: 400, amount: 400 },
  ]
  test('a line that is off quantity times price by what the sum is off by', () => {
    expect(codesOf(invoice({}, { rows: lines, table: 'line_items' }))).toEqual([])
    const altered = [lines[0], { ...lines[1], amount: 930 }] as Case['rows'] & object
    expect(flagNamed(invoice({}, { rows: altered, table: 'line_items' }), 'INVOICE_LINE').proof).toBe(true)
  })

  test('lines that all hold and do not make the subtotal, by no amount that is printed', () => {
    const other = invoice({ subtotal: 1330, invoice_total: 1520 }, { rows: lines, table: 'line_items' })
    expect(flagNamed(other, 'INVOICE_LINES_SUM').severity).toBe('medium')
    const codes = flagsOf({ ...other, printed: ['330.00'] }).map(({ code }) => code)
    expect(codes).not.toContain('INVOICE_LINES_SUM')
  })

  test('more tax than any country takes', () => {
    expect(codesOf(invoice({ total_tax: 400, invoice_total: 1400 }))).toEqual(['INVOICE_TAX_SHARE'])
  })
})

describe('receipts', () => {
  test.each([
    [{ subtotal: 40, total_tax: 5.2, total: 45.2 }, false],
    [{ subtotal: 40, total_tax: 5.2, tip: 8, total: 53.2 }, false],
    [{ subtotal: 40, total_tax: 5.2, tip: 8, total: 45.2 }, false],
    [{ subtotal: 45.2, total_tax: 5.2, total: 45.2 }, false],
    [{ subtotal: 40, total_tax: 5.2, total: 75.2 }, true],
  ])('%o', (fields, raised) => {
    expect(codesOf({ type: 'RECEIPT', fields: fields as Record<string, number> })).toEqual(
      raised ? ['RECEIPT_TOTAL'] : [],
    )
  })

  test.each([
    [['5.00', '7.00'], ['RECEIPT_TOTAL']],
    [['5.00', '5.00'], []],
  ])('what is missing is two printed amounts, not one taken twice: %o', (printed, codes) => {
    const fields = { subtotal: 100, total_tax: 22, total: 112 }
    expect(codesOf({ type: 'RECEIPT', fields, printed })).toEqual(codes)
  })
})

test.each([
  [['3.41', '1.50', '2.09'], []],
  [['3.41', '1.50', '2.90'], ['RECEIPT_TOTAL']],
])('fees that stand one under another between the subtotal and the tip come to what is missing: %o', (fees, codes) => {
  const rows: [string, string][] = [['Subtotal', '22.92'], ...fees.map((fee): [string, string] => ['Fee', fee])]
  const paper = writtenPaper('RECEIPT', rowsDown(700, [['Total', '34.92'], ...rows, ['Tip', '5.00']]), {
    total: [34.92, '34.92'],
    subtotal: [22.92, '22.92'],
    tip: [5, '5.00'],
  })
  expect(RECEIPT_CLOSINGS.flatMap((closing) => ruleOf(closing)(paper)).map(({ code }) => code)).toEqual(codes)
})

const raisedBy = (fees: readonly string[], total: string, rows: readonly [string, string][] = []) => {
  const lines: [string, string][] = [['Subtotal', '22.92'], ...fees.map((fee): [string, string] => ['Fee', fee])]
  const paper = writtenPaper('RECEIPT', rowsDown(700, [...rows, ...lines, ['Tip', '5.00'], ['Total', total]]), {
    total: [Number(total), total],
    subtotal: [22.92, '22.92'],
    tip: [5, '5.00'],
  })
  return RECEIPT_CLOSINGS.slice(0, 1)
    .flatMap((closing) => ruleOf(closing)(paper))
    .map(({ severity, proof }) => `${severity} ${proof}`)
}

test.each([
  [['8.41', '1.50', '0.09'], '37.92', []],
  [['18.41', '11.50', '10.09'], '67.92', ['low false']],
])(
  'a receipt whose total is half as much again by lines between its sums says so, and no more: %o',
  (fees, total, told) => {
    expect(raisedBy(fees, total)).toEqual(told)
  },
)

test('what lines a subtotal is made of is not added to it again', () => {
  const raised = (subtotal: string, total: string) => {
    const sold = [['Soup', '9.50'] as const, ['Stew', '13.42'] as const]
    const paper = writtenPaper(
      'RECEIPT',
      rowsDown(700, [...sold, ['Subtotal', subtotal], ['Tax', '2.00'], ['Total', total]]),
      {
        subtotal: [Number(subtotal), subtotal],
        total_tax: [2, '2.00'],
        total: [Number(total), total],
      },
    )
    const words = paper.reading.pages[0]?.page.words ?? []
    const rows = sold.map(([description, amount]) => {
      const cell = words.filter(({ text }) => text === amount)
      return {
        values: { description, amount: Number(amount) },
        page: 1,
        box: cell[0]?.box as Box,
        words: { amount: cell },
      }
    })
    const table = { name: 'line_items' as const, page: 1, columns: ['description', 'amount'], rows, confidence: 0.9 }
    const facts = { ...paper, part: { ...paper.part, tables: [table] } }
    return RECEIPT_CLOSINGS.slice(0, 1).flatMap((closing) => ruleOf(closing)(facts).map(({ code }) => code))
  }
  expect(raised('22.92', '34.42')).toEqual(['RECEIPT_TOTAL'])
  expect(raised('20.92', '32.42')).toEqual([])
})

describe('pay stubs', () => {
  const stub = {
    gross_pay: 3000,
    total_taxes: 500,
    total_deductions: 200,
    net_pay: 2300,
    ytd_gross_pay: 9000,
    ytd_net_pay: 6900,
  }
  test.each([
    ['taxes beside the deductions', {}, []],
    ['taxes among the deductions', { total_deductions: 700 }, []],
    ['another net', { net_pay: 2900 }, ['PAY_STUB_NET']],
    ['less net', { net_pay: 1911.5 }, ['PAY_STUB_NET']],
    ['a year smaller than its part', { ytd_gross_pay: 2500, ytd_net_pay: 2400 }, ['PAY_STUB_YTD_GROSS']],
    ['a year of less net than this pay', { ytd_net_pay: 1200 }, ['PAY_STUB_YTD_NET']],
    ['a year with more net than gross', { ytd_net_pay: 9900 }, ['PAY_STUB_YTD_ORDER']],
    ['one total read for two', { gross_pay: 700, total_deductions: 700 }, []],
    ['more net than gross', { net_pay: 3300 }, ['PAY_STUB_NET', 'PAY_STUB_NET_ABOVE_GROSS']],
  ] as const)('%s', (_, change, codes) => {
    expect(codesOf({ type: 'PAY_STUB', fields: { ...stub, ...change } })).toEqual(codes)
  })

  test('more net than the taxes leave, where nothing else says what is taken off', () => {
    const { total_deductions: _, ...taxed } = stub
    const fields = { ...taxed, net_pay: 2600 }
    expect(codesOf({ type: 'PAY_STUB', fields })).toEqual(['PAY_STUB_NET_ABOVE_TAXED'])
    expect(codesOf({ type: 'PAY_STUB', fields, printed: ['100.00'] })).toEqual([])
    expect(codesOf({ type: 'PAY_STUB', fields: taxed })).toEqual([])
  })

  test('a reimbursement that is printed closes the sum', () => {
    expect(codesOf({ type: 'PAY_STUB', fields: { ...stub, net_pay: 2345.6 }, printed: ['45.60'] })).toEqual([])
  })
})

describe('statements', () => {
  const rows = [
    { date: '2024-03-02', description: 'Rent', withdrawal: 900.5, balance: 1100.25 },
    { date: '2024-03-09', description: 'Payroll', deposit: 2210.4, balance: 3310.65 },
    { date: '2024-03-15', description: 'Power', withdrawal: 310.15, balance: 3000.5 },
    { date: '2024-03-21', description: 'Card', withdrawal: 77.7, balance: 2922.8 },
    { date: '2024-03-28', description: 'Interest', deposit: 3.05, balance: 2925.85 },
  ]
  const fields = {
    opening_balance: 2000.75,
    closing_balance: 2925.85,
    total_deposits: 2213.45,
    total_withdrawals: 1288.35,
  }
  const statement = (change: Record<string, number>, changed: Case['rows'] & object = rows): Case => ({
    type: 'BANK_STATEMENT',
    fields: { ...fields, ...change },
    rows: changed,
  })
  const withRow = (index: number, change: Record<string, number>) =>
    rows.map((row, n) => (n === index ? { ...row, ...change } : row))

  test('what closes is in order, either way round, and so is a card', () => {
    expect(codesOf(statement({}))).toEqual([])
    expect(codesOf(statement({}, rows.toReversed()))).toEqual([])
    const card = { opening_balance: 500, total_deposits: -450, total_withdrawals: 320.4, closing_balance: 370.4 }
    expect(codesOf({ type: 'CREDIT_CARD_STATEMENT', fields: card })).toEqual([])
    const fees = { ...card, closing_balance: 382.15 }
    expect(codesOf({ type: 'CREDIT_CARD_STATEMENT', fields: fees, printed: ['11.75'] })).toEqual([])
    expect(codesOf({ type: 'CREDIT_CARD_STATEMENT', fields: { ...card, closing_balance: 170.4 } })).toContain(
      'STATEMENT_BALANCE',
    )
  })

  test('a total that was raised', () => {
    expect(flagNamed(statement({ total_deposits: 7213.45 }), 'STATEMENT_BALANCE').proof).toBe(true)
    expect(codesOf(statement({ closing_balance: 8925.85 }))).toEqual(
      expect.arrayContaining(['STATEMENT_BALANCE', 'STATEMENT_CLOSING_BALANCE']),
    )
  })

  test('totals of something else than the rows do not accuse rows that lead to the closing balance', () => {
    expect(codesOf(statement({ total_deposits: 5000, total_withdrawals: 1000 }))).not.toContain('STATEMENT_BALANCE')
  })

  test('an amount that its balance does not follow', () => {
    const { total_deposits: _, total_withdrawals: __, ...balances } = fields
    const altered: Case = { type: 'BANK_STATEMENT', fields: balances, rows: withRow(2, { withdrawal: 810.15 }) }
    const flag = flagNamed(altered, 'STATEMENT_RUNNING_BALANCE')
    expect(flag).toMatchObject({ proof: true, severity: 'high' })
    expect(flag.evidence).toHaveLength(1)
    expect(flagNamed({ ...altered, rows: withRow(0, { withdrawal: 100.5 }) }, 'STATEMENT_RUNNING_BALANCE').proof).toBe(
      true,
    )
  })

  test('one row that fails while the totals hold is a reading error first', () => {
    const flag = flagNamed(statement({}, withRow(4, { balance: 2999.85 })), 'STATEMENT_RUNNING_BALANCE')
    expect(flag).toMatchObject({ proof: false, severity: 'low' })
  })

  test('a row that was not read, and a direction taken for the other one', () => {
    const unread = statement({}, rows.toSpliced(2, 1))
    const left = word('310.15', [240, 390, 270, 399], { order: 901 })
    expect(codesOf({ ...unread, words: [left] })).not.toContain('STATEMENT_RUNNING_BALANCE')
    const { deposit, ...turned } = { ...rows[1], withdrawal: 2210.4 } as Record<string, number>
    expect(deposit).toBe(2210.4)
    expect(
      codesOf(
        statement(
          {},
          rows.map((row, n) => (n === 1 ? turned : row)),
        ),
      ),
    ).not.toContain('STATEMENT_RUNNING_BALANCE')
  })

  test('a table that was read badly accuses nobody', () => {
    const noise = rows.map((row, n) => ({ ...row, balance: row.balance + 1000 * n * n }))
    expect(flagNamed(statement({}, noise), 'STATEMENT_RUNNING_BALANCE').severity).toBe('low')
  })

  test('a column that is not its total', () => {
    const other = withRow(4, { deposit: 4503.05 })
    expect(codesOf(statement({}, other))).toContain('STATEMENT_COLUMN_TOTAL')
  })

  test('days without a balance of their own count together', () => {
    const [part] = [
      partOf({
        type: 'BANK_STATEMENT',
        rows: withRow(1, {}).map(({ balance, ...row }, n) => (n === 2 ? row : { ...row, balance })),
      }),
    ]
    const chain = chainOf(part?.tables[0]?.rows ?? [], 2000.75)
    expect(chain).toMatchObject({ checked: 4, breaks: [] })
  })
})
