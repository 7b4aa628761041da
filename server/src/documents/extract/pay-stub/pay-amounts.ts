import { overlapUp } from '../../model/box.ts'
import type { Field, Fields } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import type { AmountStyle } from '../../values/amount.ts'
import { findAmounts, isSumOfMoney } from '../../values/amount-style.ts'
import { foldCase } from '../../values/fold.ts'
import { exactly, phrases, within } from '../../vocabulary/compile.ts'
import { alike } from '../labels/alike.ts'
import { type Candidate, candidateOf, fieldOf } from '../labels/candidate.ts'
import { findLabels, type LabelAt } from '../labels/find-labels.ts'
import { foldLine } from '../labels/folded-line.ts'
import type { Label } from '../labels/label.ts'
import { nearestCandidates } from '../labels/nearest-labelled.ts'
import { amountReader } from '../labels/value-reader.ts'
import { chooseBalanced } from './balanced-pay.ts'
import { inCorner } from './corner-sum.ts'
import { crossAmounts, isOneBlock } from './cross-amounts.ts'
import { isCounted, isListedItem, opens } from './listed-items.ts'
import * as words from './pay-words.ts'
import { sectionTotals } from './section-totals.ts'

const THIS_PAY = within('pay.current')

interface Query {
  labels: readonly Label[]
  except: readonly Label[]
}

const QUERIES = {
  gross_pay: { labels: words.GROSS, except: [...words.NOT_GROSS, ...words.YTD_GROSS] },
  total_taxes: { labels: words.TAXES, except: words.NOT_DEDUCTIONS },
  total_deductions: { labels: words.DEDUCTIONS, except: words.NOT_DEDUCTIONS },
  net_pay: { labels: words.NET, except: [...words.NOT_NET, ...words.YTD_NET] },
} satisfies Record<string, Query>

type Name = keyof typeof QUERIES

/** Gross, taxes, deductions and net of the period and the year: of those labelled alike the ones that add up. */
export function payAmounts(pages: readonly PageLayout[], style: AmountStyle): Fields {
  const yearly = {
    gross_pay: yearCandidates(pages, 'gross_pay', style),
    net_pay: yearCandidates(pages, 'net_pay', style),
  }
  const pools = Object.fromEntries(
    (Object.keys(QUERIES) as Name[]).map((name) => [name, poolOf(pages, name, style)]),
  ) as Record<Name, Field[]>
  const chosen = chooseBalanced(
    pools.net_pay.length > 0 ? pools : { ...pools, net_pay: closingNet(yearly.net_pay, pools) },
  )
  const gross = ofYear(yearly.gross_pay, chosen.gross_pay)
  const net = ofYear(yearly.net_pay, chosen.net_pay)
  const all = { ...chosen, ytd_gross_pay: gross, ytd_net_pay: net }
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, Field] => entry[1] !== undefined))
}

/** What is paid out stands in the last row under whatever list ends there: it is what is left of the period's gross. */
function closingNet(candidates: readonly Field[], pools: Record<Name, Field[]>): Field[] {
  return candidates.filter((net) => {
    const found = chooseBalanced({ ...pools, net_pay: [net] })
    const [gross, off, tax] = [found.gross_pay, found.total_deductions, found.total_taxes].map((field) =>
      Math.abs(Math.round(Number(field?.value ?? 0) * 100)),
    )
    const left = (gross ?? 0) - Math.round(Number(net.value) * 100)
    return left > 0 && (left === off || left === (off ?? 0) + (tax ?? 0))
  })
}

/**
 * The year's amount: among those that are labelled alike rather one that the period's is part of, else the surest. A
 * year that is less than its part is what the page says, and wrong.
 */
function ofYear(candidates: readonly Field[], current: Field | undefined): Field | undefined {
  const [best, ...others] = candidates.filter(({ words: own }) => !own.some((word) => current?.words.includes(word)))
  const holds = ({ value }: Field) => !current || Number(value) >= Number(current.value)
  return best && (alike([best, ...others]).find(holds) ?? best)
}

/** A row that is called the total and nothing else, and the columns in which stubs list what makes a sum. */
const SUM_ROW = { rows: [new RegExp(`^${phrases('row.total')}:?(?=\\s*[-(]?\\d)`, 'u')], notRows: [] }
/** The row that sums up the pay may say in the next column, without a word, what is taken off it. */
const sumRows = (name: Name) =>
  name === 'total_deductions'
    ? { ...SUM_ROW, rows: [...SUM_ROW.rows, ...words.GROSS], notRows: words.NOT_GROSS }
    : SUM_ROW

const COLUMNS: Partial<Record<Name, readonly Label[]>> = {
  gross_pay: [within('pay.section.gross')],
  total_deductions: [within('pay.section.deductions')],
}

/** Candidates for the period's amount: where a row meets a heading for the period first, then what is nearest. */
function poolOf(pages: readonly PageLayout[], name: Name, style: AmountStyle): Field[] {
  const { labels, except } = QUERIES[name]
  const read = amountReader({ style, cents: true })
  const crossing = crossesYear(pages, name, style)
  const listed = listedUnderYear(pages, name, style)
  const crossed = crossings(pages, labels, except, words.CURRENT, words.YTD, style)
  // What stands under the heading of the period is the period's, whatever list it may be in.
  const isYear = (candidate: Candidate) =>
    [...crossing, ...(crossed.includes(candidate) ? [] : listed)].some((other) => isSamePlace(other, candidate))
  const ofTheYear = nearestCandidates(pages, { labels: words.YTD, read }).filter(
    ({ method }) => method === 'label-inline',
  )
  const near = nearestCandidates(pages, { labels, except, read })
    .filter((candidate) => opens(candidate.label) && !isListedItem(candidate) && !isCounted(candidate))
    .flatMap((candidate) => behindYear(candidate, ofTheYear, style))
  const summed = COLUMNS[name]
    ? crossAmounts(pages, { ...sumRows(name), columns: COLUMNS[name], notColumns: [] }, style)
    : []
  const own = [...crossed, ...near, ...summed, ...underTotals(pages, name, style)].filter(
    (candidate) => !isAnothers(candidate),
  )
  const ofPeriod = own.filter((candidate) => !isYear(candidate))
  // Every stub prints what is paid out: a lone figure that ends where the year's do is the period's.
  const pool =
    ofPeriod.length === 0 && name === 'net_pay'
      ? [...own.filter(isLone), ...inCorner(findLabels(pages, labels, except), style)]
      : ofPeriod
  const sums = name === 'net_pay' ? [] : sectionTotals(pages, name, style).map(({ current }) => current)
  const ranked = [...pool.toSorted((a, b) => b.confidence - a.confidence).map(fieldOf), ...sums]
  return ranked.filter((field, index) => ranked.findIndex(({ value }) => value === field.value) === index).slice(0, 6)
}

/** `Totals | Taken off | Earned` over two figures: behind that word the names of lists call their sums. */
function underTotals(pages: readonly PageLayout[], name: Name, style: AmountStyle): Candidate[] {
  const labels = COLUMNS[name]
  if (!labels) return []
  return nearestCandidates(pages, { labels, read: amountReader({ style, cents: true }) }).filter(
    ({ method, label: { line, box } }) =>
      method === 'label-below' && line.segments.some((one) => one.box[2] < box[0] && TOTALS.test(foldCase(one.text))),
  )
}

const TOTALS = exactly('row.total')

const isLone = ({ label }: Candidate) => (label.line.text.match(/\d[.,]\d\d(?!\d)/g) ?? []).length === 1

/** `Gross  Year to date 25,180.40  3,213.60`: what stands behind the year's amount on a line is the period's. */
function behindYear(candidate: Candidate, ofTheYear: readonly Candidate[], style: AmountStyle): Candidate[] {
  const { label, box } = candidate
  const isYears = ofTheYear.some((year) => year.label.box[0] > label.box[2] && isSamePlace(year, candidate))
  if (!isYears) return [candidate]
  const behind = label.line.segments.flatMap((segment) => segment.words).filter((word) => word.box[0] >= box[2])
  const next = findAmounts(behind, { style }).find((amount) => isSumOfMoney(amount, style))
  return next ? [candidateOf({ ...next, certainty: 1 }, label, 'label-inline', candidate.confidence)] : []
}

/** Right of the label a list of its own begins on the same line, and the amount is behind the caption of its row. */
function isAnothers({ label, box }: Candidate): boolean {
  if (overlapUp(label.box, box) <= 0 || box[0] < label.box[2]) return false
  const between = label.line.segments.filter((one) => one.box[0] >= label.box[2] - 0.1 && one.box[2] <= box[0] + 0.1)
  return between.some(({ text }) => /\p{L}{5}/u.test(text) && !/\d/.test(text))
}

/** A label as the row and a heading as the column, or the other way round. */
function crossings(
  pages: readonly PageLayout[],
  labels: readonly Label[],
  except: readonly Label[],
  column: readonly Label[],
  notColumn: readonly Label[],
  style: AmountStyle,
  rather?: RegExp,
): Candidate[] {
  return [
    ...crossAmounts(
      pages,
      { rows: labels, notRows: except, columns: column, notColumns: notColumn, ...(rather ? { rather } : {}) },
      style,
    ),
    ...crossAmounts(
      pages,
      { rows: column, notRows: notColumn, columns: labels, notColumns: except, bare: true },
      style,
    ),
  ]
}

const years = new WeakMap<readonly PageLayout[], Map<Name, Candidate[]>>()

function crossesYear(pages: readonly PageLayout[], name: Name, style: AmountStyle): Candidate[] {
  const known = years.get(pages) ?? new Map<Name, Candidate[]>()
  years.set(pages, known)
  const before = known.get(name)
  if (before) return before
  const { labels, except } = QUERIES[name]
  const found = crossings(pages, labels, except, words.YTD, [], style, THIS_PAY)
  known.set(name, found)
  return found
}

function yearCandidates(pages: readonly PageLayout[], name: 'gross_pay' | 'net_pay', style: AmountStyle): Field[] {
  const labels = name === 'gross_pay' ? words.YTD_GROSS : words.YTD_NET
  const named = nearestCandidates(pages, { labels, read: amountReader({ style, cents: true }) })
  const all = [
    ...named.filter(({ label }) => label.leads || /\d[ ,;]*$/.test(foldLine(label.line).text.slice(0, label.from))),
    ...crossesYear(pages, name, style),
    ...besidePay(pages, name, style),
  ].filter((candidate) => !isAnothers(candidate))
  const sums = name === 'gross_pay' ? sectionTotals(pages, name, style).flatMap(({ year }) => year ?? []) : []
  return [...all.toSorted((a, b) => b.confidence - a.confidence).map(fieldOf), ...sums]
}

/**
 * `Net pay 900.00  Year to date 5,400.00`: the year's caption and amount behind those of the period on one line, or
 * between the period's caption and its amount.
 */
function besidePay(pages: readonly PageLayout[], name: Name, style: AmountStyle): Candidate[] {
  const { labels, except } = QUERIES[name]
  const read = amountReader({ style, cents: true })
  const paid = findLabels(pages, labels, except).filter(({ leads }) => leads)
  const ofYear = nearestCandidates(pages, { labels: words.YTD, read }).filter(({ label, method }) =>
    paid.some((pay) => method === 'label-inline' && pay.line === label.line && label.leads && pay.to < label.from),
  )
  return [...ofYear, ...underYear(pages, labels, except, style)]
}

/** What is called as the period's amount in a list of the year's, which a stub may print beside that of the period. */
function listedUnderYear(pages: readonly PageLayout[], name: Name, style: AmountStyle): Candidate[] {
  const { labels, except } = QUERIES[name]
  return underYear(pages, labels, except, style).filter(({ method }) => method !== 'label-below')
}

/** Headings and what is listed under them begin this near to one edge, in points. */
const EDGE = 4
/** `Year to date` over a list of its own, or before headings, which are called as the amounts of the period are. */
function underYear(
  pages: readonly PageLayout[],
  labels: readonly Label[],
  except: readonly Label[],
  style: AmountStyle,
): Candidate[] {
  const read = amountReader({ style, cents: true })
  const heads = findLabels(pages, words.YTD_SECTION).filter(
    ({ leads, line, box }) =>
      leads && !line.segments.some((one) => one.box[0] > box[0] && /\d[.,]\d\d\b/.test(one.text)),
  )
  const columns = findLabels(pages, [...words.CURRENT, ...words.YTD])
  return nearestCandidates(pages, { labels, except, read }).filter(({ label, method }) =>
    heads.some(
      (head) =>
        (head.line === label.line && method === 'label-below' && label.from > 0) ||
        // `Year's sums: gross 38,580.00 / net 33,662.70`: each behind its own name.
        (head.line === label.line && method === 'label-inline' && label.from >= head.to) ||
        (label.leads && method !== 'label-below' && !isBesideHeads(head, columns) && isListedUnder(head, label)) ||
        (method === 'label-below' && headsRow(head, label)),
    ),
  )
}

/** A heading by itself right over a row of captions that have their figures under them. */
const headsRow = (head: LabelAt, label: LabelAt) =>
  head.layout === label.layout &&
  head.line.segments.length === 1 &&
  head.layout.lines[head.layout.lines.indexOf(head.line) + 1] === label.line

/**
 * `Year to date | This period | Year to date`: the first is the caption of a row of headings, and lists nothing. The
 * last of a row heads a list of its own, if captions stand under it.
 */
const isBesideHeads = (head: LabelAt, columns: readonly LabelAt[]) =>
  columns.some(({ line, box }) => line === head.line && box[0] >= head.box[2])

/** Whether a caption stands under a heading, in one block with it. */
const isListedUnder = (head: LabelAt, label: LabelAt) =>
  head.layout === label.layout &&
  Math.abs(head.box[0] - label.box[0]) < EDGE &&
  label.box[3] < head.box[1] + 1 &&
  isOneBlock(head, label)

function isSamePlace(a: Pick<Field, 'page' | 'box'>, b: Pick<Field, 'page' | 'box'>): boolean {
  return a.page === b.page && Math.abs(a.box[0] - b.box[0]) < 1 && Math.abs(a.box[1] - b.box[1]) < 1
}
