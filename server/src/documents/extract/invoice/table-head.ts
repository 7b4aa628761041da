import { around, type Box, height, overlapAcross } from '../../model/box.ts'
import type { Line } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import { type ColumnKind, columnKind } from './columns.ts'
import { type Piece, pieceOf, piecesOf } from './pieces.ts'

export interface Column {
  kind: ColumnKind
  caption: string
  box: Box
}

/** The head of a table of goods: its columns, left to right, and which of the page's lines it takes. */
export interface TableHead {
  columns: Column[]
  first: number
  last: number
}

/** Captions stacked in more lines than this were not seen. */
const MOST_LINES = 6
/** Lines of one head are at most this far apart, in line heights. */
const STACK_GAP = 1.9

/** The tables' heads of a page, top down. A head names the lines' total or price and at least one thing beside it. */
export function findHeads(lines: readonly Line[]): TableHead[] {
  const heads: TableHead[] = []
  const blank = blankOf(lines)
  for (let at = 0; at < lines.length; at++) {
    const single = headAt(lines, at, at, blank)
    if (!single && !mayBePart(lines[at] as Line)) continue
    const best = [single, ...windows(lines, at, blank)].filter((head) => head !== undefined).sort(byWorth)[0]
    if (!best || best.first <= (heads.at(-1)?.last ?? -1)) continue
    heads.push(best)
    at = best.last
  }
  return heads
}

const byWorth = (a: TableHead, b: TableHead) => worth(b) - worth(a) || a.last - a.first - (b.last - b.first)

// Kinds named once; a caption that two stacks share is worth less than one that says what nobody else says.
function worth(head: TableHead): number {
  const kinds = new Set(head.columns.map(({ kind }) => kind))
  kinds.delete('other')
  kinds.delete('progress')
  return kinds.size - 0.1 * (head.last - head.first)
}

// Heads that begin at this line and go on over the lines beneath.
function windows(lines: readonly Line[], first: number, blank: number): (TableHead | undefined)[] {
  const found: (TableHead | undefined)[] = []
  for (let last = first + 1; last < Math.min(lines.length, first + MOST_LINES); last++) {
    const [above, line] = [lines[last - 1] as Line, lines[last] as Line]
    const gap = above.box[1] - line.box[3]
    if (!mayBePart(line) || gap > STACK_GAP * Math.max(height(line.box), 4)) break
    found.push(headAt(lines, first, last, blank))
  }
  return found
}

// A caption is short and no amount.
function mayBePart(line: Line): boolean {
  const pieces = piecesOf(line)
  return (
    pieces.every(({ text, words }) => words.length <= 6 && !/\d|: \S/.test(text)) &&
    pieces.some(({ text }) => text.length > 1)
  )
}

function headAt(lines: readonly Line[], first: number, last: number, blank: number): TableHead | undefined {
  const stacks = stack(lines.slice(first, last + 1))
  const columns = stacks.flatMap((piece) => columnsOf(piece, blank)).sort((a, b) => a.box[0] - b.box[0])
  const named = columns.reduce((sum, { caption, kind }) => sum + (kind === 'other' ? 0 : caption.split(' ').length), 0)
  const all = stacks.reduce((sum, { words }) => sum + words.length, 0)
  if (first === last && named * 2 < all) return undefined
  const settled = settle(columns)
  return isHead(settled) ? { columns: settled, first, last } : undefined
}

// Pieces that stand under each other are one caption, read top down.
function stack(lines: readonly Line[]): Piece[] {
  const stacks: Word[][] = []
  for (const piece of lines.flatMap(piecesOf)) {
    const on = stacks.filter((words) => overlapAcross(around(words.map(({ box }) => box)), piece.box) > 0.3)
    const [one] = on
    if (one && on.length === 1) one.push(...piece.words)
    else stacks.push([...piece.words])
  }
  return stacks.map(pieceOf)
}

// One caption, or several that stand too close to be told apart by their gaps.
function columnsOf(piece: Piece, blank: number): Column[] {
  const whole = columnKind(piece.text)
  const several = piece.words.length > 1 ? split(piece.words, blank) : []
  if (several.length > 1 && new Set(several.map(({ kind }) => kind)).size === several.length && oneLine(piece))
    return several
  return [{ kind: whole ?? 'other', caption: piece.text, box: piece.box }]
}

const oneLine = ({ words, box }: Piece) => height(box) < 1.6 * Math.max(...words.map((word) => height(word.box)))

// Captions from the left, of words that follow each other closely; all words must be used up.
function split(words: readonly Word[], blank: number): Column[] {
  const columns: Column[] = []
  for (let from = 0; from < words.length; ) {
    const length = [1, 2, 3, 4].find((count) => {
      const run = words.slice(from, from + count)
      return (
        run.length === count &&
        columnKind(run.map(({ text }) => text).join(' ')) !== undefined &&
        parts(words, from, count, blank)
      )
    })
    if (!length) return []
    const { text, box } = pieceOf(words.slice(from, from + length))
    columns.push({ kind: columnKind(text) as ColumnKind, caption: text, box })
    from += length
  }
  return columns
}

/** The blank between two captions is wider than one within a caption, by this factor. */
const WIDER = 1.35

// A rate of tax may be followed closely, by what is no part of its name.
function parts(words: readonly Word[], from: number, count: number, blank: number): boolean {
  const [left, right] = [words[from + count - 1], words[from + count]]
  if (!left || !right || right.box[0] - left.box[2] > WIDER * blank * Math.max(left.size, right.size)) return true
  const kindOf = (run: readonly Word[]) => columnKind(run.map(({ text }) => text).join(' ')) ?? ''
  const rest = words.slice(from + count)
  const next = ['quantity', 'net', 'unit_price', 'discount']
  return (
    kindOf(words.slice(from, from + count)) === 'tax_rate' &&
    (next.includes(kindOf([right])) || (rest.length > 1 && next.includes(kindOf(rest))))
  )
}

/** The usual blank between words of these lines, in font sizes. */
function blankOf(lines: readonly Line[]): number {
  const gaps = lines.flatMap(({ segments }) =>
    segments.flatMap(({ words }) =>
      words.slice(1).map((word, index) => (word.box[0] - (words[index]?.box[2] ?? 0)) / word.size),
    ),
  )
  const inside = gaps.filter((gap) => gap > 0.1 && gap < 0.9).sort((a, b) => a - b)
  return inside[Math.floor(inside.length / 2)] ?? 0.28
}

/** Called a price and no more, where the one before says whose: `J.cena | Cena`. */
const isBare = ({ caption }: Column) => /^\p{L}+$/u.test(caption)

const TOTALS: readonly ColumnKind[] = ['net', 'amount', 'gross']

// What a caption means depends on the others: `Amount` before the product counts it, a lone `Price` at the end is the
// line's total.
function settle(columns: Column[]): Column[] {
  const described = columns.findIndex(({ kind }) => kind === 'description')
  const totals = columns.filter(({ kind }) => TOTALS.includes(kind))
  const counted = columns.some(({ kind }) => kind === 'quantity')
  const priced = columns.findIndex(({ kind }) => kind === 'unit_price')
  const settled = columns.map((column, index) => {
    // Behind a price or a tax, a rate is one of tax.
    const taxed = columns.slice(0, index).some(({ kind }) => kind === 'tax' || kind === 'tax_rate')
    const second = priced >= 0 && index > priced
    if ((second || taxed) && /^rate$/i.test(column.caption)) return { ...column, kind: 'tax_rate' as const }
    // `Unit price | Price`: what follows the price of one is that of all, unless something else is called so.
    if (second && column.kind === 'unit_price' && columnKind(column.caption) === 'unit_price' && isBare(column))
      return { ...column, kind: 'amount' as const }
    // What is counted and priced is described under whatever caption stands first: `Parts`, `Labour`.
    if (index === 0 && column.kind === 'other' && described < 0 && priced > 0 && counted)
      return { ...column, kind: 'description' as const }
    const counts = index < described && totals.length > 1 && TOTALS.includes(column.kind)
    return counts && !columns.some(({ kind }) => kind === 'quantity')
      ? { ...column, kind: 'quantity' as const }
      : column
  })
  if (totals.length > 0) return settled
  // Under whatever name, what stands right of the price is the line's total.
  const last = settled.length - 1
  const price = settled.findLastIndex(({ kind }) => kind === 'unit_price')
  const total = settled[last]?.kind === 'other' && price >= 0 ? last : price
  return settled.map((column, index) => (index === total ? { ...column, kind: 'amount' as const } : column))
}

function isHead(columns: readonly Column[]): boolean {
  const kinds = new Set(columns.map(({ kind }) => kind))
  if (!TOTALS.some((kind) => kinds.has(kind))) return false
  const beside = (['description', 'quantity', 'unit_price', 'article', 'position'] as const).filter((kind) =>
    kinds.has(kind),
  )
  return beside.length >= 2 || (kinds.has('description') && columns.length >= 2)
}
