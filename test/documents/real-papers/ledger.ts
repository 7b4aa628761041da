import type { Chance } from '../chance.ts'
import { cents, daysAfter, sum } from './print.ts'

export interface Entry {
  date: string
  text: string
  /** Positive where money comes in. */
  amount: number
  balance: number
}

export interface Ledger {
  from: string
  to: string
  opening: number
  closing: number
  entries: Entry[]
  /** Sums, both positive. */
  credits: number
  debits: number
}

interface Wish {
  from: string
  to: string
  entries?: number
  into: readonly string[]
  out: readonly string[]
  /** A card's balance grows by what is spent. */
  owed?: boolean
  opening?: number
}

/** Entries in order of their days whose running balance closes. Some days have several. */
export function ledgerOf(
  chance: Chance,
  { from, to, entries = chance.whole(9, 18), into, out, owed, opening }: Wish,
): Ledger {
  const length = (Date.parse(to) - Date.parse(from)) / 86_400_000
  const days = Array.from({ length: entries }, () => chance.whole(0, length - 1)).sort((a, b) => a - b)
  const start = opening ?? chance.amount(1_800, 9_400)
  let balance = start
  const made = days.map((days, i): Entry => {
    const incoming = i === 1 || chance.happens(0.2)
    const amount = incoming ? chance.amount(owed ? 20 : 180, owed ? 190 : 3_200) : -chance.amount(3.5, 240)
    balance = cents(balance + (owed ? -amount : amount))
    return { date: daysAfter(from, days), text: chance.pick(incoming ? into : out), amount, balance }
  })
  return {
    from,
    to,
    opening: start,
    closing: balance,
    entries: made,
    credits: sum(made.filter(({ amount }) => amount > 0).map(({ amount }) => amount)),
    debits: -sum(made.filter(({ amount }) => amount < 0).map(({ amount }) => amount)),
  }
}

/** The rows that a reader should find. */
export const rowsOf = (entries: readonly Entry[]) =>
  entries.map(({ date, text, amount }) => ({
    date,
    description: text,
    [amount < 0 ? 'withdrawal' : 'deposit']: Math.abs(amount),
  }))

/** Whether no later entry stands on the same day, so that the day's balance is printed here. */
export const lastOfDay = (entries: readonly Entry[], at: number) => entries[at + 1]?.date !== entries[at]?.date

/** What a statement says of its ledger; the sums of both sides where it prints them. */
export const booked = ({ opening, closing, credits, debits, entries }: Ledger, totals = true) => ({
  opening_balance: opening,
  closing_balance: closing,
  ...(totals ? { total_deposits: credits, total_withdrawals: debits } : {}),
  transactions: rowsOf(entries),
})
