import type { Word } from '../../model/page.ts'
import type { AmountOptions } from '../../values/amount.ts'
import { type AmountAt, findAmounts } from '../../values/amount-style.ts'
import { type DateOptions, findDates } from '../../values/date.ts'
import { foldBlanks } from '../../values/fold.ts'
import { foldWords, wordsBetween } from './folded-line.ts'
import { type Label, placeOf } from './label.ts'
import type { Standing } from './standing.ts'

/** A value read from a run of words. */
export interface ValueRead {
  value: string | number
  /** The words that print it. */
  words: Word[]
  /** 0..1: how sure the reading of these characters as this value is, wherever they stand. */
  certainty: number
}

/**
 * Reads a value of one kind from words of one line, or of several that belong together; the first where there are more.
 * `at` says to which label the words stand, and how.
 */
export type ValueReader = (words: Word[], at?: Standing) => ValueRead | undefined

/** Thousands that are parted are an amount's, without cents too. */
const PARTED = /\d[.,' ]\d{3}(?!\d)/

/**
 * The first amount. `cents` asks for two decimals, for places where page numbers and quantities stand about; `whole`
 * lets amounts pass that have none and are told by their thousands or a currency.
 */
export function amountReader(options: AmountOptions & { cents?: boolean; whole?: boolean } = {}): ValueReader {
  const isWhole = ({ decimals, currency, printed }: AmountAt) =>
    (options.whole === true || options.style?.whole === true) &&
    decimals === 0 &&
    (currency !== undefined || PARTED.test(printed))
  return (words) => {
    const cents = options.cents && !options.style?.loose
    const found = findAmounts(words, options).find(
      (amount) => (!cents || amount.decimals === 2 || isWhole(amount)) && !isFactor(amount, words),
    )
    if (!found) return undefined
    const certainty = found.certain ? (found.decimals === 2 || found.currency ? 1 : 0.8) : 0.6
    return { value: found.value, words: found.words, certainty }
  }
}

/** What is paid so many times: `12 x 375.00` says what one is, and no sum. */
function isFactor({ words }: AmountAt, all: readonly Word[]): boolean {
  const [first] = words
  const at = first
    ? all.findIndex(({ order, box }) => order === first.order && Math.abs(box[0] - first.box[0]) < 0.5)
    : -1
  return at > 1 && /^[x×*]$/i.test(all[at - 1]?.text ?? '') && /^\d{1,3}$/.test(all[at - 2]?.text ?? '')
}

/** The first date. */
export function dateReader(options: DateOptions = {}): ValueReader {
  return (words) => {
    const line = foldWords(words)
    const found = findDates(joined(words), options)[0]
    if (!found) return inCombs(words, options)
    return {
      value: found.value,
      words: wordsBetween(line, found.index, found.index + found.printed.length),
      certainty: found.certain ? 1 : 0.6,
    }
  }
}

/** A day whose every sign stands in a room of its own: `2 0 2 5 - 0 9 - 1 2`, without signs between them year first. */
function inCombs(words: Word[], options: DateOptions): ValueRead | undefined {
  if (words.length < 8 || words.some(({ text }) => text.length > 1)) return undefined
  const text = words.map(({ text: sign }) => sign.replace(/[−–]/, '-')).join('')
  const parted = text.replace(/^((?:19|20)\d\d)(\d\d)(\d\d)$/, '$1-$2-$3')
  const [found] = findDates(parted, options)
  return found && found.printed === parted ? { value: found.value, words, certainty: 0.9 } : undefined
}

export interface TextOptions {
  /** The folded text must have this form; where it has a group `value`, that part is the value. */
  shape?: RegExp
  /** The value ends where one of these stands. */
  until?: readonly Label[]
  maxWords?: number
}

/** Words as text. Refused: nothing but punctuation, and text that ends with a colon, which is a label itself. */
export function textReader({ shape, until = [], maxWords = 12 }: TextOptions = {}): ValueReader {
  return (words) => {
    const whole = foldWords(words)
    const ends = until.map((label) => placeOf(label, whole)).filter((at) => at >= 0)
    const kept = ends.length > 0 ? wordsBetween(whole, 0, Math.min(...ends)) : words
    const line = foldWords(kept)
    const match = shape ? new RegExp(shape.source, 'du').exec(line.text) : undefined
    if (match === null) return undefined
    const [from, to] = match?.indices?.groups?.value ?? match?.indices?.[0] ?? [0, line.text.length]
    const held = wordsBetween(line, from, to)
    const value = foldBlanks(held.map(({ text }) => text).join(' '))
    if (!/[\p{L}\d]/u.test(value) || value.endsWith(':') || held.length > maxWords) return undefined
    return { value, words: held, certainty: shape ? 1 : 0.85 }
  }
}

function joined(words: Word[]): string {
  return words.map(({ text }) => text).join(' ')
}
