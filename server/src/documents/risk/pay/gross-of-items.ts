import type { AmountAt } from '../../values/amount-style.ts'
import { type CaptionedRow, captionedRows, inColumnOf } from '../captioned-rows.ts'
import { claim } from '../claim.ts'
import { amount, type Facts, money, type Rule } from '../facts.ts'

const ROUNDING = 0.05
const TELLING_GAP = 1
/** Right ends of figures of one column, in points. */
const ALIGNED = 4
/** More items come to any sum by chance. */
const MOST_ITEMS = 14

/** One column with the gross pay and, under it, the net pay: what stands over the one, and between the two. */
interface List {
  gross: AmountAt
  paid: readonly AmountAt[]
  taken: readonly AmountAt[]
}

const level = ({ line }: CaptionedRow) => line.box[1]

function listsOf(facts: Facts, stated: number, net: number): List[] {
  const rows = captionedRows(facts)
  return rows.flatMap((head) => {
    const gross = head.amounts.find(({ value }) => value === stated)
    if (!gross) return []
    const column = rows
      .filter(({ page }) => page === head.page)
      .toSorted((a, b) => level(b) - level(a))
      .flatMap((row) => {
        const figure = inColumnOf(gross, row, ALIGNED)
        return figure ? [figure] : []
      })
    const [from, until] = [column.indexOf(gross), column.findIndex(({ value }) => value === net)]
    if (from < 1 || until <= from || until > MOST_ITEMS) return []
    return [{ gross, paid: column.slice(0, from), taken: column.slice(from + 1, until) }]
  })
}

const sumOf = (items: readonly AmountAt[], size = false) =>
  items.reduce((sum, { value }) => sum + (size ? Math.abs(value) : value), 0)

/**
 * A gross pay that is not what the items over it come to, where those items less what stands between the two come to
 * the net pay to the cent: then the items are all there, and the one figure is off.
 */
export const grossOfItems: Rule = (facts) => {
  const [stated, net] = [amount(facts, 'gross_pay'), amount(facts, 'net_pay')]
  if (facts.part.type !== 'PAY_STUB' || stated === undefined || net === undefined || net >= stated) return []
  return listsOf(facts, stated, net)
    .filter(({ paid, taken }) => {
      const [sum, size] = [sumOf(paid), sumOf(taken, true)]
      const closes = paid.length > 0 && taken.length > 0 && Math.abs(sum - size - net) <= ROUNDING
      return closes && Math.abs(sum - stated) >= TELLING_GAP
    })
    .slice(0, 1)
    .flatMap(({ gross, paid, taken }) => {
      const sum = sumOf(paid)
      return claim(facts, {
        code: 'PAY_STUB_GROSS_OF_ITEMS',
        family: 'arithmetic',
        severity: 'medium',
        proof: true,
        message: `gross pay says ${money(stated)}; its items come to ${money(sum)}, and lead to the net pay`,
        fields: ['gross_pay'],
        figures: [stated, sum],
        gap: stated - sum,
        rests: [gross, ...paid, ...taken].flatMap(({ words }) => words),
      })
    })
}
