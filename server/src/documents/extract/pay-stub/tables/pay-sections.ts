import type { Box } from '../../../model/box.ts'
import type { Line, PageLayout } from '../../../model/layout.ts'
import { foldCase } from '../../../values/fold.ts'
import { exactly, within } from '../../../vocabulary/compile.ts'
import { foldConfused, type Label, labelPattern, mayStandIn } from '../../labels/label.ts'
import { DEDUCTIONS, GROSS, NET, TAXES } from '../pay-words.ts'
import { headsOn, type PayHead } from './pay-columns.ts'
import type { PayRow } from './pay-rows.ts'

export type PayList = 'earnings' | 'deductions'

/** A list of a stub: from its heading down, between two edges. */
export interface PaySection {
  list: PayList | undefined
  at: number
  /** Of its heading. */
  box: Box
  from: number
  until: number
  heads: PayHead[]
}

const GAINS = exactly('pay.section.gross')
const TAKEN = exactly('pay.section.deductions', 'pay.section.taxes')
const OTHER = exactly('pay.section.other')
const TOTAL = exactly('row.total')

/** A heading begins this much right of what it heads, or less, in points. */
const LEFT_OF_HEAD = 10

/** Every heading of a list on a page, those of other lists too, since they end one. */
export function paySections({ lines }: PageLayout): PaySection[] {
  return lines.flatMap((line, at) => {
    const alone = line.segments.length === 1
    const found = line.segments.flatMap(({ text, box }) => {
      const list = listNamed(text) ?? (alone && isGross(foldCase(text)) ? 'earnings' : undefined)
      return list ? [{ list: list === 'other' ? undefined : list, box }] : []
    })
    // With a figure behind it a word is the caption of a row, and over nothing but figures that of a sum.
    if (FIGURE.test(line.text) || isOverFigures(lines[at + 1])) return []
    return found.map(({ list, box }, index) => {
      const from = box[0] - LEFT_OF_HEAD
      const until = (found[index + 1]?.box[0] ?? Number.POSITIVE_INFINITY) - LEFT_OF_HEAD
      const under = lines[at + 1]
      const own = headsOn(line, box[2], until)
      const below = own.length === 0 && under && !FIGURE.test(under.text) ? headsOn(under, from, until) : []
      const heads = firstList(own.length > 0 ? own : below)
      // The heading of the first column may stand anywhere over its captions, which begin behind the list before.
      const before = line.segments.filter((one) => one.box[2] <= box[0] + 0.1).at(-1)
      const begins = own.length > 0 ? Math.min(from, before?.box[2] ?? 0) : from
      // Behind its last column another list begins.
      const end = Math.max(...heads.map((head) => head.box[2]), Number.NEGATIVE_INFINITY)
      return { list, at, box, from: begins, until: heads.length > 0 ? Math.min(until, end) : until, heads }
    })
  })
}

const FIGURE = /\d[.,]\d\d(?!\d)/

const isOverFigures = (under: Line | undefined) =>
  under !== undefined && FIGURE.test(under.text) && under.segments.every(({ text }) => !/\p{L}{3}/u.test(text))

/** A column that is headed a second time is that of a list beside this one. */
function firstList(heads: readonly PayHead[]): PayHead[] {
  const again = heads.findIndex(({ kind }, at) => heads.slice(0, at).some((head) => head.kind === kind))
  return heads.slice(0, again < 0 ? heads.length : again)
}

function listNamed(text: string): PayList | 'other' | undefined {
  const folded = foldCase(text).replace(/ ?:$/, '').replace(COUNTED, '')
  if (GAINS.test(folded)) return 'earnings'
  if (TAKEN.test(folded)) return 'deductions'
  return OTHER.test(folded) ? 'other' : undefined
}

/** What counts lists and sums: `II. Deductions`, `A. Total earned`; recognition takes a small L for an I. */
const COUNTED = /^(?:[ivl1]{1,3}|[a-d]|\d)[.)] /

const opens = (labels: readonly Label[]) => {
  const whole = labels.map((label) => ({ label, pattern: new RegExp(`^(?:${labelPattern(label).source})$`, 'u') }))
  return (text: string) => {
    const confused = foldConfused(text)
    return whole.some(({ label, pattern }) => mayStandIn(label, confused) && pattern.test(text))
  }
}

const isGross = opens(GROSS)
const isTaken = opens(DEDUCTIONS)
const isTaxes = opens(TAXES)
/** A tax may be the only one of its stub, and an item then; the sum of several says so. */
const SUMMED = within('row.total', 'totals.within', 'pay.section.taxes')
const isNet = opens(NET)

/** A caption without the currency or colon behind it. */
function captionOf({ caption }: PayRow): string {
  const text = foldCase(caption.map((word) => word.text).join(' '))
  return text
    .replace(/ ?\([a-z]{3}\)/, '')
    .replace(OF_YEAR, '')
    .replace(COUNTED, '')
    .replace(/ ?\([a-z] ?[-+] ?[a-z]\)$/, '')
    .replace(/[ :=$€£]+$/, '')
}

/** `Gross  Year to date`: the year's caption between the sum's and its figures. */
const OF_YEAR = / (?:year[ -]to[ -]date|ytd)$/

/** Which sum a row is, where it is none of the items. */
export function sumOf(row: PayRow): 'gross' | 'taken' | 'net' | 'total' | undefined {
  const text = captionOf(row)
  if (TOTAL.test(text)) return 'total'
  if (isGross(text)) return 'gross'
  if (isTaken(text) || (isTaxes(text) && SUMMED.test(text))) return 'taken'
  return isNet(text) ? 'net' : undefined
}

/** The list that a row stands in: the nearest heading over it in its column. */
export function sectionOf(row: PayRow, sections: readonly PaySection[]): PaySection | undefined {
  const left = row.caption[0]?.box[0] ?? 0
  return sections.findLast(({ at, from, until }) => at < row.at && left >= from && left < until)
}
