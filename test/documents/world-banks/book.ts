import type { Chance } from '../chance.ts'
import { PHRASES } from './phrases.ts'
import { cents, daysAfter, daysBetween, sum } from './print.ts'

export interface Move {
  date: string
  /** The second date that many banks print. */
  value: string
  lines: string[]
  text: string
  /** Positive where money comes in. */
  amount: number
  balance: number
}

export interface Book {
  from: string
  to: string
  opening: number
  closing: number
  moves: Move[]
  ins: Move[]
  outs: Move[]
  /** Sums, both positive. */
  credits: number
  debits: number
}

interface Wish {
  span: readonly [from: string, to: string]
  land: keyof typeof PHRASES
  count?: number
  /** A card's balance grows by what is spent. */
  owed?: boolean
  opening?: number
  scale?: number
}

export const pad = (number: number, to = 2) => String(number).padStart(to, '0')

/** A calendar month. */
export function month(chance: Chance): [string, string] {
  const [year, at] = [chance.whole(2018, 2025), chance.whole(1, 12)]
  return [`${year}-${pad(at)}-01`, new Date(Date.UTC(year, at, 0)).toISOString().slice(0, 10)]
}

/** A month or so from some day on; half of them run over the turn of a year. */
export function cycle(chance: Chance): [string, string] {
  const from = `${chance.whole(2018, 2024)}-${chance.happens(0.5) ? '12' : pad(chance.whole(1, 11))}-${pad(chance.whole(8, 26))}`
  return [from, daysAfter(from, chance.whole(28, 32))]
}

const filled = (chance: Chance, phrase: string) =>
  phrase.replace(/#(\d)/g, (_, count) => `${chance.whole(1, 9)}${chance.digits(Number(count) - 1)}`)

/** Movements in the order of their days whose running balance closes; some days have several. */
export function bookOf(chance: Chance, { span: [from, to], land, owed, scale = 1, ...wish }: Wish): Book {
  const count = wish.count ?? chance.whole(8, 22)
  const days = Array.from({ length: count }, () => chance.whole(0, daysBetween(from, to))).sort((a, b) => a - b)
  const opening = wish.opening ?? chance.amount(3_900 * scale, 9_800 * scale)
  let balance = opening
  const moves = days.map((at, i): Move => {
    const incoming = i === 1 || (i > 1 && chance.happens(0.22))
    const amount = incoming
      ? chance.amount(owed ? 15 : 160 * scale, owed ? 210 : 3_100 * scale)
      : -chance.amount(3.5, 190 * scale)
    balance = cents(balance + (owed ? -amount : amount))
    const lines = chance
      .pick(PHRASES[land][incoming ? 'in' : 'out'])
      .split('|')
      .map((line) => filled(chance, line))
    const value = daysAfter(from, Math.min(daysBetween(from, to), at + chance.whole(0, 2)))
    return { date: daysAfter(from, at), value, lines, text: lines.join(' '), amount, balance }
  })
  const [ins, outs] = [moves.filter(({ amount }) => amount > 0), moves.filter(({ amount }) => amount < 0)]
  const [credits, debits] = [sum(ins.map(({ amount }) => amount)), -sum(outs.map(({ amount }) => amount))]
  return { from, to, opening, closing: balance, moves, ins, outs, credits, debits }
}

/** Whether no later movement stands on the same day, so that the day's balance is printed here. */
export const endsDay = ({ moves }: Book, at: number) => moves[at + 1]?.date !== moves[at]?.date
/** Whether the day is printed here because it is the first of its day. */
export const startsDay = ({ moves }: Book, at: number) => moves[at - 1]?.date !== moves[at]?.date

/** The rows that a reader should find. */
const rowsOf = (moves: readonly Move[]) =>
  moves.map(({ date, text, amount }) => ({
    date,
    description: text,
    [amount < 0 ? 'withdrawal' : 'deposit']: Math.abs(amount),
  }))

interface Shown {
  /** Both sums are printed. */
  totals?: boolean
  /** Neither balance is printed as such. */
  unbalanced?: boolean
  moves?: readonly Move[]
}

/** What a statement says: its rows, the period and both balances, which nearly every one prints. */
export const statement = (book: Book, { totals, unbalanced, moves = book.moves }: Shown = {}) => ({
  statement_start_date: book.from,
  statement_end_date: book.to,
  ...(unbalanced ? {} : { opening_balance: book.opening, closing_balance: book.closing }),
  ...(totals ? { total_deposits: book.credits, total_withdrawals: book.debits } : {}),
  transactions: rowsOf(moves),
})
