import type { Word } from '../model/page.ts'
import { areAligned, type CaptionedRow, captionedRows } from './captioned-rows.ts'
import { type Facts, fieldsOf } from './facts.ts'

/** Fewer lines between two balances are no summary; with more, some signs lead to any sum. */
const [FEWEST, MOST] = [2, 6]
/** Points by which figures of a column may end apart, and how many heights of a line lie between two of its lines. */
const [EDGE, APART] = [2, 3]

export interface Summary {
  opening: number
  closing: number
  between: CaptionedRow[]
}

const holdsWord = ({ amounts }: CaptionedRow, words: readonly Word[]) =>
  amounts.some((amount) => amount.words.some((word) => words.includes(word)))

/**
 * What a statement sums up between its two balances, one amount a line in the column of both: payments, purchases,
 * interest. Undefined where it prints no such list.
 */
export function summaryOf(facts: Facts): Summary | undefined {
  const [opening, closing] = fieldsOf(facts, ['opening_balance', 'closing_balance'])
  if (!opening || !closing || opening.page !== closing.page) return undefined
  const rows = captionedRows(facts).filter(({ page }) => page === opening.page)
  const [from, until] = [opening, closing].map(({ words }) => rows.findIndex((row) => holdsWord(row, words)))
  if (from === undefined || until === undefined || from < 0 || until - from - 1 < FEWEST || until - from - 1 > MOST)
    return undefined
  const list = rows.slice(from, until + 1)
  if (list.some(({ amounts }) => amounts.length !== 1) || !isOneColumn(list)) return undefined
  return { opening: Number(opening.value), closing: Number(closing.value), between: list.slice(1, -1) }
}

function isOneColumn(list: readonly CaptionedRow[]): boolean {
  return list.slice(1).every((row, at) => {
    const [above, below] = [list[at]?.amounts[0], row.amounts[0]]
    if (!above || !below || !areAligned(above, below, EDGE)) return false
    const [upper, lower] = [above.words[0]?.box ?? [], below.words[0]?.box ?? []]
    const gap = (upper[1] ?? 0) - (lower[3] ?? 0)
    return gap > -1 && gap < APART * ((lower[3] ?? 0) - (lower[1] ?? 0))
  })
}

/** All that lines come to by what each adds, takes off or, being part of another, does neither, in cents. */
export function sumsOf(amounts: readonly number[], start: number, ways: readonly number[] = [1, -1, 0]): Set<number> {
  let sums = new Set([cents(start)])
  for (const amount of amounts) sums = new Set([...sums].flatMap((sum) => ways.map((way) => sum + way * cents(amount))))
  return sums
}

export const cents = (amount: number): number => Math.round(amount * 100)

export const valuesOf = ({ between }: Summary): number[] => between.map(({ amounts: [amount] }) => amount?.value ?? 0)

/**
 * Whether a summary leads from the opening balance to this one and not to the closing balance that is printed: any line
 * may be a part of another, so that an honest one leads to several.
 */
export function summaryLeadsElsewhere(facts: Facts, balance: number): boolean {
  const summary = summaryOf(facts)
  if (!summary) return false
  const sums = sumsOf(valuesOf(summary), summary.opening)
  return sums.has(cents(balance)) && !sums.has(cents(summary.closing))
}
