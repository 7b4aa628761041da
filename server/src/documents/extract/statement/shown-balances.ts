import { around } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import type { AmountStyle } from '../../values/amount.ts'
import { type AmountAt, findAmounts } from '../../values/amount-style.ts'
import { findDates } from '../../values/date.ts'
import { foldCase } from '../../values/fold.ts'
import { recognised } from '../labels/candidate.ts'
import { balanceValue } from './balances.ts'
import { signed } from './movements.ts'
import type { Account } from './transactions.ts'

/** Rows whose balances follow from each other, at least, before they say what was there before them. */
const FEWEST = 3

/**
 * The balances that the rows lead from and to, where the page prints them above the rows under names that no list
 * has: in any language the first row's balance less its movement is the opening one.
 */
export function shownBalances(
  pages: readonly PageLayout[],
  { movements, entries }: Account,
  style: AmountStyle,
  card: boolean,
): { opening?: Field; closing?: Field } {
  const [first, last] = [movements[0], movements.at(-1)]
  const [before, after] = [first?.entry.figures.balance, last?.entry.figures.balance]
  if (!first || !before || !after || movements.length < FEWEST) return {}
  const change = signed(first) * (card ? -1 : 1)
  const opening = Math.round((balanceValue(before, card) - change) * 100) / 100
  const own = new Set(entries.flatMap(({ figures }) => Object.values(figures).flatMap(({ words }) => words)))
  const outside = pages
    .slice(0, 1)
    .flatMap((page) => shownOn(page, style))
    .filter((one) => !isOf(one, own))
  const found = (value: number) => outside.find(({ amount }) => Math.abs(balanceValue(amount, card) - value) < 0.005)
  const [from, to] = [found(opening), found(balanceValue(after, card))]
  const [start, end] = [from ?? namesake(to, outside, 'before'), to ?? namesake(from, outside, 'after')]
  return {
    ...(start ? { opening: fieldOf(start.amount, start.page, card) } : {}),
    ...(end ? { closing: fieldOf(end.amount, end.page, card) } : {}),
  }
}

/** An amount above the rows, what it is called but for its day, and the day. */
interface Shown {
  amount: AmountAt
  page: number
  called: string
  day: string | undefined
}

const isOf = ({ amount }: Shown, own: ReadonlySet<Word>) => amount.words.some((word) => own.has(word))

function shownOn({ lines, page }: PageLayout, style: AmountStyle): Shown[] {
  return lines.flatMap(({ segments }) => {
    const words = segments.flatMap((segment) => segment.words)
    const amounts = findAmounts(words, { style }).filter(({ decimals }) => decimals === 2)
    let from = 0
    return amounts.map((amount) => {
      const at = words.indexOf(amount.words[0] as Word)
      const caption = words
        .slice(from, Math.max(from, at))
        .map(({ text }) => text)
        .join(' ')
      from = words.indexOf(amount.words.at(-1) as Word) + 1
      const [date] = findDates(caption)
      const called = foldCase(date ? caption.replace(date.printed, '') : caption).trim()
      return { amount, page: page.number, called, day: date?.value }
    })
  })
}

/**
 * The balance that is called as this one is but for its day, which is an earlier or a later one: of two balances that
 * a page names alike one does not stop being there because the rows lead to another.
 */
function namesake(one: Shown | undefined, all: readonly Shown[], when: 'before' | 'after'): Shown | undefined {
  if (!one?.day || !/\p{L}/u.test(one.called)) return undefined
  const { day } = one
  const isThen = (other: string) => (when === 'before' ? other < day : other > day)
  const others = all.filter((other) => other.called === one.called && other.day && isThen(other.day))
  return others.length === 1 ? others[0] : undefined
}

function fieldOf(amount: AmountAt, page: number, card: boolean): Field {
  const { words, printed } = amount
  const box = around(words.map((word) => word.box))
  return {
    value: balanceValue(amount, card),
    printed,
    confidence: 0.8 * recognised(words),
    page,
    box,
    words,
    method: 'rows',
  }
}
