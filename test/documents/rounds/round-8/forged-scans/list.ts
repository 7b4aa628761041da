import type { Forgery } from '../../round-file.ts'
import { type Account, chequing, konto, society } from '../forged-text/bank-papers.ts'
import { type Job, jobOf } from '../forged-text/job.ts'
import { letter, salary, stub } from '../forged-text/pay-papers.ts'
import type { Paper } from '../forged-text/sheet.ts'
import { bill, rechnung, w2 } from '../forged-text/trade-papers.ts'
import type { LensName } from './glass.ts'

/** One forged scan. */
export interface Wish {
  technique: string
  family: Forgery['family']
  paper: string
  retouch: string
  lens: LensName
  field: string
  job: () => Job
  told: Record<string, string | number>
  /** How the file is made of the picture. */
  form: Form
}

export interface Form {
  quality?: number
  /** Scanned or photographed once more. */
  second?: LensName
  /** The picture came by itself, and nothing says which program made a file of it. */
  bare?: boolean
  /** A layer of recognised text: of the paper before, or of what is wanted. */
  layer?: 'before' | 'wanted'
  /** What is wanted is laid over the picture by the PDF. */
  over?: 'text' | 'picture'
  /** No device at all: the edited page as a screen shows it. */
  screen?: boolean
  maker?: string
}

const aim = <V>(
  [technique, family, retouch, lens, field]: [string, Forgery['family'], string, LensName, string],
  paper: Paper<V>,
  wanted: ((values: V) => void) | Record<string, [string, string | number]>,
  form: Form = {},
): Wish => {
  const tell = typeof wanted === 'function' ? {} : wanted
  const texts = Object.fromEntries(Object.entries(tell).map(([key, [text]]) => [key, text]))
  const told = Object.fromEntries(Object.entries(tell).map(([key, [, value]]) => [key, value]))
  const job = () => jobOf(paper, typeof wanted === 'function' ? wanted : undefined, [], texts)
  return { technique, family, paper: paper.name, retouch, lens, field, told, job, form }
}

const opens = (amount: number) => (account: Account) => {
  account.opening = amount
}
const pays = (amount: number) => (account: Account) => {
  for (const row of account.rows) if (/Deposit Halv|BACS CREDIT J|Gehalt/.test(row.text)) row.amount = amount
}
const GIMP = { quality: 90, maker: 'GIMP 2.10.36' }
const PHOTO = { quality: 92, maker: 'Adobe Photoshop 25.5' }
const SALARY = { salary: 82_400, words: 'eighty-two thousand four hundred' }

export const WISHES: readonly Wish[] = [
  aim(['typed-in-another-face', 'pixels', 'typed-over', 'office', 'net_pay'], salary, {
    net_pay: ['3,866.38', 3866.38],
  }),
  aim(
    ['typed-in-another-face', 'pixels', 'typed-over', 'home', 'gross_income'],
    letter,
    (v) => Object.assign(v, SALARY),
    GIMP,
  ),
  aim(['typed-matched', 'pixels', 'typed-matched', 'office', 'closing_balance'], chequing, opens(8846.2), PHOTO),
  aim(['digit-moved', 'pixels', 'digit-moved', 'fine', 'wages_tips_other_compensation'], w2, {
    wages_tips_other_compensation: ['99,816.40', 99_816.4],
    social_security_wages: ['99,816.40', 99_816.4],
  }),
  aim(['digit-moved', 'pixels', 'digit-moved', 'office', 'closing_balance'], society, {
    closing_balance: ['£9,259.21', 9259.21],
  }),
  aim(
    ['digit-feathered', 'pixels', 'digit-feathered', 'fine', 'net_pay'],
    salary,
    { net_pay: ['7,868.48', 7868.48] },
    PHOTO,
  ),
  aim(['crop-of-sibling', 'pixels', 'crop-of-sibling', 'office', 'transactions.4.deposit'], konto, pays(3987.63)),
  aim(
    ['crop-of-sibling', 'pixels', 'crop-of-sibling', 'fine', 'gross_pay'],
    salary,
    (v) => {
      v.rate = 52.4
    },
    PHOTO,
  ),
  aim(['line-of-sibling', 'pixels', 'line-of-sibling', 'home', 'invoice_total'], rechnung, {
    invoice_total: ['5.818,39', 5818.39],
  }),
  aim(['two-scans-joined', 'pixels', 'joined', 'office', 'closing_balance'], society, pays(2873.02)),
  aim(['two-scans-joined', 'pixels', 'joined', 'phone', 'net_pay'], stub, (v) => {
    v.rates = v.rates.map(([label, part]) => [label, part * 0.6])
  }),
  aim(
    ['sharper', 'pixels', 'sharper', 'office', 'iban'],
    bill,
    (v) => {
      v.iban = 'GB29 NWBK 6016 1331 9268 19'
    },
    GIMP,
  ),
  aim(['pressed-apart', 'pixels', 'pressed-apart', 'fine', 'transactions.1.deposit'], chequing, pays(2924.18), {
    quality: 92,
  }),
  aim(['inpainted', 'pixels', 'inpainted', 'fine', 'gross_income'], letter, (v) => Object.assign(v, SALARY), {
    quality: 88,
  }),
  aim(['inpainted', 'pixels', 'inpainted', 'phone', 'employee_name'], w2, (v) => {
    v.employee = 'Gareth M. Ellison'
  }),
  aim(['digit-added', 'pixels', 'digit-added', 'office', 'transactions.3.deposit'], society, {
    'transactions.3.deposit': ['41,873.02', 41_873.02],
  }),
  aim(
    ['screenshot', 'sums', 'untouched', 'home', 'ytd_gross_pay'],
    stub,
    { gross_pay: ['$4,070.25', 4070.25], net_pay: ['$3,942.16', 3942.16] },
    { screen: true },
  ),
  aim(['screen-photographed', 'clean', 'untouched', 'phone', 'closing_balance'], konto, opens(12_310.77), {
    screen: true,
    second: 'phone',
    bare: true,
  }),
  aim(
    ['text-over-scan', 'covered', 'untouched', 'office', 'invoice_total'],
    bill,
    { invoice_total: ['£9,386.56', 9386.56] },
    { over: 'text' },
  ),
  aim(
    ['picture-over-scan', 'covered', 'untouched', 'home', 'net_pay'],
    salary,
    { net_pay: ['3,866.38', 3866.38] },
    { over: 'picture' },
  ),
  aim(
    ['layer-of-before', 'hidden', 'crop-of-sibling', 'office', 'gross_income'],
    letter,
    (v) => Object.assign(v, SALARY),
    { layer: 'before' },
  ),
  aim(
    ['layer-of-lies', 'hidden', 'untouched', 'office', 'closing_balance'],
    society,
    { closing_balance: ['£8,259.21', 8259.21] },
    { layer: 'wanted' },
  ),
  aim(
    ['typed-then-printed-again', 'pixels', 'typed-over', 'office', 'opening_balance'],
    konto,
    { opening_balance: ['9.310,77', 9310.77] },
    { second: 'home' },
  ),
  aim(
    ['typed-then-sent', 'pixels', 'typed-over', 'fine', 'pay_date'],
    stub,
    { pay_date: ['10/19/2026', '2026-10-19'] },
    { quality: 55, bare: true },
  ),
]
