import { type Box, overlapAcross, width } from '../../../model/box.ts'
import type { Line, Segment } from '../../../model/layout.ts'
import type { AmountAt } from '../../../values/amount-style.ts'
import { foldCase } from '../../../values/fold.ts'
import { within } from '../../../vocabulary/compile.ts'
import { foldConfused, placeOf } from '../../labels/label.ts'
import { CURRENT, YTD } from '../pay-words.ts'

export type PayColumn = 'quantity' | 'rate' | 'amount' | 'year_to_date'

/** The heading of a column of figures. */
export interface PayHead {
  kind: PayColumn
  box: Box
}

const RATE = within('column.unit_price', 'column.price', 'pay.column.rate')
const QUANTITY = within('column.quantity', 'pay.column.quantity')
const AMOUNT = within('column.amount', 'heading.amount', 'pay.current')
const CODE = /^\(?(?:[a-z]{3}|\p{Sc})\)?$/u
const says = (labels: typeof YTD, folded: { text: string; confused: string }) =>
  labels.some((label) => placeOf(label, folded) >= 0)

/** What a heading says of the figures under it; undefined where it is no heading of figures. */
export function columnOf(text: string): PayColumn | undefined {
  const folded = foldCase(text)
  if (/\d/.test(folded)) return undefined
  const line = { text: folded, confused: foldConfused(folded) }
  if (says(YTD, line)) return 'year_to_date'
  if (RATE.test(folded)) return 'rate'
  if (QUANTITY.test(folded)) return 'quantity'
  return AMOUNT.test(folded) || CODE.test(folded) || says(CURRENT, line) ? 'amount' : undefined
}

/** The headings of figures on a line, between two edges. */
export function headsOn({ segments }: Line, from: number, until: number): PayHead[] {
  return segments.filter(({ box }) => box[0] >= from && box[0] < until).flatMap((segment) => headsOf(segment))
}

/** Headings may stand so near that they are one segment: `Hours Rate Current YTD`. */
function headsOf(segment: Segment): PayHead[] {
  const whole = columnOf(segment.text)
  const single = segment.words.map((word) => ({ kind: columnOf(word.text), box: word.box }))
  const known = single.flatMap(({ kind, box }) => (kind ? [{ kind, box }] : []))
  if (segment.words.length > 1 && known.length === segment.words.length) return known
  return whole ? [{ kind: whole, box: segment.box }] : []
}

/** Figures end at their heading's right edge, or stand under it; further off they are another column's, in points. */
export const NEAR = 34

/** Right edges that are one, in points. */
const ONE_EDGE = 4

/** The heading of a figure: at whose right edge it ends, else in whose column it stands, else the nearest. */
function headOf(figure: AmountAt, heads: readonly PayHead[]): PayHead | undefined {
  const [left, right] = [figure.words[0]?.box[0] ?? 0, figure.words.at(-1)?.box[2] ?? 0]
  const ended = heads.find(({ box }) => Math.abs(box[2] - right) < ONE_EDGE)
  const inColumn = heads.find(({ box }, at) => {
    const next = heads[at + 1]?.box[0] ?? box[2] + NEAR
    return left >= box[0] - ONE_EDGE && right <= next + ONE_EDGE
  })
  const [nearest] = heads.toSorted((a, b) => distance(figure, a.box) - distance(figure, b.box))
  return ended ?? inColumn ?? (nearest && distance(figure, nearest.box) <= NEAR ? nearest : undefined)
}

/** Each figure of a row by its column; undefined where two figures claim one. */
export function byHeads(
  figures: readonly AmountAt[],
  heads: readonly PayHead[],
): Partial<Record<PayColumn, AmountAt>> | undefined {
  const found: Partial<Record<PayColumn, AmountAt>> = {}
  for (const figure of figures) {
    const head = headOf(figure, heads)
    if (!head) continue
    if (found[head.kind]) return undefined
    found[head.kind] = figure
  }
  return found
}

/** How far a figure stands from being under a heading, in points. */
export function distance({ words }: AmountAt, head: Box): number {
  const [left, right] = [words[0]?.box[0] ?? 0, words.at(-1)?.box[2] ?? 0]
  const box: Box = [left, head[1], right, head[3]]
  const centred = Math.abs(left + right - head[0] - head[2]) / 2
  const apart = Math.min(Math.abs(right - head[2]), Math.abs(left - head[0]), centred)
  return overlapAcross(box, head) > 0.5 ? Math.min(apart, width(box) / 2) : apart
}

/** Half a cent of either factor, and of the product. */
const ROUNDING = 0.011

/** Without headings a row says by its figures what they are; `year` is whether the stub has amounts of the year. */
export function byFigures(figures: readonly AmountAt[], year: boolean): Partial<Record<PayColumn, AmountAt>> {
  const [a, b, c, d] = figures
  const isProduct = (one: AmountAt, other: AmountAt, product: AmountAt) =>
    Math.abs(one.value * other.value - product.value) <= ROUNDING * Math.max(1, Math.abs(one.value))
  if (a && !b) return { amount: a }
  if (a && b && c && isProduct(a, b, c))
    return { quantity: a, rate: b, amount: c, ...(d && year ? { year_to_date: d } : {}) }
  if (a && b && !c && year && a.decimals === 2) return { amount: a, year_to_date: b }
  if (a && b && !c && !year) return { ...(a.decimals < 2 ? { quantity: a } : {}), amount: b }
  return a && b && c && !d && year ? { amount: b, year_to_date: c } : {}
}
