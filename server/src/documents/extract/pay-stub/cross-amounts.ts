import { around, type Box, overlapAcross } from '../../model/box.ts'
import type { PageLayout } from '../../model/layout.ts'
import type { AmountStyle } from '../../values/amount.ts'
import { type AmountAt, findAmounts, isSumOfMoney } from '../../values/amount-style.ts'
import { foldCase } from '../../values/fold.ts'
import { type Candidate, candidateOf } from '../labels/candidate.ts'
import { findLabels, type LabelAt } from '../labels/find-labels.ts'
import type { Label } from '../labels/label.ts'

export interface CrossedQuery {
  rows: readonly Label[]
  notRows: readonly Label[]
  columns: readonly Label[]
  notColumns: readonly Label[]
  /** Where a row has one figure and the heading stands beside another of this kind, the figure is the other's. */
  rather?: RegExp
  /** A heading has no figure beside it: `A. Total earned  1,860.83` heads no column. */
  bare?: boolean
}

/** Amounts with cents that stand in the row of one label and under the heading of another, the surest first. */
export function crossAmounts(pages: readonly PageLayout[], query: CrossedQuery, style: AmountStyle): Candidate[] {
  const named = findLabels(pages, query.columns, query.notColumns)
  const columns = query.bare ? named.filter((column) => !hasOwnFigure(column)) : named
  return findLabels(pages, query.rows, query.notRows)
    .filter(({ leads }) => leads)
    .flatMap((row) => meetings(row, columns, style, query.rather))
    .toSorted((a, b) => b.confidence - a.confidence)
}

/** Next to the caption on its line stands a sum of money. */
function hasOwnFigure({ line, box }: LabelAt): boolean {
  const next = line.segments.find((segment) => segment.box[0] > box[2] - 0.1)
  return next !== undefined && /^\W*\d[\d., ']*[.,]\d\d\W*$/.test(next.text)
}

function meetings(row: LabelAt, columns: readonly LabelAt[], style: AmountStyle, rather?: RegExp): Candidate[] {
  const amounts = ownAmounts(row, style)
  const heads = columns
    .filter(({ layout, box }) => layout === row.layout && box[1] > row.box[3] - 1 && box[2] > row.box[0])
    .toSorted((a, b) => (Math.abs(a.box[1] - b.box[1]) > 2 ? a.box[1] - b.box[1] : a.box[0] - b.box[0]))
    .slice(0, 3)
  return heads.flatMap((head, index) => {
    const others = amounts.length === 1 && rather?.test(foldCase(head.line.text))
    const amount =
      (others ? undefined : (under(withUnit(head), amounts) ?? withinColumn(head, row, amounts))) ??
      onlyOne(head, row, amounts)
    if (!amount) return []
    const read = { value: amount.value, words: amount.words, certainty: amount.certain ? 1 : 0.7 }
    return [candidateOf(read, row, 'label-crossed', 0.93 - 0.08 * index)]
  })
}

/** The one figure between a heading's left edge and the next heading: figures end right under it. */
function withinColumn({ line, box }: LabelAt, row: LabelAt, amounts: readonly AmountAt[]): AmountAt | undefined {
  const next = line.segments.find((one) => one.box[0] > box[2] - 0.1)?.box[0] ?? Number.POSITIVE_INFINITY
  // A caption within the column is of another list.
  if (line.segments.length < 3 || /\d/.test(line.text) || row.box[2] > box[0]) return undefined
  const inside = amounts.filter(({ words }) => {
    const [x0, , x1] = around(words.map((word) => word.box))
    return x0 >= box[0] - 2 && x1 <= next
  })
  return inside.length === 1 ? inside[0] : undefined
}

/** What a heading says behind its name at most: the unit of its column (`Year to date EUR`). */
const UNIT = /^\s?[([]?(?:\p{Sc}|[a-z]{2,3})[)\]]?\.?$/u

/** A heading with the unit behind it, at the edge of which its figures may end. */
function withUnit({ line, words, box }: LabelAt): Box {
  const last = words.at(-1)
  const segment = last && line.segments.find((one) => one.words.includes(last))
  const behind = (segment && last && segment.words.slice(segment.words.indexOf(last) + 1)) ?? []
  const [unit, ...more] = behind
  return unit && more.length === 0 && UNIT.test(foldCase(unit.text)) ? around([box, unit.box]) : box
}

/** A heading over the captions themselves is that of all their figures, down to the end of their block. */
function onlyOne(head: LabelAt, row: LabelAt, amounts: readonly AmountAt[]): AmountAt | undefined {
  const heads = !/\d[.,]\d\d\b/.test(head.line.text) && Math.abs(head.box[0] - row.box[0]) < 4
  return heads && amounts.length === 1 && isOneBlock(head, row) ? amounts[0] : undefined
}

/** Whether captions follow one another from a heading down to one of them without a gap. */
export function isOneBlock(head: LabelAt, row: LabelAt): boolean {
  const captions = head.layout.lines
    .flatMap(({ segments }) => segments.map(({ box }) => box))
    .filter((box) => Math.abs(box[0] - head.box[0]) < 4 && box[1] <= head.box[1] && box[1] > row.box[1] - 1)
    .toSorted((a, b) => b[1] - a[1])
  return captions.every((box, at) => {
    const above = captions[at - 1]
    return !above || above[1] - box[3] < 1.2 * (box[3] - box[1])
  })
}

/** The amounts right of the label, up to the text of another row that stands beside this one. */
function ownAmounts(row: LabelAt, style: AmountStyle): AmountAt[] {
  const words = row.line.segments.flatMap((segment) => segment.words).filter(({ box }) => box[0] >= row.box[2] - 0.1)
  const amounts = findAmounts(words, { style }).filter((amount) => isSumOfMoney(amount, style) || style.loose)
  const first = amounts[0]?.words[0]?.box[0] ?? Number.POSITIVE_INFINITY
  const beside =
    words.find(({ text, box }) => box[0] > first && /\p{L}{4}/u.test(text))?.box[0] ?? Number.POSITIVE_INFINITY
  return amounts.filter((amount) => (amount.words[0]?.box[0] ?? 0) < beside)
}

/** Headings are as wide as their words, so a figure under one may only share an edge or the middle with it. */
function under(head: Box, amounts: readonly AmountAt[]): AmountAt | undefined {
  const boxOf = ({ words }: AmountAt) => around(words.map(({ box }) => box))
  const distance = (box: Box) =>
    Math.min(Math.abs(box[2] - head[2]), Math.abs(box[0] - head[0]), Math.abs(box[0] + box[2] - head[0] - head[2]) / 2)
  const [nearest] = amounts.toSorted((a, b) => distance(boxOf(a)) - distance(boxOf(b)))
  if (!nearest) return undefined
  return distance(boxOf(nearest)) < 14 || overlapAcross(boxOf(nearest), head) > 0.5 ? nearest : undefined
}
