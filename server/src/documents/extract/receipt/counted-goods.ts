import type { TableRow } from '../../model/findings.ts'
import type { Word } from '../../model/page.ts'
import { type AmountStyle, parseAmount } from '../../values/amount.ts'

/** What a line of a till says before its amount. */
export interface CountedGoods {
  values: Record<string, number>
  words: TableRow['words']
}

const SLACK = 0.015

/** `2`, `2x`, `2 x` before the goods. */
const COUNT = /^(\d{1,3})([x×])?$/iu
const TIMES = /^[x×]$/iu

/** `2 Tea`: where every line begins so, it is how many were sold. */
export const beginsWithCount = ([first, second]: readonly Word[]) =>
  /^\d{1,3}$/.test(first?.text ?? '') && !TIMES.test(second?.text ?? '')

/**
 * How many, of what, at which price: a number before `x` is a quantity, one without only where every line of the
 * receipt begins with one; a last figure is the price where quantity times it is the line's amount.
 */
export function countedGoods(
  texts: readonly Word[],
  amount: number,
  counts: boolean,
  style: AmountStyle,
): CountedGoods {
  const [first, second] = texts
  const count = COUNT.exec(first?.text ?? '')
  const apart = second !== undefined && TIMES.test(second.text)
  if (!first || !count || !(counts || count[2] || apart)) return { values: {}, words: { description: [...texts] } }
  const quantity = Number(count[1])
  const rest = texts.slice(apart && !count[2] ? 2 : 1)
  const price = rest.at(-1)
  const each = price && parseAmount(price.text, { style })?.value
  const named = rest.slice(0, -1).some(({ text }) => /\p{L}{2}/u.test(text))
  if (price && each !== undefined && named && Math.abs(quantity * each - amount) < SLACK)
    return {
      values: { quantity, unit_price: each },
      words: { description: rest.slice(0, -1), quantity: [first], unit_price: [price] },
    }
  return { values: { quantity }, words: { description: rest, quantity: [first] } }
}
