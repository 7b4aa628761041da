import { within } from '../vocabulary/compile.ts'
import type { Open } from './addition.ts'
import { type CaptionedRow, captionedRows, inColumnOf } from './captioned-rows.ts'
import { amount, type Facts } from './facts.ts'

const CENT = 0.015
/** Right ends of figures of one column, in points. */
const ALIGNED = 4
/** A list that comes to the net pay by chance is shorter. */
const FEWEST_ITEMS = 4

/** What is called a total says again what its items say. */
const TOTAL = within('row.total', 'totals.within')

/** Lists of items that end before the net pay, which is no item of its own sum wherever it is said. */
function listsBefore(net: number, rows: readonly CaptionedRow[]): CaptionedRow[][] {
  const lists: CaptionedRow[][] = [[]]
  for (const row of rows)
    if (row.amounts.some(({ value }) => Math.abs(Math.abs(value) - Math.abs(net)) < CENT)) lists.push([])
    else if (!TOTAL.test(row.caption)) lists.at(-1)?.push(row)
  return lists
}

/** Rows of one page, from the first down, with their amounts in the column of the first: each sum on the way. */
function sumsDown(rows: readonly CaptionedRow[]): { sum: number; count: number; taken: boolean; paid: boolean }[] {
  const column = rows[0]?.amounts.at(-1)
  if (!column) return []
  let [sum, taken, paid] = [0, false, false]
  return rows
    .flatMap((row) => (row.page === rows[0]?.page ? (inColumnOf(column, row, ALIGNED) ?? []) : []))
    .map(({ value }, at) => {
      sum += value
      taken ||= value < 0
      paid ||= value > 0
      return { sum, count: at + 1, taken, paid }
    })
}

const wholeDigits = (value: number) => Math.trunc(Math.abs(value)).toString().length

/** A recognised figure of the year that has fewer digits than the same of this pay. */
export function lostDigits({ part: { fields } }: Facts): boolean {
  return (['gross_pay', 'net_pay'] as const).some((name) => {
    const [pay, year] = [fields[name], fields[`ytd_${name}`]]
    if (typeof pay?.value !== 'number' || typeof year?.value !== 'number') return false
    const recognised = year.words.some(({ origin }) => origin === 'ocr')
    return recognised && wholeDigits(year.value) < wholeDigits(pay.value)
  })
}

/** Both columns of the row were read: the net pay, and that of the year behind it. */
function isBesideItsYear({ part: { fields } }: Facts): boolean {
  const { net_pay: net, ytd_net_pay: year } = fields
  if (!net || !year || net.page !== year.page || Number(year.value) <= Number(net.value)) return false
  return Math.abs(net.box[1] - year.box[1]) < 0.5 * (net.box[3] - net.box[1]) && net.box[2] <= year.box[0]
}

/** Why the figures of a pay stub may be others than they seem to be. */
export const PAY_DOUBTS = {
  /** Where recognition lost one of two columns, what is left of the row is the year's. */
  'a net pay that may be that of the year': (facts: Facts) => {
    const [net, gross, year] = ['net_pay', 'gross_pay', 'ytd_gross_pay'].map((name) => amount(facts, name))
    const recognised = facts.part.fields.net_pay?.words.some(({ origin }) => origin === 'ocr')
    const within = net !== undefined && gross !== undefined && year !== undefined && gross < net && net <= year
    return recognised === true && within && !isBesideItsYear(facts)
  },
  /** Recognition takes the first digits of `$36,833.22` for a word of their own: what is left has less than the pay. */
  'a year that lost its first digits': lostDigits,
  /** One amount for both is the total of one of two tables side by side, told twice. */
  'a gross pay that is what is taken off': (facts: Facts) => {
    const [gross, taken] = ['gross_pay', 'total_deductions'].map((name) => amount(facts, name))
    return gross !== undefined && gross !== 0 && gross === Math.abs(taken ?? 0)
  },
  /** One list of all that is paid and, with a minus, of all that is taken: what it comes to is the net pay. */
  'items with signs that come to the net pay': (facts: Facts) => {
    const net = amount(facts, 'net_pay')
    if (net === undefined) return false
    const comesToNet = (rows: readonly CaptionedRow[]) =>
      sumsDown(rows).some(
        ({ sum, count, taken, paid }) => taken && paid && count >= FEWEST_ITEMS && Math.abs(sum - net) < CENT,
      )
    return listsBefore(net, captionedRows(facts)).some((list) => list.some((_, at) => comesToNet(list.slice(at))))
  },
  /** French and other stubs pay expenses back, and take the tax, behind the deductions and before the net pay. */
  'what is paid and what is taken behind the deductions': (facts: Facts, { gap }: Open) => {
    const { total_deductions: taken, net_pay: net } = facts.part.fields
    if (!taken || !net || taken.page !== net.page) return false
    const [top, foot] = [taken.box[1] - 1, net.box[3] + 1]
    const behind = captionedRows(facts)
      .filter(({ page, line }) => page === net.page && line.box[3] < top && line.box[1] > foot)
      .flatMap(({ amounts }) => amounts.map(({ value }) => Math.abs(value)))
    const is = (value: number) => Math.abs(value - Math.abs(gap)) < CENT
    // One is paid and the other taken, or both are taken.
    return behind.some((a, at) => behind.some((b, other) => is(a - b) || (at < other && is(a + b))))
  },
} satisfies Record<string, (facts: Facts, open: Open) => boolean>
