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
  const sums = amounts.flatMap((amount) => {
    const kind = kindOver(head.columns, amount)
    if (!kind) return []
    const field = mention(amount.words, layout.page.number, 'sum-column', 0.8 * name.sureness, amount.value)
    return [{ kind, value: amount.value, caption: first.text, field }]
  })
  return new Set(sums.map(({ kind }) => kind)).size > 1 ? sums : []
}

function kindOver(columns: readonly Column[], { words }: AmountAt): SumKind | undefined {
  const box = around(words.map((word) => word.box))
  const over = columns.find((column) => overlapAcross(column.box, box) > 0)
  const kind = over && (ofTaxed(over, columns) ?? sumName(foldCase(over.caption))?.kind)
  return kind && ADDED.has(kind) ? kind : undefined
}

/** Beside a column of taxes and none of gross amounts, the plain amounts are without them. */
function ofTaxed({ kind }: Column, columns: readonly Column[]): SumKind | undefined {
  const has = (wanted: Column['kind']) => columns.some((column) => column.kind === wanted)
  if (!has('tax')) return undefined
  if (kind === 'tax' || kind === 'net' || kind === 'gross') return kind
  return kind === 'amount' && !has('net') && !has('gross') ? 'net' : undefined
}
