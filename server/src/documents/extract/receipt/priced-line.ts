import type { Line } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import type { AmountStyle } from '../../values/amount.ts'
import type { AmountAt } from '../../values/amount-style.ts'
import { readCurrency } from '../../values/currency.ts'
import { parseDate } from '../../values/date.ts'
import { isMoney, moneyOf } from '../invoice/money-words.ts'

/** A line of a receipt that ends in an amount. */
export interface PricedLine {
  line: Line
  /** What stands before the amount. */
  texts: Word[]
  amount: AmountAt
}

/** Behind a till's price stands the letter of its tax, a mark or a rate: `3,20 B`, `9.99 TX`, `1.29 *`, `5,00 19%`. */
const TAX_MARK = /^(?:[*#=~]{1,2}|[A-Z]{1,2}\d?|\d{1,2}%|[A-Z]?\*)$/

/** The amount that a line ends in, with what stands before it; undefined where it ends otherwise. */
export function pricedLine(line: Line, style: AmountStyle): PricedLine | undefined {
  const words = line.segments.flatMap((segment) => segment.words)
  const amount = moneyOf(words, style).filter(isMoney).at(-1)
  const [first, last] = [amount?.words[0], amount?.words.at(-1)]
  // Prices have as many decimals as money has; `41.207` is what a pump or a scale says.
  if (!amount || !first || !last || (amount.decimals > 2 && !amount.currency)) return undefined
  const texts = words.filter(({ box }) => box[2] <= first.box[0] + 1)
  const behind = words.filter(({ box }) => box[0] >= last.box[2] - 1)
  if (behind.length > 2 || behind.some(({ text }) => !TAX_MARK.test(text))) return undefined
  // The hour of a day, written like an amount: `22.03.2025 14.08`.
  const isHour = parseDate(texts.at(-1)?.text ?? '') !== undefined
  return texts.length > 0 && !isHour ? { line, texts, amount } : undefined
}

/** A caption that is nothing but a currency. */
export const isCurrency = (caption: string) =>
  readCurrency(caption.replace(/^\W*(?=\p{L})|[\s:=]+$/gu, '')) !== undefined
