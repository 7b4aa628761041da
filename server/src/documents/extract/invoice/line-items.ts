import { around, type Box, height } from '../../model/box.ts'
import type { FoundTable, TableRow } from '../../model/findings.ts'
import type { Line, PageLayout } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import type { AmountStyle } from '../../values/amount.ts'
import { foldBlanks, foldCase } from '../../values/fold.ts'
import { type ColumnKind, columnKind } from './columns.ts'
import type { DraftRow } from './draft-row.ts'
import { itemOf, lineTotalColumn } from './item.ts'
import type { Piece } from './pieces.ts'
import { sumName } from './sum-words.ts'
import { readTableLines, type TableLine } from './table-cells.ts'
import { type Column, findHeads, type TableHead } from './table-head.ts'
import { isAllowance, isCarried, isTotalsLine, opensNextSection } from './totals-words.ts'

/** The invoice's table of goods and services over all its pages; undefined where none is recognised. */
export function readLineItems(pages: readonly PageLayout[], style: AmountStyle): FoundTable | undefined {
  const drafts = draftRows(pages, style)
  const rows = drafts.length > 0 ? finish(drafts) : []
  if (rows.length === 0) return undefined
  const columns = (['description', 'quantity', 'unit', 'unit_price', 'tax_rate', 'amount'] as const).filter((name) =>
    rows.some(({ row }) => row.values[name] !== undefined),
  )
  const closing = rows.filter(({ closes }) => closes === true).length
  const failing = rows.filter(({ closes }) => closes === false).length
  return {
    name: 'line_items',
    page: rows[0]?.row.page ?? 1,
    columns: [...columns],
    rows: rows.map(({ row }) => row),
    confidence: 0.8 + 0.15 * (closing / rows.length) - 0.4 * (failing / rows.length),
  }
}

// Tables are told apart by their captions; the goods are in the one whose rows close best.
function draftRows(pages: readonly PageLayout[], style: AmountStyle): DraftRow[] {
  const tables = new Map<string, DraftRow[]>()
  let open: readonly Column[] | undefined
  for (const { page, lines } of pages) {
    const heads = findHeads(lines)
    const starts: TableHead[] = open ? [{ columns: [...open], first: -1, last: -1 }, ...heads] : heads
    for (const [index, head] of starts.entries()) {
      const until = starts[index + 1]?.first ?? lines.length
      const under = lines.slice(head.last + 1, until).filter((line) => !isSectionSum(line, heads))
      const body = readTableLines(under, head.columns, style)
      const { rows, ended } = rowsOf(body, head.columns, page.number)
      const key = head.columns.map(({ caption }) => caption).join('|')
      tables.set(key, [...(tables.get(key) ?? []), ...rows])
      const atEnd = until === lines.length && rows.length === 0 && head.first >= 0
      if (rows.length > 0 || atEnd) open = ended ? undefined : head.columns
    }
  }
  const best = [...tables.values()].sort((a, b) => worth(b) - worth(a))[0] ?? []
  return [...tables.values()].flatMap((rows) => (rows === best || isSister(rows, best) ? rows : []))
}

// `Parts  $120.00` under tables that are headed `Labour` and `Parts`.
function isSectionSum({ segments }: Line, heads: readonly TableHead[]): boolean {
  const [first, amount, ...more] = segments
  return (
    first !== undefined &&
    amount !== undefined &&
    more.length === 0 &&
    heads.length > 1 &&
    heads.some(({ columns }) => foldCase(columns[0]?.caption ?? '') === foldCase(first.text))
  )
}

/** Right edges of one column in two tables. */
const STRAIGHT = 6

// Labour and parts have heads of their own over the same columns: counted, priced and summed.
function isSister([row]: readonly DraftRow[], [best]: readonly DraftRow[]): boolean {
  const edge = (draft: DraftRow | undefined, kinds: readonly ColumnKind[]) =>
    draft?.columns.find(({ kind }) => kinds.includes(kind))?.box[2] ?? Number.NaN
  const meet = (...kinds: ColumnKind[]) => Math.abs(edge(row, kinds) - edge(best, kinds)) < STRAIGHT
  return meet('quantity') && meet('unit_price') && meet(...TOTALS)
}

function worth(rows: readonly DraftRow[]): number {
  const total = lineTotalColumn(rows)
  return rows.reduce((sum, row) => sum + (itemOf(row, total)?.closes ? 3 : row.texts.length > 0 ? 1 : 0), 0)
}

const TOTALS: readonly ColumnKind[] = ['net', 'amount', 'gross']
const isTotal = (columns: readonly Column[], index: number) => TOTALS.includes(columns[index]?.kind as ColumnKind)
const isCount = (columns: readonly Column[], index: number) =>
  ['quantity', 'unit_price'].includes(columns[index]?.kind as string)

// Lines to rows: a line with a total, or a quantity and a price, begins a row, unless the row before still waits for
// what this line brings (amounts set lower than the text they belong to). Texts go on the row above them.
function rowsOf(
  body: readonly TableLine[],
  columns: readonly Column[],
  page: number,
): { rows: DraftRow[]; ended: boolean } {
  const rows: DraftRow[] = []
  let ended = false
  let loose: Piece[] = []
  for (const line of body) {
    const indexes = [...line.figures.keys()]
    const total = indexes.some((index) => isTotal(columns, index))
    const counts = indexes.filter((index) => isCount(columns, index)).length
    if (counts === 0 && isCarried(line.texts)) continue
    if (isTotalsLine(withoutTaxCodes(line.texts, columns), counts)) {
      const named = line.texts.filter(({ text }) => sumName(text)).length
      ended = ended || total || line.stray.length > 0 || named > 1 || /\d[.,]\d{2}(?!\d)/.test(line.line.text)
      continue
    }
    if (isAllowance(line.texts, counts)) continue
    if (rows.length > 0 && endsTable(line)) {
      ended = true
      break
    }
    if (counts === 0 && line.texts.length === 0 && isSumOf(rows, line)) {
      ended = true
      continue
    }
    const row = rows.at(-1)
    if (total || counts > 0) {
      if (row && !ended && completes(row, line)) row.lines.push(line)
      else if (!ended || (total && counts > 1)) rows.push({ page, columns, lines: [line], texts: [], late: ended })
      const own = within(line.texts, columns)
      const taker = rows.at(-1)
      if (taker?.lines.at(-1) === line)
        taker.texts.push(...(own.length === 0 && taker.lines.length === 1 ? loose : own))
      loose = []
    } else if (!ended && row && follows(row, line)) {
      row.texts.push(...within(line.texts, columns))
      row.lines.push({ ...line, figures: new Map() })
    } else loose = within(line.texts, columns)
  }
  return {
    rows: rows.filter(({ lines }) =>
      lines.some(({ figures }) => [...figures.keys()].some((index) => isTotal(columns, index))),
    ),
    ended,
  }
}

/** An amount without a word that several rows over it come to. */
function isSumOf(rows: readonly DraftRow[], { figures }: TableLine): boolean {
  const [[index, figure] = []] = [...figures]
  if (index === undefined || figures.size !== 1 || rows.length < 2) return false
  const sum = rows.reduce(
    (all, { lines }) => all + (lines.find((each) => each.figures.has(index))?.figures.get(index)?.value ?? 0),
    0,
  )
  return Math.abs(sum - (figure?.value ?? 0)) < 0.006
}

// A tax's name in the column of taxes is the code of a row that describes something (`GST`, `FRE`), not its sum.
function withoutTaxCodes(texts: readonly Piece[], columns: readonly Column[]): readonly Piece[] {
  const taxes = columns.filter(({ kind }) => kind === 'tax_rate' || kind === 'tax')
  const [first, ...rest] = texts
  const codes = rest.filter(
    ({ box, text }) => /^\p{Lu}{1,4}$/u.test(text) && taxes.some((tax) => box[0] < tax.box[2] && box[2] > tax.box[0]),
  )
  return first && codes.length > 0 ? texts.filter((text) => !codes.includes(text)) : texts
}

// Another section's title, or the captions of another table.
function endsTable({ texts, figures }: TableLine): boolean {
  if (figures.size > 0) return false
  const captions = texts.filter(({ text }) => columnKind(text) !== undefined)
  return (
    (captions.length >= 2 && texts.length >= 3) ||
    texts.some(({ text }, index) => index === 0 && opensNextSection(text))
  )
}

function completes(row: DraftRow, line: TableLine): boolean {
  const has = new Set(row.lines.flatMap(({ figures }) => [...figures.keys()]))
  const waits =
    ![...has].some((index) => isTotal(row.columns, index)) || [...has].every((index) => !isCount(row.columns, index))
  const clash = [...line.figures.keys()].some((index) => has.has(index))
  return waits && !clash && follows(row, line)
}

function follows(row: DraftRow, { line }: TableLine): boolean {
  const last = row.lines.at(-1)?.line
  return last !== undefined && last.box[1] - line.box[3] < 1.3 * Math.max(height(last.box), height(line.box))
}

// Texts that stand in the description's column: right of what precedes it, left of what follows it.
function within(texts: readonly Piece[], columns: readonly Column[]): Piece[] {
  const at = columns.findIndex(({ kind }) => kind === 'description')
  if (at < 0) return [...texts].filter(({ text }) => /\p{L}{3}/u.test(text))
  const [x0, x1] = [columns[at]?.box[0] as number, columns[at + 1]?.box[0] ?? Number.POSITIVE_INFINITY]
  const before = columns[at - 1]?.box[2] ?? Number.NEGATIVE_INFINITY
  return texts.filter(
    ({ box }) =>
      box[0] < x1 - 2 && box[2] > Math.min(x0, (x0 + before) / 2) && box[0] >= Math.min(x0 - 25, before - 10),
  )
}

function finish(drafts: readonly DraftRow[]): { row: TableRow; closes: boolean | undefined }[] {
  const total = new Map<readonly Column[], number>()
  return drafts.flatMap((draft) => {
    const column =
      total.get(draft.columns) ?? lineTotalColumn(drafts.filter(({ columns }) => columns === draft.columns))
    total.set(draft.columns, column)
    const item = itemOf(draft, column)
    if (!item || (draft.late && !(item.closes && draft.texts.length > 0 && item.values.amount !== 0))) return []
    const description = foldBlanks(draft.texts.map(({ text }) => text).join(' '))
    const words: Record<string, Word[]> = { ...item.words }
    const values: TableRow['values'] = description ? { description, ...item.values } : item.values
    if (description) words.description = draft.texts.flatMap((piece) => piece.words)
    const box: Box = around(
      Object.values(words)
        .flat()
        .map((word) => word.box),
    )
    return [{ row: { values, page: draft.page, box, words }, closes: item.closes }]
  })
}
