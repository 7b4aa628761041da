import type { Field, Flag } from '../model/findings.ts'
import { type AmountAt, amountStyle, findAmounts } from '../values/amount-style.ts'
import { isPrintedBeside } from './addition.ts'
import { type Facts, money, type Rule } from './facts.ts'

const [ROUNDING, TELLING_GAP] = [0.05, 1]

/** What one column says of gross pay, what is taken off and net pay. */
type Column = readonly [gross: AmountAt, taken: AmountAt, net: AmountAt]

const gapOf = ([gross, taken, net]: Column) => net.value - (gross.value - Math.abs(taken.value))

/**
 * Stubs print this pay beside the year so far. Where the year closes, both columns add up alike, and this pay must
 * close too, whichever of them the fields were read from.
 */
export const payColumns: Rule = (facts) => {
  const [gross, taken, net] = ['gross_pay', 'total_deductions', 'net_pay'].map((name) => pairAt(facts, name))
  if (facts.part.type !== 'PAY_STUB' || !gross || !taken || !net) return []
  const columns = ([0, 1] as const).map((n): Column => [gross[n], taken[n], net[n]])
  const [pay, year] = columns.toSorted(([a], [b]) => a.value - b.value) as [Column, Column]
  const gap = gapOf(pay)
  if (Math.abs(gapOf(year)) > ROUNDING || Math.abs(gap) < TELLING_GAP || isOfFields(facts, pay)) return []
  const own = columns.flat().map(({ value }) => value)
  return isPrintedBeside(facts, gap, own) ? [] : [flagOf(facts, pay)]
}

function flagOf({ part }: Facts, pay: Column): Flag {
  const page = part.fields.net_pay?.page ?? 1
  const [gross, taken, net] = pay
  return {
    code: 'PAY_STUB_NET',
    family: 'arithmetic',
    severity: 'high',
    proof: true,
    message: `net pay says ${money(net.value)}; gross less deductions is ${money(gross.value - Math.abs(taken.value))}`,
    fields: ['net_pay'],
    evidence: pay.flatMap(({ words }) => words.map(({ box }) => ({ page, bbox: box }))),
  }
}

/** Sums of the fields themselves are told by the closings. */
const isOfFields = ({ part }: Facts, [, , net]: Column) =>
  part.fields.net_pay?.words.some((word) => net.words.includes(word)) ?? true

/** The two amounts on a field's line, out of the text layer and under the same two ends as anywhere; else undefined. */
function pairAt(facts: Facts, name: string): readonly [AmountAt, AmountAt] | undefined {
  const field = facts.part.fields[name]
  const amounts = field ? amountsBeside(facts, field) : []
  const [one, other, more] = amounts
  const plain = amounts.every(({ decimals, words }) => decimals === 2 && words.every(({ origin }) => origin === 'text'))
  return one && other && !more && plain ? [one, other] : undefined
}

function amountsBeside({ reading }: Facts, field: Field): AmountAt[] {
  const layout = reading.pages.find(({ page }) => page.number === field.page)
  const style = amountStyle(layout?.page.words ?? [])
  const line = layout?.lines.find(({ segments }) =>
    segments.some(({ words }) => words.some((word) => field.words.includes(word))),
  )
  return line?.segments.flatMap(({ words }) => findAmounts(words, { style })) ?? []
}
