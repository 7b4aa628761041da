import type { Line, PageLayout } from '../../model/layout.ts'
import type { AmountStyle } from '../../values/amount.ts'
import { parsePercent } from '../../values/amount.ts'
import { mention } from './mention.ts'
import { isMoney, moneyOf } from './money-words.ts'
import type { Sum } from './sum-words.ts'

/** Words of a row of rates: a letter of the rate, the name of the tax, a currency. */
const FEW_LETTERS = 12

/**
 * A row of a table of taxes in whatever language: a rate, and two amounts of which one is that share of the other.
 */
export function rateRow(layout: PageLayout, { segments, text }: Line, style: AmountStyle): Sum[] {
  const words = segments.flatMap((segment) => segment.words)
  const rate = parsePercent(/(?<![\d.,])\d{1,2}(?:[.,]\d{1,3})? ?%/.exec(text)?.[0] ?? '')
  if (rate === undefined || text.replace(/[^\p{L}]/gu, '').length > FEW_LETTERS) return []
  const amounts = moneyOf(words, style).filter(isMoney)
  if (amounts.length < 2 || amounts.length > 3) return []
  const pairs = amounts.flatMap((net) => amounts.map((tax) => ({ net, tax })))
  const found = pairs.find(
    ({ net, tax }) => net !== tax && net.value > 0 && Math.abs((net.value * rate) / 100 - tax.value) < 0.011,
  )
  if (!found) return []
  return (['net', 'tax'] as const).map((kind) => {
    const amount = found[kind]
    const field = mention(amount.words, layout.page.number, 'sum-rate', 0.5, amount.value)
    return { kind, value: amount.value, caption: '', field }
  })
}
