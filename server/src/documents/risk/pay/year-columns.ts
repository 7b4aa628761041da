import type { AmountAt } from '../../values/amount-style.ts'
import { isPrintedBeside } from '../addition.ts'
import { type CaptionedRow, captionedRows } from '../captioned-rows.ts'
import { claim } from '../claim.ts'
import { amount, money, type Rule } from '../facts.ts'
import { lostDigits } from '../pay-doubts.ts'
import { headOf, type Item } from './year-of-items.ts'

const [ROUNDING, TELLING_GAP] = [0.05, 1]

type Pair = readonly [pay: AmountAt, year: AmountAt]

/** What a total comes to in both columns; undefined where no row, or more than one, prints it. */
function pairOf(rows: readonly CaptionedRow[], head: Item, total: number | undefined): Pair | undefined {
  if (total === undefined) return undefined
  // Tables below each other have columns of their own widths; this pay stands on the same side in all of them.
  const at = isLeftOf(head.pay, head.year) ? 0 : 1
  const [pair, ...more] = rows.flatMap(({ amounts }): Pair[] => {
    const [pay, year] = [amounts[at], amounts[1 - at]]
    return amounts.length === 2 && pay && year && Math.abs(pay.value) === Math.abs(total) ? [[pay, year]] : []
  })
  return more.length === 0 ? pair : undefined
}

const isLeftOf = (one: AmountAt, other: AmountAt) => (one.words[0]?.box[0] ?? 0) < (other.words[0]?.box[0] ?? 0)

const sumOf = (pairs: readonly Pair[], column: 0 | 1) =>
  pairs.reduce((sum, pair) => sum + Math.abs(pair[column].value), 0)

/**
 * Where this pay comes to its net pay by totals that are printed for the year so far beside them, the year must come to
 * its own: whoever raises what was earned so far, or this pay, forgets the other column.
 */
export const yearColumns: Rule = (facts) => {
  if (facts.part.type !== 'PAY_STUB') return []
  const [gross, net] = [amount(facts, 'gross_pay'), amount(facts, 'net_pay')]
  const [ofYear, netOfYear] = [amount(facts, 'ytd_gross_pay'), amount(facts, 'ytd_net_pay')]
  if (gross === undefined || net === undefined || ofYear === undefined || netOfYear === undefined) return []
  const rows = captionedRows(facts)
  const head = headOf(facts, rows)
  if (!head || lostDigits(facts)) return []
  const [taxes, others] = ['total_taxes', 'total_deductions'].map((name) => pairOf(rows, head, amount(facts, name)))
  const ways = [[taxes, others], [others], [taxes]].map((way) => way.filter((pair) => pair !== undefined))
  const taken = ways.find((way) => way.length > 0 && Math.abs(gross - sumOf(way, 0) - net) <= ROUNDING)
  if (!taken) return []
  const wanted = ofYear - sumOf(taken, 1)
  const gap = netOfYear - wanted
  const own = [gross, net, ofYear, netOfYear, ...taken.flat().map(({ value }) => value)]
  if (Math.abs(gap) < TELLING_GAP || isPrintedBeside(facts, gap, own)) return []
  return claim(facts, {
    code: 'PAY_STUB_YEAR',
    family: 'arithmetic',
    severity: 'medium',
    proof: true,
    message: `net pay of the year says ${money(netOfYear)}; its gross pay less what was taken off is ${money(wanted)}`,
    fields: ['ytd_gross_pay', 'ytd_net_pay'],
    figures: [netOfYear, wanted],
    gap,
    rests: taken.flat().flatMap(({ words }) => words),
  })
}
