import { isMasked } from '../values/masked.ts'
import { daysBetween } from './days.ts'
import { money } from './facts.ts'
import { type CrossRule, numberIn, type Pair, sameVendor, textIn } from './side-by-side.ts'

/** A statement's account and period; undefined for other documents. */
function periodOf(type: string, fields: Pair['fields']): { account: string; start: string; end: string } | undefined {
  const [start, end, number] = ['statement_start_date', 'statement_end_date', 'account_number'].map((name) =>
    textIn(fields, name),
  )
  if (!/_STATEMENT$/.test(type) || !start || !end || !number) return undefined
  // Some statements mask the account and some do not: its last digits and its bank stand for it.
  const digits = number.replace(/\D/g, '')
  const account = `${isMasked(number) ? '' : digits.slice(0, -4)}|${digits.slice(-4)}|${type}`
  return digits.length >= 4 ? { account, start, end } : undefined
}

const sameAccount = (a: string, b: string) => {
  const [[rootA, endA, typeA], [rootB, endB, typeB]] = [a.split('|'), b.split('|')]
  return endA === endB && typeA === typeB && (rootA === '' || rootB === '' || rootA === rootB)
}

/** Both periods, earlier in time first, with their fields; undefined where the two are not of one account. */
function inTime({ type, fields, earlier }: Pair) {
  const [now, before] = [periodOf(type, fields), periodOf(earlier.type, earlier.fields)]
  if (!now || !before || !sameAccount(now.account, before.account)) return undefined
  const one = { ...now, fields }
  const other = { ...before, fields: earlier.fields }
  return one.start < other.start ? ([one, other] as const) : ([other, one] as const)
}

/** A statement may start on the day that the one before ended. */
const overlap: CrossRule = (pair) => {
  const [earlier, later] = inTime(pair) ?? []
  if (!earlier || !later || daysBetween(earlier.end, later.start) >= 0) return undefined
  const same = earlier.start === later.start && earlier.end === later.end
  const alike = ['opening_balance', 'closing_balance'].every((name) => earlier.fields[name] === later.fields[name])
  if (same && alike) return undefined
  return {
    code: same ? 'STATEMENT_PERIOD_TWICE' : 'STATEMENTS_OVERLAP',
    severity: 'medium',
    message: same
      ? `another statement of the account for ${earlier.start} to ${earlier.end} has other balances`
      : `statements of the account overlap: to ${earlier.end}, and from ${later.start}`,
    fields: ['statement_start_date', 'statement_end_date', ...(same ? ['opening_balance', 'closing_balance'] : [])],
  }
}

const follows = (end: string, start: string) => daysBetween(end, start) >= 0 && daysBetween(end, start) <= 1

const nextOpening: CrossRule = (pair) => {
  const [earlier, later] = inTime(pair) ?? []
  if (!earlier || !later || !follows(earlier.end, later.start)) return undefined
  const [closing, opening] = [numberIn(earlier.fields, 'closing_balance'), numberIn(later.fields, 'opening_balance')]
  if (closing === undefined || opening === undefined || Math.abs(closing - opening) < 0.02) return undefined
  return {
    code: 'BALANCE_NOT_CARRIED_ON',
    severity: 'high',
    proof: true,
    message: `the statement to ${earlier.end} closes with ${money(closing)}; the next opens with ${money(opening)}`,
    fields: later.fields === pair.fields ? ['opening_balance'] : ['closing_balance'],
  }
}

/** Months without a statement between two: nothing by itself, and said once, against the nearest one. */
const gap: CrossRule = (pair) => {
  const [earlier, later] = inTime(pair) ?? []
  if (!earlier || !later || daysBetween(earlier.end, later.start) <= 1) return undefined
  const between = pair.others.some((other) => {
    const period = periodOf(other.type, other.fields)
    return (
      period && sameAccount(period.account, later.account) && period.start > earlier.end && period.end < later.start
    )
  })
  if (between) return undefined
  return {
    code: 'STATEMENTS_LEAVE_GAP',
    severity: 'info',
    message: `no statement of the account from ${earlier.end} to ${later.start}`,
    fields: ['statement_start_date', 'statement_end_date'],
  }
}

const sameInvoice: CrossRule = ({ type, fields, earlier }) => {
  const [number, before] = [textIn(fields, 'invoice_number'), textIn(earlier.fields, 'invoice_number')]
  const [total, earlierTotal] = [numberIn(fields, 'invoice_total'), numberIn(earlier.fields, 'invoice_total')]
  if (type !== 'INVOICE' || !number || number !== before || !sameVendor(fields, earlier.fields)) return undefined
  if (total === undefined || earlierTotal === undefined || total === earlierTotal) return undefined
  return {
    code: 'SAME_INVOICE_OTHER_AMOUNT',
    severity: 'high',
    proof: true,
    message: `invoice ${number} of the vendor was ${money(earlierTotal)} before, now ${money(total)}`,
    fields: ['invoice_number', 'invoice_total'],
  }
}

export const CROSS_ACCOUNT: readonly CrossRule[] = [overlap, nextOpening, gap, sameInvoice]
