import type { Word } from '../model/page.ts'
import { type Amount, type AmountOptions, type AmountStyle, parseAmount, UNKNOWN_STYLE } from './amount.ts'
import { foldSigns } from './fold.ts'

/** A blank inside a number is narrow; two columns are further apart. In font sizes. */
const BLANK_WITHIN_NUMBER = 0.75

/** How the document writes numbers, by vote of those amounts of its own that can be read in one way only. */
export function amountStyle(words: readonly Pick<Word, 'text' | 'box' | 'size'>[]): AmountStyle {
  const decimal = new Map<string, number>()
  const group = new Map<string, number>()
  const vote = (votes: Map<string, number>, sign: string, weight: number) =>
    votes.set(sign, (votes.get(sign) ?? 0) + weight)
  const days = dayVotes(words)
  for (const [index, word] of words.entries()) {
    const text = foldSigns(word.text)
    const both = /\d([.,'])\d{3}([.,])\d{1,2}(?!\d)/.exec(text)
    const cents = days.has(text) ? null : CENTS.exec(text)
    if (both && both[1] !== both[2]) {
      vote(decimal, both[2] as string, 3)
      vote(group, both[1] as string, 3)
    } else if (cents) {
      vote(decimal, cents[1] as string, 1)
      const before = words[index - 1]
      if (before && /^\D?\d{1,3}$/.test(before.text) && /^\d{3}[.,]\d{2}\b/.test(text) && close(before, word))
        vote(group, ' ', 2)
    }
  }
  const whole =
    decimal.size === 0 && words.filter(({ text }, at) => isWhole(text, words[at - 1])).length >= FEWEST_WHOLE
  const loose = words.filter(({ text }) => LOOSE.test(text)).length >= FEWEST_LOOSE
  return {
    decimal: winner(decimal) as AmountStyle['decimal'],
    group: winner(group) as AmountStyle['group'],
    ...(loose && { loose }),
    ...(whole && { whole }),
  }
}

const CENTS = /(?:^|[^\d.,])\d{1,3}(?:\d*)([.,])\d{2}(?![\d.,]\d|\d)/

/** Two figures that a calendar has, in either order: `06.30`. */
const DAY = /^(?:0[1-9]|[12]\d|3[01])\.(?:0[1-9]|1[0-2])$|^(?:0[1-9]|1[0-2])\.(?:0[1-9]|[12]\d|3[01])$/

/**
 * What reads as an amount with cents and is a day: on a page whose dots part thousands, and where nothing else has two
 * figures behind one, `06.30` is the thirtieth of June.
 */
function dayVotes(words: readonly { text: string }[]): ReadonlySet<string> {
  const texts = words.map(({ text }) => foldSigns(text))
  const grouped = texts.filter((text) => /^\D{0,2}[1-9]\d{0,2}(?:\.\d{3})+\D{0,2}$/.test(text)).length
  const dotted = texts.filter((text) => CENTS.exec(text)?.[1] === '.')
  return new Set(grouped >= FEWEST_WHOLE && dotted.every((text) => DAY.test(text)) ? dotted : [])
}

/** Thousands that are parted tell an amount that has no cents. */
const FEWEST_WHOLE = 3
const THOUSANDS = /^\D{0,2}\d{1,3}(?:[.,' ]\d{3})+(?:,-)?$/
const isWhole = (text: string, before: { text: string } | undefined) =>
  THOUSANDS.test(text) || (/^\d{3}$/.test(text) && /^\D{0,2}\d{1,3}$/.test(before?.text ?? ''))

/** Whether an amount is written as this page's sums of money are: with cents, or in thousands where none has cents. */
export const isSumOfMoney = ({ decimals, printed }: AmountAt, style: AmountStyle): boolean =>
  decimals === 2 || (style.whole === true && decimals === 0 && /\d[.,' ]\d{3}(?!\d)/.test(printed))

/** Spreadsheets print `2184.6` and `444`: so many amounts with one decimal are no counts. */
const LOOSE = /^\D?\d{3,6}[.,]\d$/
const FEWEST_LOOSE = 3

/** The sign with at least two thirds of the votes. */
function winner(votes: Map<string, number>): string | undefined {
  const total = [...votes.values()].reduce((sum, count) => sum + count, 0)
  return [...votes].find(([, count]) => count * 3 >= total * 2)?.[0]
}

function close(left: Pick<Word, 'box' | 'size'>, right: Pick<Word, 'box' | 'size'>): boolean {
  return right.box[0] - left.box[2] < BLANK_WITHIN_NUMBER * Math.max(left.size, right.size)
}

/** An amount with the words that print it. */
export interface AmountAt extends Amount {
  words: Word[]
  printed: string
}

/**
 * Every amount in a run of words (a segment, a cell, a line), left to right. Words are joined where a number is
 * printed in several (`1 234,56`, `$ 12.00`, `12.00 CR`), the longest reading first.
 */
export function findAmounts(words: readonly Word[], options: AmountOptions = {}): AmountAt[] {
  const found: AmountAt[] = []
  for (let from = 0; from < words.length; ) {
    const amount = longestAmount(words, from, options)
    if (amount) found.push(amount)
    from += amount?.words.length ?? 1
  }
  return found
}

function longestAmount(words: readonly Word[], from: number, options: AmountOptions): AmountAt | undefined {
  let longest: AmountAt | undefined
  for (let to = from + 1; to <= Math.min(words.length, from + 6); to++) {
    const run = words.slice(from, to)
    const [last, before] = [run.at(-1) as Word, run.at(-2)]
    if (before && !joins(before, last, options)) break
    const printed = run.map(({ text }) => text).join(' ')
    const amount = parseAmount(printed, options)
    if (amount) longest = { ...amount, words: run, printed }
  }
  return longest
}

// Two words of digits only belong together where the document groups by blanks (or does not show how it groups), and
// stand as close as a blank does; a sign or currency may stand further off.
function joins(left: Word, right: Word, { style = UNKNOWN_STYLE, splitCents = false }: AmountOptions): boolean {
  const digits = /^[\d.,']+$/.test(right.text) && /\d$/.test(left.text)
  if (!digits) return right.box[0] - left.box[2] < 3 * Math.max(left.size, right.size)
  if (splitCents && /^\d\d$/.test(right.text)) return true
  if (!/^\d{3}(?:[.,]\d{1,3})?$/.test(right.text) || !/^\D{0,4}\d{1,3}$/.test(left.text)) return false
  return (style.group === ' ' || style.group === undefined) && close(left, right)
}
