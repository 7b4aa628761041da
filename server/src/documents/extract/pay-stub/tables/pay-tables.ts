import { around } from '../../../model/box.ts'
import type { Fields, FoundTable, TableRow } from '../../../model/findings.ts'
import type { Line, PageLayout } from '../../../model/layout.ts'
import type { Word } from '../../../model/page.ts'
import type { AmountStyle } from '../../../values/amount.ts'
import { type AmountAt, isSumOfMoney } from '../../../values/amount-style.ts'
import { foldBlanks, foldCase } from '../../../values/fold.ts'
import { recognised } from '../../labels/candidate.ts'
import { labelPattern } from '../../labels/label.ts'
import { YTD } from '../pay-words.ts'
import { byFigures, byHeads, distance, headsOn, NEAR, type PayColumn, type PayHead } from './pay-columns.ts'
import { type PayRow, payRows } from './pay-rows.ts'
import { type PayList, type PaySection, paySections, sectionOf, sumOf } from './pay-sections.ts'

const COLUMNS: readonly (PayColumn | 'description')[] = ['description', 'quantity', 'rate', 'amount', 'year_to_date']

/** Rows of one list follow one another; a wider gap than this, in the heights of a line, ends it. */
const GAP = 3.2

interface Item {
  list: PayList
  row: PayRow
  figures: Partial<Record<PayColumn, AmountAt>>
}

/** What was earned and what was taken off, item by item, as the stub lists them. */
export function payTables(pages: readonly PageLayout[], style: AmountStyle, fields: Fields): FoundTable[] {
  const items = pages.flatMap((page) => itemsOf(page, style))
  return (['earnings', 'deductions'] as const).flatMap((list) => {
    const own = items.filter((item) => item.list === list)
    return own.length > 0 ? [tableOf(list, own, fields)] : []
  })
}

function itemsOf(page: PageLayout, style: AmountStyle): Item[] {
  const rows = payRows(page, style).filter(({ figures }) =>
    figures.some((each) => style.loose || isSumOfMoney(each, style)),
  )
  const sections = paySections(page)
  const year = saysYear(page.text)
  const columns = besideHeadings(page, rows, sections)
  if (columns.length > 0) return columns
  const listed = sections.some(({ list }) => list) ? underHeadings(rows, sections) : betweenSums(rows)
  return listed.flatMap(({ list, row, heads }) => {
    const named = heads.length > 0 ? byHeads(row.figures, heads) : byFigures(row.figures, year)
    const { amount, year_to_date, quantity, rate } = named ?? {}
    const sums = { ...(amount ? { amount } : {}), ...(year_to_date ? { year_to_date } : {}) }
    const counts = { ...(quantity ? { quantity } : {}), ...(rate ? { rate } : {}) }
    const figures = list === 'earnings' ? { ...counts, ...sums } : sums
    return amount || year_to_date ? [{ list, row, figures }] : []
  })
}

const YEARS = YTD.map((label) => new RegExp(labelPattern(label).source, 'u'))
const saysYear = (text: string) => YEARS.some((label) => label.test(foldCase(text)))

interface Listed {
  list: PayList
  row: PayRow
  heads: PaySection['heads']
}

/** Under each heading its rows, down to their sum or to a gap. */
function underHeadings(rows: readonly PayRow[], sections: readonly PaySection[]): Listed[] {
  const ended = new Set<PaySection>()
  const last = new Map<PaySection, PayRow>()
  return rows.flatMap((row) => {
    const section = sectionOf(row, sections)
    if (!section?.list || ended.has(section)) return []
    const before = last.get(section)
    const gap = before ? before.line.box[1] - row.line.box[3] : 0
    const sum = sumOf(row)
    if (sum || gap > GAP * (row.line.box[3] - row.line.box[1])) {
      ended.add(section)
      return []
    }
    last.set(section, row)
    return [{ list: section.list, row, heads: section.heads }]
  })
}

/** One table of both: the headings stand over the figures, and the captions left of them (`Item | Earned | Taken`). */
function besideHeadings({ lines }: PageLayout, rows: readonly PayRow[], sections: readonly PaySection[]): Item[] {
  const heads = sections.filter(({ list, at }) => list && sections.some((one) => one.at === at && one.list !== list))
  const others = otherColumns(lines[heads[0]?.at ?? -1], heads)
  const under = rows.filter((row) => heads.every(({ at, from }) => row.at > at && captionEnd(row) <= from))
  const sum = under.findIndex((row) => sumOf(row))
  return under.slice(0, sum < 0 ? under.length : sum).flatMap((row) => {
    const found = heads.flatMap(({ list, box }) => {
      const amount = row.figures.find((figure) => distance(figure, box) <= NEAR)
      return list && amount ? [{ list, row, figures: { ...besideAmount(row, list, amount, others), amount } }] : []
    })
    return found.length === 1 ? found : []
  })
}

/** Columns of the same table that are neither list's: hours, rates, the year's amounts. */
const otherColumns = (line: Line | undefined, heads: readonly PaySection[]): PayHead[] =>
  line
    ? headsOn(line, 0, Number.POSITIVE_INFINITY).filter((one) => heads.every(({ box }) => box[0] !== one.box[0]))
    : []

/** Hours and rates are those of what was earned: those of a contribution are its base and its share. */
function besideAmount(row: PayRow, list: PayList, amount: AmountAt, columns: readonly PayHead[]): Item['figures'] {
  const { quantity, rate, year_to_date } =
    byHeads(
      row.figures.filter((one) => one !== amount),
      columns,
    ) ?? {}
  const counts = { ...(quantity ? { quantity } : {}), ...(rate ? { rate } : {}) }
  return { ...(list === 'earnings' ? counts : {}), ...(year_to_date ? { year_to_date } : {}) }
}

const captionEnd = ({ caption }: PayRow) => caption.at(-1)?.box[2] ?? 0

/** Figures of one column end at one edge, in points. */
const ALIGNED = 4
const boxOf = ({ figures }: PayRow) => around(figures.at(-1)?.words.map(({ box }) => box) ?? [[0, 0, 0, 0]])
const areAligned = (one: PayRow, other: PayRow) => {
  const [a, b] = [boxOf(one), boxOf(other)]
  return Math.min(Math.abs(a[2] - b[2]), Math.abs(a[0] - b[0])) <= ALIGNED
}

/** Without headings: what stands over the gross pay in its column, and between it and what is taken off or paid. */
function betweenSums(rows: readonly PayRow[]): Listed[] {
  const gross = rows.findIndex((row) => sumOf(row) === 'gross')
  const taken = rows.findIndex((row, at) => at > gross && ['taken', 'net'].includes(sumOf(row) ?? ''))
  const [top, foot] = [rows[gross], rows[taken]]
  if (!top || !foot || gross === 0 || !areAligned(top, foot)) return []
  const between = (list: PayList, from: number, until: number) =>
    rows
      .slice(from, until)
      .filter((row) => !sumOf(row) && areAligned(row, top))
      .map((row) => ({ list, row, heads: [] }))
  return [...between('earnings', 0, gross), ...between('deductions', gross + 1, taken)]
}

function tableOf(list: PayList, items: readonly Item[], fields: Fields): FoundTable {
  const rows = items.map(rowOf)
  return {
    name: list,
    page: Math.min(...rows.map(({ page }) => page)),
    columns: COLUMNS.filter((column) => rows.some(({ values }) => column in values)),
    rows,
    confidence: sureness(list, rows, fields) * Math.min(...items.map(({ row }) => recognised(wordsOf(row)))),
  }
}

const wordsOf = ({ caption, figures }: PayRow): Word[] => [...caption, ...figures.flatMap(({ words }) => words)]

/** Items that come to the sum printed for them are surely all there. */
function sureness(list: PayList, rows: readonly TableRow[], fields: Fields): number {
  const cents = rows.reduce((sum, { values }) => sum + Math.round(Math.abs(Number(values.amount ?? 0)) * 100), 0)
  const of = (name: string) => Math.round(Math.abs(Number(fields[name]?.value ?? Number.NaN)) * 100)
  const [taken, taxes] = [of('total_deductions'), of('total_taxes')]
  const sums = list === 'earnings' ? [of('gross_pay')] : [taken, taxes, taken + taxes]
  return sums.includes(cents) ? 0.95 : 0.75
}

function rowOf({ row, figures }: Item): TableRow {
  const description = foldBlanks(row.caption.map(({ text }) => text).join(' '))
  const values: TableRow['values'] = { description }
  const words: Record<string, Word[]> = { description: row.caption }
  for (const [column, figure] of Object.entries(figures)) {
    values[column] = figure.value
    words[column] = figure.words
  }
  return { values, page: row.line.page, box: around(wordsOf(row).map(({ box }) => box)), words }
}
