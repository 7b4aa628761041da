import type { Forgery } from '../../round-file.ts'
import { type Account, chequing, konto, society } from './bank-papers.ts'
import { type Job, jobOf } from './job.ts'
import { letter, salary, stub } from './pay-papers.ts'
import type { Paper } from './sheet.ts'
import { bill, rechnung, w2 } from './trade-papers.ts'

/** One forgery: what is wanted, and the hand that does it. */
export interface Wish {
  technique: string
  family: Forgery['family']
  paper: string
  hand: string
  /** The first thing that the forger is after. */
  field: string
  job: () => Job
  /** Further values of the truth, where a text is told by itself. */
  told: Record<string, string | number>
}

interface Aim<V> {
  set?: (values: V) => void
  kept?: readonly string[]
  /** Texts by key, with the value that the field has then. */
  tell?: Record<string, [string, string | number]>
}

const aim = <V>(
  [technique, family, hand, field]: [string, Forgery['family'], string, string],
  paper: Paper<V>,
  { set, kept, tell = {} }: Aim<V>,
): Wish => {
  const texts = Object.fromEntries(Object.entries(tell).map(([key, [text]]) => [key, text]))
  const told = Object.fromEntries(Object.entries(tell).map(([key, [, value]]) => [key, value]))
  return { technique, family, paper: paper.name, hand, field, told, job: () => jobOf(paper, set, kept, texts) }
}

const pay = (at: number, amount: number) => (account: Account) => {
  const row = account.rows[at]
  if (row) row.amount = amount
}
const pays = (amount: number) => (account: Account) => {
  for (const row of account.rows) if (/Deposit Halv|BACS CREDIT J|Gehalt/.test(row.text)) row.amount = amount
}
const opens = (amount: number) => (account: Account) => {
  account.opening = amount
}
const dup = (account: Account) => {
  account.rows.splice(7, 0, { on: '2026-08-21', text: 'Direct Deposit Halvorsen Freight', amount: 1624.18 })
}
const drop = (account: Account) => {
  account.rows.splice(4, 1)
}
const SALARY = { salary: 82_400, words: 'eighty-two thousand four hundred' }

const covered: Wish[] = [
  aim(['white-box', 'covered', 'white-box', 'closing_balance'], chequing, {
    set: opens(8846.2),
    kept: ['transactions'],
  }),
  aim(['white-box', 'covered', 'white-box-behind', 'net_pay'], stub, { tell: { net_pay: ['$2,442.16', 2442.16] } }),
  aim(['white-box-inline', 'covered', 'white-box-inline', 'iban'], bill, {
    set: (v) => {
      v.iban = 'GB29 NWBK 6016 1331 9268 19'
    },
  }),
  aim(['note-over', 'covered', 'note', 'gross_income'], letter, { set: (v) => Object.assign(v, SALARY) }),
  aim(['stamp-over', 'covered', 'stamp', 'closing_balance'], society, {
    tell: { closing_balance: ['£9,259.21', 9259.21] },
  }),
  aim(['redacted-retyped', 'covered', 'redacted', 'employee_name'], stub, {
    set: (v) => {
      v.employee = 'Gareth M. Ellison'
    },
  }),
  aim(['redacted-retyped', 'covered', 'redacted', 'transactions.4.deposit'], konto, { set: pays(3987.63) }),
  aim(['picture-patch', 'covered', 'picture-patch', 'net_pay'], salary, { tell: { net_pay: ['3,866.38', 3866.38] } }),
  aim(['picture-patch', 'covered', 'picture-patch-jpeg', 'invoice_total'], bill, {
    tell: { invoice_total: ['£9,386.56', 9386.56] },
  }),
  aim(['picture-strip', 'covered', 'picture-strip', 'transactions.1.deposit'], chequing, { set: pays(2924.18) }),
  aim(['picture-no-text', 'covered', 'picture-no-text', 'wages_tips_other_compensation'], w2, {
    set: (v) => Object.assign(v, { wages: 79_816.4, tax: 9688.25 }),
  }),
]

const typeface: Wish[] = [
  aim(['same-font', 'sums', 'same-font', 'net_pay'], stub, { tell: { net_pay: ['$1,942.16', 1942.16] } }),
  aim(['left-edge-kept', 'typeface', 'left-edge', 'transactions.3.deposit'], society, { set: pay(3, 11_873.02) }),
  aim(['other-font', 'typeface', 'helvetica', 'transactions.1.deposit'], chequing, { set: pays(2924.18) }),
  aim(['other-font', 'typeface', 'times', 'gross_pay'], stub, {
    set: (v) => {
      v.rate = 38.5
    },
    kept: ['held', 'ytd_gross_pay', 'ytd_net_pay', 'total_taxes'],
  }),
  aim(['digits-embedded-again', 'typeface', 'digits-again', 'opening_balance'], chequing, { set: opens(9846.2) }),
  aim(['larger', 'typeface', 'larger', 'gross_income'], letter, { set: (v) => Object.assign(v, SALARY) }),
  aim(['lower', 'typeface', 'lower', 'net_pay'], salary, {
    set: (v) => {
      v.rate = 52.4
    },
  }),
  aim(['greyer', 'typeface', 'grey', 'closing_balance'], konto, { set: opens(12_310.77) }),
  aim(['letter-spaced', 'typeface', 'spaced', 'employee_name'], w2, {
    set: (v) => {
      v.employee = 'Gareth M. Ellison'
    },
  }),
  aim(['squeezed', 'typeface', 'squeezed', 'transactions.4.deposit'], konto, { set: pays(12_487.63) }),
  aim(['stroked-bold', 'typeface', 'stroked', 'invoice_total'], rechnung, {
    set: (v) => {
      if (v.lines[1]) v.lines[1].count = 44
    },
  }),
  aim(['in-two-runs', 'structure', 'runs', 'transactions.1.deposit'], chequing, { set: pays(1924.18) }),
  aim(['in-two-runs', 'structure', 'arrayed', 'closing_balance'], society, { set: opens(7932.14) }),
]

const sums: Wish[] = [
  aim(['rate-raised-taxes-forgotten', 'sums', 'same-font-clean', 'gross_pay'], stub, {
    set: (v) => {
      v.rate = 41.5
    },
    kept: ['held', 'total_taxes', 'ytd_gross_pay', 'ytd_net_pay'],
  }),
  aim(['year-forgotten', 'sums', 'same-font-behind', 'gross_pay'], salary, {
    set: (v) => {
      v.rate = 63.4
    },
    kept: ['gross_pay.year', 'net_pay.year', 'total.year', 'held.0.year', 'held.1.year', 'held.2.year'],
  }),
  aim(['row-duplicated', 'sums', 'same-font-clean', 'transactions.7.deposit'], chequing, {
    set: dup,
    kept: ['total_deposits', 'closing_balance'],
  }),
  aim(['row-duplicated-all-closed', 'clean', 'as-issued', 'transactions.7.deposit'], chequing, { set: dup }),
  aim(['row-dropped', 'sums', 'same-font', 'transactions.4.withdrawal'], konto, {
    set: drop,
    kept: ['closing_balance'],
  }),
  aim(['dates-shifted', 'sums', 'same-font', 'pay_date'], stub, {
    set: (v) => Object.assign(v, { from: '2026-10-03', to: '2026-10-16' }),
  }),
  aim(['dates-shifted', 'sums', 'same-font-clean', 'statement_end_date'], society, {
    tell: {
      statement_start_date: ['1 October 2026', '2026-10-01'],
      statement_end_date: ['31 October 2026', '2026-10-31'],
    },
  }),
  aim(['total-raised', 'sums', 'same-font', 'invoice_total'], rechnung, {
    tell: { invoice_total: ['5.818,39', 5818.39], subtotal: ['4.889,40', 4889.4] },
  }),
  aim(['wages-raised', 'sums', 'same-font-clean', 'wages_tips_other_compensation'], w2, {
    tell: {
      wages_tips_other_compensation: ['89,816.40', 89_816.4],
      social_security_wages: ['89,816.40', 89_816.4],
      medicare_wages_and_tips: ['89,816.40', 89_816.4],
    },
  }),
  aim(['words-against-figures', 'sums', 'same-font', 'gross_income'], letter, {
    tell: { gross_income: ['$92,400.00', 92_400] },
  }),
  aim(['payee-swapped', 'sums', 'same-font-clean', 'iban'], bill, {
    set: (v) => {
      v.iban = 'GB33 MONZ 0400 0469 8712 33'
    },
  }),
  aim(['payee-swapped-well', 'clean', 'same-font-clean', 'iban'], rechnung, {
    set: (v) => {
      v.iban = 'LT83 3250 0123 4567 8910'
    },
  }),
  aim(['employer-swapped', 'clean', 'same-font-clean', 'employer_name'], salary, {
    set: (v) => {
      v.employer = 'Okanagan Summit Mining Corp.'
    },
  }),
  aim(['all-raised', 'clean', 'same-font-clean', 'wages_tips_other_compensation'], w2, {
    set: (v) => Object.assign(v, { wages: 98_816.4, tax: 13_688.25 }),
  }),
]

const hidden: Wish[] = [
  aim(['map-hides-new', 'hidden', 'map-hides-new', 'closing_balance'], chequing, {
    tell: { closing_balance: ['$9,643.28', 9643.28] },
  }),
  aim(['map-claims-new', 'hidden', 'map-claims-new', 'gross_income'], letter, {
    tell: { gross_income: ['$82,400.00', 82_400] },
  }),
  aim(['names-of-glyphs', 'hidden', 'names-of-glyphs', 'net_pay'], stub, { tell: { net_pay: ['$9,442.16', 9442.16] } }),
  aim(['off-page', 'hidden', 'off-page-below', 'closing_balance'], chequing, {
    tell: { closing_balance: ['$13,643.28', 13_643.28] },
  }),
  aim(['off-page', 'hidden', 'off-page-right', 'net_pay'], salary, { tell: { net_pay: ['3,866.38', 3866.38] } }),
  aim(['clipped', 'hidden', 'clipped', 'invoice_total'], bill, { tell: { invoice_total: ['£9,386.56', 9386.56] } }),
  aim(['white-text', 'hidden', 'white-text', 'closing_balance'], konto, {
    tell: { closing_balance: ['13.504,59', 13_504.59] },
  }),
  aim(['mode-three', 'hidden', 'mode-three', 'gross_income'], letter, {
    tell: { gross_income: ['$72,400.00', 72_400] },
  }),
  aim(['transparent', 'hidden', 'transparent', 'gross_pay'], stub, { tell: { gross_pay: ['$3,070.25', 3070.25] } }),
  aim(['tiny', 'hidden', 'tiny', 'closing_balance'], society, { tell: { closing_balance: ['£8,259.21', 8259.21] } }),
  aim(['layer-switched-off', 'hidden', 'layered', 'gross_pay'], salary, {
    set: (v) => {
      v.rate = 52.4
    },
  }),
  aim(['field-shows-new', 'hidden', 'field-shows-new', 'wages_tips_other_compensation'], w2, {
    set: (v) => Object.assign(v, { wages: 79_816.4, tax: 9688.25 }),
  }),
  aim(['field-holds-new', 'hidden', 'field-holds-new', 'invoice_total'], bill, {
    tell: { invoice_total: ['£9,386.56', 9386.56] },
  }),
  aim(['actual-text', 'hidden', 'actual-text', 'transactions.3.deposit'], society, { set: pay(3, 3873.02) }),
  aim(['stencil-over-true', 'hidden', 'stencil-over-true', 'transactions.4.deposit'], konto, { set: pays(3987.63) }),
  aim(['stencil-under-lie', 'hidden', 'stencil-under-lie', 'net_pay'], stub, {
    tell: { net_pay: ['$4,442.16', 4442.16] },
  }),
]

export const WISHES: readonly Wish[] = [...covered, ...typeface, ...sums, ...hidden]
/** Hands after which people still see the old text, and only machines read the new one. */
export const UNSEEN = new Set([
  ...['map-claims-new', 'off-page-below', 'off-page-right', 'clipped', 'white-text', 'mode-three', 'transparent'],
  ...['tiny', 'field-holds-new', 'stencil-under-lie'],
])
