import type { DocumentType } from '@mkt/schemas'
import type { Addition } from '../addition.ts'
import type { Closing } from './closing.ts'

/** Dollars that sums of a statement may be off by. */
const tolerance = 0.02

const PAID_IN = 'total_deposits'
const PAID_OUT = 'total_withdrawals'

/** From the opening balance to the closing one: what is paid in makes an account larger, and a debt smaller. */
const balance = (sign: 1 | -1, paidIn: string, paidOut: string): Addition => ({
  stated: 'closing_balance',
  terms: [
    [1, 'opening_balance'],
    [sign, paidIn],
    [sign === 1 ? -1 : 1, paidOut],
  ],
  unsigned: [PAID_IN, PAID_OUT],
})

/** A line of credit at a bank runs as a card does: it counts where it closes. */
const balances = (type: DocumentType, paidIn: string, paidOut: string) =>
  (type === 'BANK_STATEMENT' ? ([1, -1] as const) : ([-1, 1] as const)).map((sign) => balance(sign, paidIn, paidOut))

const totals = (type: DocumentType): Closing => ({
  code: 'STATEMENT_BALANCE',
  types: [type],
  must: 'equal',
  ways: balances(type, PAID_IN, PAID_OUT),
  usual: true,
  tolerance,
  explained: true,
  acrossPages: true,
  silent: ['totals of something else than the rows'],
  severity: 'high',
  clear: true,
  wording: 'the closing balance says {stated}; the opening balance with what is paid in and out comes to {sum}',
})

/** Rows that were not read look the same as a changed figure. */
const rows = (type: DocumentType): Closing => ({
  code: 'STATEMENT_ROWS',
  types: [type],
  must: 'equal',
  ways: balances(type, 'transactions.deposit', 'transactions.withdrawal'),
  usual: true,
  tolerance,
  explained: 'beside rows',
  silent: ['guessed directions', 'dated lines that are no rows', 'a row that totals the others'],
  surer: [
    ['a figure whose point was moved', 'medium'],
    ['a row that is a digit above its total', 'high'],
  ],
  weaker: [
    ['amounts under the columns that are no rows', 'low'],
    ['recognised rows', 'low'],
    ['one total that its rows lack as much of', 'medium'],
    ['doubted balances', 'low'],
    ['a direction taken for the other', 'low'],
    ['totals that hold above the rows', 'low'],
    ['totals that hold', 'medium'],
  ],
  severity: 'high',
  clear: true,
  wording: 'the closing balance says {stated}; from {opening_balance} the {rows} rows lead to {sum}',
})

/** Banks leave fees, interest and cash out of one total or the other: by itself it only bears other sums out. */
const column = (stated: string, term: string): Closing => ({
  code: 'STATEMENT_COLUMN_TOTAL',
  types: ['BANK_STATEMENT', 'CREDIT_CARD_STATEMENT'],
  must: 'equal',
  ways: [{ stated, terms: [[1, term]], unsigned: [PAID_IN, PAID_OUT] }],
  tolerance,
  explained: 'by any amount',
  weaker: [['a total above the rows', 'low']],
  severity: 'low',
  clear: false,
  wording: `${stated.replace('_', ' ')} says {stated}; the rows come to {sum}`,
})

/** Statements: opening and closing balance, what lies between, and its totals. */
export const STATEMENT_CLOSINGS: readonly Closing[] = [
  totals('BANK_STATEMENT'),
  totals('CREDIT_CARD_STATEMENT'),
  rows('BANK_STATEMENT'),
  rows('CREDIT_CARD_STATEMENT'),
  column(PAID_IN, 'transactions.deposit'),
  column(PAID_OUT, 'transactions.withdrawal'),
]
