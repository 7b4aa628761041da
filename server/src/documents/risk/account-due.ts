import type { Field } from '../model/findings.ts'
import type { AmountAt } from '../values/amount-style.ts'
import { begins } from '../vocabulary/compile.ts'
import { besideSum, isMadeOf } from './beside.ts'
import { type CaptionedRow, captionedRows } from './captioned-rows.ts'
import { claim } from './claim.ts'
import { type Facts, money, type Rule } from './facts.ts'

const BROUGHT_FORWARD = begins('sum.brought_forward')
const PAYMENT = begins('sum.payment', 'sum.prepaid')

/** Lines of an account stand within so many points of its total and of what is due. */
const NEAR = 90
/** Of more lines some come to any sum by chance. */
const MOST_LINES = 6
/** Cash rounding moves what is due by up to five cents. */
const ROUNDING = 0.05

/** An invoice that goes on with an account: what is invoiced, what was owed before, what was paid, what is due. */
interface AccountBill {
  total: Field
  due: Field
  brought: AmountAt[]
  payments: AmountAt[]
}

/** The account of an invoice; undefined where it brings nothing forward. */
function accountOf(facts: Facts): AccountBill | undefined {
  const { invoice_total: total, amount_due: due } = facts.part.fields
  if (!total || !due || total.page !== due.page) return undefined
  const foot = Math.min(total.box[1], due.box[1]) - NEAR
  const head = Math.max(total.box[3], due.box[3]) + NEAR
  const own = new Set([...total.words, ...due.words])
  const isNear = ({ page, line }: CaptionedRow) => page === due.page && line.box[1] > foot && line.box[3] < head
  const called = (name: RegExp) =>
    captionedRows(facts)
      .filter((row) => isNear(row) && name.test(row.caption))
      .flatMap(({ amounts }) => amounts.slice(-1))
      .filter(({ words }) => !words.some((word) => own.has(word)))
  const brought = called(BROUGHT_FORWARD)
  return brought.length > 0 ? { total, due, brought, payments: called(PAYMENT) } : undefined
}

/** Whether an invoice brings forward what was owed before, so that more may be due than its total. */
export const bringsForward = (facts: Facts): boolean => accountOf(facts) !== undefined

const cents = (value: number) => Math.round(value * 100)
const sumOf = (amounts: readonly AmountAt[]) => amounts.reduce((sum, { value }) => sum + Math.abs(value), 0)

/** What is due by any of its lines, in cents: sums of others are printed among them, and credits under their names. */
function dues({ total, brought, payments }: AccountBill): number[] {
  const andWith = (sums: readonly number[], values: readonly number[]) =>
    sums.flatMap((sum) => [sum, ...values.map((value) => sum + value)])
  const owed = brought.reduce<number[]>(
    (sums, { value }) => andWith(sums, [cents(value), -cents(value)]),
    [cents(Number(total.value))],
  )
  return payments.reduce((sums, { value }) => andWith(sums, [-Math.abs(cents(value))]), owed)
}

/**
 * What is due is what is invoiced, with what was brought forward and less what was paid (EN 16931, BR-CO-16, over the
 * account): who changes one of them leaves the others.
 */
export const accountDue: Rule = (facts) => {
  const account = facts.part.type === 'INVOICE' ? accountOf(facts) : undefined
  if (!account || account.brought.length + account.payments.length > MOST_LINES) return []
  const { total, due, brought, payments } = account
  const stated = Number(due.value)
  if (dues(account).some((one) => Math.abs(one - cents(stated)) <= cents(ROUNDING))) return []
  const expected = Number(total.value) + brought.reduce((sum, { value }) => sum + value, 0) - sumOf(payments)
  const lines = [...brought, ...payments]
  const known = new Set([total, due].map(({ value }) => Math.abs(cents(Number(value)))))
  for (const { value } of lines) known.add(Math.abs(cents(value)))
  const others = besideSum(facts, ['amount_due', 'invoice_total']).filter((one) => !known.has(one))
  if (isMadeOf(Math.abs(cents(stated - expected)), others)) return []
  return claim(facts, {
    code: 'INVOICE_ACCOUNT',
    family: 'arithmetic',
    severity: 'medium',
    proof: true,
    message:
      `${money(stated)} is due; a total of ${money(Number(total.value))} with ` +
      `${money(sumOf(brought))} brought forward and ${money(sumOf(payments))} paid leaves ${money(expected)}`,
    fields: ['amount_due', 'invoice_total'],
    figures: [stated, expected],
    rests: lines.flatMap(({ words }) => words),
    lost: true,
    together: true,
  })
}
