import { around } from '../../model/box.ts'
import type { FoundTable, TableRow } from '../../model/findings.ts'
import type { Line, PageLayout } from '../../model/layout.ts'
import type { AmountStyle } from '../../values/amount.ts'
import type { AmountAt } from '../../values/amount-style.ts'
import { foldBlanks } from '../../values/fold.ts'
import { isMoney, moneyOf } from './money-words.ts'
import { type Piece, piecesOf } from './pieces.ts'
import { sumName } from './sum-words.ts'

/** A line that ends in an amount. */
interface Priced {
  line: Line
  texts: Piece[]
  amount: AmountAt
  right: number
}

/** Amounts of one column end at one place, in points. */
const STRAIGHT = 4
const SLACK = 0.015

/**
 * Goods under captions that nobody knows, in whatever language: lines that end in amounts of one column which together
 * come to the sum that is printed under them.
 */
export function readSummedRows(pages: readonly PageLayout[], style: AmountStyle): FoundTable | undefined {
  for (const layout of pages) {
    const priced = layout.lines.flatMap((line) => pricedLine(line, style))
    const runs = priced.map((_, at) => runBefore(priced, at)).filter((run) => run.length > 1)
    const best = runs.sort((a, b) => b.length - a.length)[0]
    if (best) return tableOf(best, layout.page.number)
  }
  return undefined
}

function pricedLine(line: Line, style: AmountStyle): Priced[] {
  const words = line.segments.flatMap((segment) => segment.words)
  const amount = moneyOf(words, style).filter(isMoney).at(-1)
  const right = amount?.words.at(-1)?.box[2]
  if (!amount || right === undefined || right < line.box[2] - STRAIGHT) return []
  const texts = piecesOf(line).filter(({ text }) => /\p{L}{3}/u.test(text))
  return texts.length > 0 ? [{ line, texts, amount, right }] : []
}

// The lines right above a sum that come to it, without sums among them.
function runBefore(priced: readonly Priced[], at: number): Priced[] {
  const sum = priced[at]
  const caption = sum?.texts[0]?.text ?? ''
  const kind = sumName(caption)?.kind
  const sums = kind === 'net' || kind === 'gross' || kind === 'lines' || kind === 'due' || /^total\b/i.test(caption)
  if (!sum || !sums) return []
  const run: Priced[] = []
  let total = 0
  for (let index = at - 1; index >= 0; index--) {
    const row = priced[index] as Priced
    if (Math.abs(row.right - sum.right) > STRAIGHT || isSum(row)) break
    run.unshift(row)
    total += row.amount.value
    if (Math.abs(total - sum.amount.value) < SLACK) return run
  }
  return []
}

function isSum({ texts }: Priced): boolean {
  const kind = sumName(texts[0]?.text ?? '')?.kind
  return kind !== undefined && kind !== 'charge' && kind !== 'discount'
}

function tableOf(run: readonly Priced[], page: number): FoundTable {
  const rows = run.map(({ texts, amount }): TableRow => {
    const words = { description: texts.flatMap((piece) => piece.words), amount: amount.words }
    const description = foldBlanks(texts.map(({ text }) => text).join(' '))
    const box = around([...words.description, ...words.amount].map((word) => word.box))
    return { values: { description, amount: amount.value }, page, box, words }
  })
  return { name: 'line_items', page, columns: ['description', 'amount'], rows, confidence: 0.75 }
}
