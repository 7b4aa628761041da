import { around } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import type { Line, PageLayout, Segment } from '../../model/layout.ts'
import type { AmountStyle } from '../../values/amount.ts'
import { type AmountAt, findAmounts, isSumOfMoney } from '../../values/amount-style.ts'
import { foldCase } from '../../values/fold.ts'
import { exactly } from '../../vocabulary/compile.ts'
import { recognised } from '../labels/candidate.ts'
import { columnOf } from './tables/pay-columns.ts'

/** The headings under which a stub lists what makes a sum. */
const HEADINGS = {
  gross_pay: exactly('pay.section.gross'),
  total_taxes: exactly('pay.section.taxes'),
  total_deductions: exactly('pay.section.deductions'),
} as const

export type Summed = keyof typeof HEADINGS

/** Any other heading ends a section. */
const OTHER = exactly('pay.section.other')

const TOTAL = /^totals?$/

const YEAR = /\b(?:ytd|year[- ]to[- ]date|cumul\w*)\b/

export interface SectionTotal {
  current: Field
  /** Beside it, where the heading has a column for the year. */
  year: Field | undefined
}

/** The sum in the row that is called `Total` and nothing else, under the heading that says of what. */
export function sectionTotals(pages: readonly PageLayout[], name: Summed, style: AmountStyle): SectionTotal[] {
  return pages.flatMap(({ lines }) =>
    lines.flatMap((line, at) => {
      const heading = line.segments.find(({ text }) => HEADINGS[name].test(foldCase(text)))
      return heading ? totalUnder(heading, line, lines.slice(at + 1), style) : []
    }),
  )
}

function totalUnder(heading: Segment, head: Line, below: readonly Line[], style: AmountStyle): SectionTotal[] {
  for (const [at, line] of below.entries()) {
    const caption =
      line.segments.find(({ box }) => Math.abs(box[0] - heading.box[0]) < 6) ?? underCentred(heading, head, line)
    const text = foldCase(caption?.text ?? '')
    if (Object.values(HEADINGS).some((other) => other.test(text)) || OTHER.test(text)) return []
    const bare = !caption && isBare(line, below[at - 1], heading)
    if (!bare && (!caption || !TOTAL.test(text))) continue
    const from = caption?.box[2] ?? heading.box[2]
    const words = line.segments.filter(({ box }) => box[0] > from).flatMap((segment) => segment.words)
    const [current, year] = findAmounts(words, { style }).filter((amount) => isSumOfMoney(amount, style))
    const yearly = headsYear([head, ...below.slice(0, below.indexOf(line))]) && year
    return current
      ? [{ current: fieldOf(current, line.page), year: yearly ? fieldOf(year, line.page) : undefined }]
      : []
  }
  return []
}

/** What stands under a heading that is centred over its column, with the headings of other columns behind it. */
function underCentred(heading: Segment, head: Line, { segments }: Line): Segment | undefined {
  const at = head.segments.indexOf(heading)
  const [before, after] = [head.segments[at - 1]?.box[2] ?? 0, head.segments[at + 1]]
  const heads = after !== undefined && columnOf(after.text) !== undefined
  return heads ? segments.find(({ box }) => box[0] >= before && box[0] < heading.box[0]) : undefined
}

/** Lines of one list follow one another more closely than this, in their heights. */
const CLOSE = 1.5

/** A row of figures without a caption right under the items of a list sums them up. */
function isBare({ segments, box }: Line, item: Line | undefined, heading: Segment): boolean {
  const listed = item?.segments.some((one) => Math.abs(one.box[0] - heading.box[0]) < 6) ?? false
  const close = item && item.box[1] - box[3] < CLOSE * (box[3] - box[1])
  const figures = segments.every((one) => one.box[0] > heading.box[2] && /^\W*\d[\d., ']*[.,]\d\d\W*$/.test(one.text))
  return listed && Boolean(close) && figures && /\d[.,]\d\d/.test(item?.text ?? '')
}

/** The headings of the columns stand beside the section's own or on the line under it. */
function headsYear([head, under]: readonly Line[]): boolean {
  const headings = [head, under].filter((line) => line && (line === head || !/\d[.,]\d\d/.test(line.text)))
  return headings.some((line) => line && YEAR.test(foldCase(line.text)))
}

function fieldOf({ value, printed, words, certain }: AmountAt, page: number): Field {
  const confidence = 0.8 * (certain ? 1 : 0.7) * recognised(words)
  return { value, printed, confidence, page, box: around(words.map(({ box }) => box)), words, method: 'section-total' }
}
