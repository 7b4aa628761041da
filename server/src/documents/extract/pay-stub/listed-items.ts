import type { Box } from '../../model/box.ts'
import { foldCase } from '../../values/fold.ts'
import { exactly } from '../../vocabulary/compile.ts'
import type { Candidate } from '../labels/candidate.ts'
import { findLabels, type LabelAt } from '../labels/find-labels.ts'
import { foldLine, foldWords } from '../labels/folded-line.ts'
import * as words from './pay-words.ts'
import { headsOn, NEAR, type PayColumn } from './tables/pay-columns.ts'

/** A caption begins what it stands in, or follows the figure of the one before it closely: `900,00 Net pay 700,00`. */
export const opens = ({ leads, line, from }: LabelAt) =>
  leads || /\d[.,]\d\d ?$/.test(foldLine(line).text.slice(0, from))

const SUMS = [...words.GROSS, ...words.DEDUCTIONS, ...words.NET]

/** Another sum of the stub is called on the same line: sums side by side are no row of the columns above them. */
function isBesideSum({ line, layout, from, to }: LabelAt): boolean {
  return findLabels([layout], SUMS).some(
    (other) => other.line === line && opens(other) && (other.from > to || other.to < from),
  )
}

/** Under the heading of hours, bases or rates stands what a tax is counted from, not the tax. */
export function isCounted({ label, box, method }: Candidate): boolean {
  if (method !== 'label-right' || isBesideSum(label)) return false
  const { lines } = label.layout
  const over = lines.slice(0, lines.indexOf(label.line)).toReversed()
  const heading = over.find((line) => {
    const known = headsOn(line, 0, Number.POSITIVE_INFINITY).length
    return known > 1 || (known === 1 && line.segments.some(({ text }) => HEADING.test(foldCase(text))))
  })
  if (!heading) return false
  const heads = headsOn(heading, 0, Number.POSITIVE_INFINITY)
  // `Base  Rate  Gains  Taken`: headings that name a list are columns as well, and the figure may be theirs.
  const others = heading.segments.filter((one) =>
    heads.every((head) => head.box[0] < one.box[0] || head.box[0] > one.box[2]),
  )
  const [nearest] = [...heads, ...others].toSorted((a, b) => apart(a.box, box) - apart(b.box, box))
  return nearest !== undefined && 'kind' in nearest && apart(nearest.box, box) <= NEAR && COUNTED.has(nearest.kind)
}

const COUNTED: ReadonlySet<PayColumn> = new Set(['quantity', 'rate'])

const apart = (head: Box, figure: Box) => Math.min(Math.abs(head[2] - figure[2]), Math.abs(head[0] - figure[0]))

/** Under the heading of a list stand its items: a figure with their captions between is one of theirs, no sum. */
export function isListedItem({ label, method, box }: Candidate): boolean {
  if (method !== 'label-below' && method !== 'label-box') return false
  const captions = label.layout.lines
    .flatMap(({ segments }) => segments)
    .filter(({ text, box: at }) => /\p{L}{3}/u.test(text) && at[3] <= label.box[1] + 1 && at[3] > box[1])
  return HEADING.test(foldWords(label.words).text) && captions.some(({ box: at }) => Math.abs(at[0] - label.box[0]) < 6)
}

const HEADING = exactly('pay.section.gross', 'pay.section.deductions', 'pay.section.taxes')
