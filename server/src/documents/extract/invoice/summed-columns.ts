import { around, overlapAcross } from '../../model/box.ts'
import type { Line, PageLayout } from '../../model/layout.ts'
import type { AmountStyle } from '../../values/amount.ts'
import type { AmountAt } from '../../values/amount-style.ts'
import { foldCase } from '../../values/fold.ts'
import { foldWords } from '../labels/folded-line.ts'
import { mention } from './mention.ts'
import { isMoney, moneyOf } from './money-words.ts'
import { type Sum, type SumKind, sumName } from './sum-words.ts'
import type { Column, TableHead } from './table-head.ts'

/** What the columns of a table of goods may add up to in its last row. */
const ADDED: ReadonlySet<SumKind> = new Set(['net', 'tax', 'gross'])

/** Carriage and rebates are rows of goods as often as sums under them. */
const GOODS: ReadonlySet<SumKind> = new Set(['charge', 'discount'])

/**
 * The last row of a table of goods, whose sums are what the columns above them say: `Razem 1 000,00 1 230,00` under
 * "Wartość netto" and "Wartość brutto". One sum alone says by its own words what it is.
 */
export function summedColumns(layout: PageLayout, line: Line, head: TableHead, style: AmountStyle): Sum[] {
  const [first, ...rest] = line.segments
  const name = first && sumName(foldWords(first.words).text)
  const amounts = rest.flatMap((segment) => moneyOf(segment.words, style).filter(isMoney))
  if (!name || GOODS.has(name.kind) || amounts.length < 2) return []
  const under = amounts.flatMap((amount) => sumUnder(head.columns, amount))
  const sums = under.flatMap(({ amount, column }) => {
    const kind = kindOf(column, under, closesAt(amount.value, under)) ?? sumName(foldCase(column.caption))?.kind
    if (!kind || !ADDED.has(kind)) return []
    const field = mention(amount.words, layout.page.number, 'sum-column', 0.8 * name.sureness, amount.value)
    return [{ kind, value: amount.value, caption: first.text, field }]
  })
  return new Set(sums.map(({ kind }) => kind)).size > 1 ? sums : []
}

const cents = (value: number) => Math.round(value * 100)

interface SumUnder {
  amount: AmountAt
  column: Column
}

function sumUnder(columns: readonly Column[], amount: AmountAt): SumUnder[] {
  const box = around(amount.words.map((word) => word.box))
  const column = columns.find((column) => overlapAcross(column.box, box) > 0)
  return column ? [{ amount, column: withTaxes(column) }] : []
}

/** Rates are not added up: a sum under a caption that may mean one, `Tax`, is of the taxes. */
const withTaxes = (column: Column): Column => (column.kind === 'tax_rate' ? { ...column, kind: 'tax' } : column)

/** What an amount is in the row's own sum of goods and taxes: the whole, or the goods; neither where none closes. */
function closesAt(value: number, row: readonly SumUnder[]): 'gross' | 'net' | undefined {
  const taxes = row.filter(({ column }) => column.kind === 'tax').map(({ amount }) => cents(amount.value))
  const others = row.filter(({ column }) => column.kind !== 'tax').map(({ amount }) => cents(amount.value))
  const has = (wanted: number) => others.includes(wanted)
  if (taxes.some((tax) => tax !== 0 && has(cents(value) - tax))) return 'gross'
  return taxes.some((tax) => tax !== 0 && has(cents(value) + tax)) ? 'net' : undefined
}

/**
 * Beside a column of taxes and none of net or gross amounts, plain amounts are what the row's own sum makes of them,
 * else without the taxes; so is a price whose column is added up: `Price | Tax | Total`.
 */
function kindOf({ kind }: Column, row: readonly SumUnder[], closes: SumKind | undefined): SumKind | undefined {
  const has = (wanted: Column['kind']) => row.some(({ column }) => column.kind === wanted)
  if (!has('tax')) return undefined
  if (kind === 'tax' || kind === 'net' || kind === 'gross') return kind
  if (has('net') || has('gross')) return undefined
  return kind === 'amount' ? (closes ?? 'net') : closes
}
