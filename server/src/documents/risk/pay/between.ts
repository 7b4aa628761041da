import type { AmountAt } from '../../values/amount-style.ts'
import { areAligned, type CaptionedRow, captionedRows, figureRows, inColumnOf } from '../captioned-rows.ts'
import { claim } from '../claim.ts'
import { amount, type Facts, money, type Rule } from '../facts.ts'

const ROUNDING = 0.05
const TELLING_GAP = 1
/** Right ends of figures of one column, in points. */
const ALIGNED = 6
/** Of fewer, what is taken off is a total, which the closings add up; of more, some come to any sum by chance. */
const [FEWEST, MOST] = [2, 16]

/** Places of a value on the stub. */
function placesOf(facts: Facts, rows: readonly CaptionedRow[], name: string): Place[] {
  const value = amount(facts, name)
  return rows.flatMap((row) => row.amounts.filter((each) => each.value === value).map((at) => ({ row, at })))
}

/** What stands between the gross and the net pay in their column or on their line; undefined where they share none. */
function between(facts: Facts): AmountAt[] | undefined {
  const rows = captionedRows(facts)
  const all = figureRows(facts)
  const nets = placesOf(facts, rows, 'net_pay')
  const found = placesOf(facts, rows, 'gross_pay').flatMap((gross) =>
    nets.flatMap((net) => onLine(gross, net) ?? inColumn(all, gross, net) ?? []),
  )
  return found.filter(({ length }) => length >= FEWEST).toSorted((a, b) => a.length - b.length)[0]
}

interface Place {
  row: CaptionedRow
  at: AmountAt
}

function onLine(gross: Place, net: Place): AmountAt[][] | undefined {
  if (gross.row !== net.row) return undefined
  const { amounts } = gross.row
  return [amounts.slice(amounts.indexOf(gross.at) + 1, amounts.indexOf(net.at))]
}

/** Undefined where a row between the two has its figure elsewhere, or none that could be read. */
function inColumn(rows: readonly CaptionedRow[], gross: Place, net: Place): AmountAt[][] | undefined {
  const [{ line: head, page }, { line: foot }] = [gross.row, net.row]
  const column = areAligned(net.at, gross.at, ALIGNED)
  if (!column || net.row.page !== page) return undefined
  const inside = rows.filter(
    ({ line: { box }, ...row }) => row.page === page && box[1] < head.box[1] - 1 && box[1] > foot.box[1] + 1,
  )
  const items = inside.map((row) => inColumnOf(gross.at, row, ALIGNED))
  return items.every((item) => item !== undefined) ? [items] : undefined
}

/** Whether items come to it but for up to two: totals of others, the employer's, or what is paid beside the pay. */
function comesTo(items: readonly number[], wanted: number): boolean {
  const sum = items.reduce((all, value) => all + value, 0)
  const is = (off: number) => Math.abs(sum - off - wanted) <= ROUNDING
  const changes = items.flatMap((value) => [value, 2 * value])
  return is(0) || changes.some((a, i) => is(a) || changes.slice(i + 1).some((b) => is(a + b)))
}

/** Net pay against the gross pay less what stands between the two in their column, where no total of it is printed. */
export const netOfItems: Rule = (facts) => {
  const [gross, net] = [amount(facts, 'gross_pay'), amount(facts, 'net_pay')]
  if (facts.part.type !== 'PAY_STUB' || gross === undefined || net === undefined || facts.part.fields.total_deductions)
    return []
  const items = between(facts)
  const taken = items?.map(({ value }) => Math.abs(value)) ?? []
  const sum = taken.reduce((all, value) => all + value, 0)
  if (!items || items.length > MOST || comesTo(taken, gross - net)) return []
  // What is more than the gross pay is no part of it, and the column then another list's.
  if (taken.some((value) => value > gross)) return []
  if (Math.abs(gross - net - sum) < TELLING_GAP) return []
  return claim(facts, {
    code: 'PAY_STUB_NET_OF_ITEMS',
    family: 'arithmetic',
    severity: 'medium',
    proof: true,
    message: `net pay says ${money(net)}; gross less the amounts between the two is ${money(gross - sum)}`,
    fields: ['net_pay', 'gross_pay'],
    figures: [net, gross - sum],
    gap: gross - net - sum,
    rests: items.flatMap(({ words }) => words),
  })
}
