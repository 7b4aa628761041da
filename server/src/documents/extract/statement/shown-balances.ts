import { around } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import type { AmountStyle } from '../../values/amount.ts'
import { type AmountAt, findAmounts } from '../../values/amount-style.ts'
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
  const outside = pages.slice(0, 1).flatMap(({ lines, page }) =>
    lines.flatMap(({ segments }) =>
      findAmounts(
        segments.flatMap(({ words }) => words),
        { style },
      )
        .filter(({ words, decimals }) => decimals === 2 && !words.some((word) => own.has(word)))
        .map((amount) => ({ amount, page: page.number })),
    ),
  )
  const found = (value: number) => outside.find(({ amount }) => Math.abs(balanceValue(amount, card) - value) < 0.005)
  const [from, to] = [found(opening), found(balanceValue(after, card))]
  return {
    ...(from ? { opening: fieldOf(from.amount, from.page, card) } : {}),
    ...(to ? { closing: fieldOf(to.amount, to.page, card) } : {}),
  }
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
