import type { Word } from '../../model/page.ts'
import type { ColumnKind } from './columns.ts'
import type { DraftRow } from './draft-row.ts'
import type { Figure } from './table-cells.ts'

interface Item {
  values: Record<string, string | number>
  words: Record<string, Word[]>
  /** Whether quantity times price is the amount; undefined where one of them is not printed. */
  closes: boolean | undefined
}

/** Prices are printed rounded; a line's total may be off by half a cent of the price for each piece, and a cent. */
const slack = (quantity: number) => 0.011 + Math.min(Math.abs(quantity) * 0.005, 0.5)

const PREFERENCE: readonly ColumnKind[] = ['net', 'amount', 'gross']

/**
 * Which column holds the lines' totals, where there are several: the one that quantity times price gives most often;
 * without prices the net one, and of two alike the one further right.
 */
export function lineTotalColumn(rows: readonly DraftRow[]): number {
  const columns = rows[0]?.columns ?? []
  const candidates = columns.flatMap(({ kind }, index) => (PREFERENCE.includes(kind) ? [{ kind, index }] : []))
  const scored = candidates.map(({ kind, index }) => ({
    index,
    closing: rows.filter((row) => closes(row, figureAt(row, index)) === true).length,
    filled: rows.filter((row) => figureAt(row, index)).length,
    rank: PREFERENCE.indexOf(kind),
  }))
  scored.sort((a, b) => b.closing - a.closing || b.filled - a.filled || a.rank - b.rank || b.index - a.index)
  return scored[0]?.index ?? -1
}

/** A row's values by the contract's columns; undefined where it has no total. */
export function itemOf(row: DraftRow, total: number): Item | undefined {
  const amount = figureAt(row, total)
  if (!amount) return undefined
  const item: Item = { values: {}, words: {}, closes: closes(row, amount) }
  const put = (name: string, figure: Figure | undefined) => {
    if (!figure) return
    item.values[name] = figure.value
    item.words[name] = figure.piece.words
  }
  const quantity = quantityOf(row, amount)
  put('quantity', quantity)
  const unit = quantity?.unit ?? unitOf(row)
  if (unit) item.values.unit = unit
  put('unit_price', figureOfKind(row, 'unit_price'))
  put('tax_rate', taxRateOf(row))
  put('amount', amount)
  return item
}

function figureAt(row: DraftRow, index: number): Figure | undefined {
  return row.lines.map(({ figures }) => figures.get(index)).find((figure) => figure !== undefined)
}

function figureOfKind(row: DraftRow, kind: ColumnKind): Figure | undefined {
  const index = row.columns.findIndex((column) => column.kind === kind)
  return index < 0 ? undefined : figureAt(row, index)
}

// Some tables count in the first column without saying so; the price tells.
function quantityOf(row: DraftRow, amount: Figure): Figure | undefined {
  const counted = figureOfKind(row, 'quantity')
  if (counted || row.columns.some(({ kind }) => kind === 'quantity')) return counted
  const [position, price] = [figureOfKind(row, 'position'), figureOfKind(row, 'unit_price')]
  const agrees = position && price && Math.abs(position.value * price.value - amount.value) <= slack(position.value)
  return agrees && position.value !== 0 ? position : undefined
}

function unitOf(row: DraftRow): string | undefined {
  const column = row.columns.find(({ kind }) => kind === 'unit')
  if (!column) return undefined
  const texts = row.lines.flatMap((line) => line.texts)
  return texts.find(
    ({ box, text }) => box[0] < column.box[2] && box[2] > column.box[0] && /^\p{L}/u.test(text) && text.length <= 12,
  )?.text
}

function taxRateOf(row: DraftRow): Figure | undefined {
  const rate = figureOfKind(row, 'tax_rate')
  if (rate && rate.value >= 0 && rate.value <= 100) return rate
  const tax = figureOfKind(row, 'tax')
  return tax?.percent ? tax : undefined
}

function closes(row: DraftRow, total: Figure | undefined): boolean | undefined {
  const price = figureOfKind(row, 'unit_price')
  const quantity = figureOfKind(row, 'quantity') ?? (total && quantityOf(row, total))
  if (!price || !quantity || !total) return undefined
  const discount = figureOfKind(row, 'discount')
  const full = quantity.value * price.value
  const off = discount
    ? discount.percent || Math.abs(discount.value) <= 100
      ? full * (1 - Math.abs(discount.value) / 100)
      : full
    : full
  const fits = (expected: number) => Math.abs(Math.abs(expected) - Math.abs(total.value)) <= slack(quantity.value)
  return fits(off) || fits(full) || (discount !== undefined && fits(full - Math.abs(discount.value)))
}
