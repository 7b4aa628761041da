import type { Line } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import { type AmountStyle, parseAmount, parsePercent } from '../../values/amount.ts'
import { foldSigns } from '../../values/fold.ts'
import { type Piece, pieceOf, piecesOf } from './pieces.ts'
import type { Column } from './table-head.ts'

/** A number in a table, with what stands beside it. */
export interface Figure {
  value: number
  percent: boolean
  unit: string | undefined
  piece: Piece
}

/** A line of a table: its figures by the index of their column, and the texts that are no figures. */
export interface TableLine {
  line: Line
  figures: Map<number, Figure>
  texts: Piece[]
  /** Figures that stand under no column. */
  stray: Figure[]
}

/** Figures further than this from their column's caption belong to another thing; in points. */
const FURTHEST = 45

/** Lines under a head: each figure in the column of its caption, or of the figures whose edge it shares. */
export function readTableLines(lines: readonly Line[], columns: readonly Column[], style: AmountStyle): TableLine[] {
  const roomed = inRooms(lines, columns, style)
  if (roomed) return roomed
  const first = lines.map((line) => readTableLine(line, columns, style, []))
  const edges = columns.map((_, index) => edgeOf(first.flatMap(({ figures }) => figures.get(index) ?? [])))
  return edges.some((edge) => edge !== undefined)
    ? lines.map((line) => readTableLine(line, columns, style, edges))
    : first
}

/**
 * Browsers set captions at the left of their columns and programs figures at the right: the room from one caption to
 * the next says whose a figure is, where in every row each figure has its own.
 */
function inRooms(lines: readonly Line[], columns: readonly Column[], style: AmountStyle): TableLine[] | undefined {
  const rows = lines.map((line) => {
    const pieces = piecesOf(line).flatMap((piece) => cut(piece, columns, style))
    const figures = pieces.flatMap((piece) => figureOf(piece, style) ?? [])
    return { line, pieces, figures, rooms: figures.map(({ piece }) => roomOf(piece, columns)) }
  })
  const full = rows.filter(({ figures }) => figures.length > 1)
  const fits = full.every(({ rooms }) => rooms.every((at) => at >= 0) && new Set(rooms).size === rooms.length)
  if (full.length < FEWEST_ROOMED || !fits) return undefined
  return rows.map(({ line, pieces, figures, rooms }) => {
    const placed = new Map(
      figures.flatMap((figure, at) => ((rooms[at] ?? -1) < 0 ? [] : [[rooms[at] as number, figure]])),
    )
    const taken = new Set([...placed.values()].map(({ piece }) => piece))
    const stray = figures.filter(({ piece }) => !taken.has(piece))
    return { line, figures: placed, texts: pieces.filter((piece) => !taken.has(piece)), stray }
  })
}

const FEWEST_ROOMED = 2

function roomOf({ box }: Piece, columns: readonly Column[]): number {
  return columns.findIndex((column, at) => {
    const next = columns[at + 1]?.box[0] ?? Number.POSITIVE_INFINITY
    return column.kind !== 'description' && box[0] >= column.box[0] - 1 && box[2] <= next + 1
  })
}

/** So many figures make an edge, and this share of those of their column; edges this near are one, in points. */
const [FEWEST_ALIKE, SHARE_ALIKE, ALIKE] = [3, 0.6, 0.6]

/** The edge at which most figures of a column end, where its caption stands otherwise. */
function edgeOf(figures: readonly Figure[]): number | undefined {
  const ends = figures.map(({ piece }) => piece.box[2])
  const sharing = (edge: number) => ends.filter((end) => Math.abs(end - edge) < ALIKE).length
  const best = ends.toSorted((a, b) => sharing(b) - sharing(a))[0]
  if (best === undefined) return undefined
  return sharing(best) >= Math.max(FEWEST_ALIKE, SHARE_ALIKE * ends.length) ? best : undefined
}

/** Where the figures of each column end, by its index; undefined where they share no edge. */
type ColumnEdges = readonly (number | undefined)[]

function readTableLine(line: Line, columns: readonly Column[], style: AmountStyle, edges: ColumnEdges): TableLine {
  const pieces = piecesOf(line).flatMap((piece) => cut(piece, columns, style))
  const figures = pieces.flatMap((piece) => figureOf(piece, style) ?? [])
  const placed = counted(place(figures, columns, edges), columns)
  const taken = new Set([...placed.values()].map(({ piece }) => piece))
  return {
    line,
    figures: placed,
    texts: pieces.filter((piece) => !taken.has(piece)),
    stray: figures.filter(({ piece }) => !taken.has(piece)),
  }
}

/** `4 kg`, `10,0000 Stk.`, `1.00 Unit(s)`, `30 Meter`: a number with its unit. */
const WITH_UNIT = /^([-+]?\d[\d.,' ]*)\s?(\p{L}{1,3}[23²³]|[\p{L}²³][\p{L}()./²³]{0,14})$/u
/** `Pauschal` is a quantity without a number. */
const UNIT_FIRST = /^([\p{L}²³][\p{L}.]{0,7})\s([-+]?\d[\d.,']*)$/u

export function figureOf(piece: Piece, style: AmountStyle): Figure | undefined {
  const text = foldSigns(piece.text)
  const percent = parsePercent(/^[\d.,]+ ?%(?= ?[\p{L}(]{1,8}[\p{L} ().]{0,8}$|$)/u.exec(text)?.[0] ?? '')
  if (percent !== undefined) return { value: percent, percent: true, unit: undefined, piece }
  const amount = parseAmount(text.replace(/^[x@]\s*(?=\d)/i, ''), { style })
  if (amount) return { value: amount.value, percent: false, unit: undefined, piece }
  const [, number, unit] = WITH_UNIT.exec(text) ?? swapped(UNIT_FIRST.exec(text))
  const counted = number && parseAmount(number, { style })
  return counted ? { value: counted.value, percent: false, unit: unit && asPrinted(unit, piece), piece } : undefined
}

/** Folding makes `m2` of `m²`. */
const asPrinted = (unit: string, { text }: Piece) =>
  /[²³]/.test(text) ? unit.replace(/2$/, '²').replace(/3$/, '³') : unit

const swapped = (match: RegExpExecArray | null) => (match ? [match[0], match[2], match[1]] : [])

// A piece over several columns is cut between those of its words that lie under different captions; figures within
// prose stay where they are.
function cut(piece: Piece, columns: readonly Column[], style: AmountStyle): Piece[] {
  const under = columns.filter(({ box }) => box[0] < piece.box[2] && box[2] > piece.box[0])
  if (under.length < 2 || piece.words.length < 2 || !/\d/.test(piece.text)) return [piece]
  const runs: Word[][] = []
  let before: Column | undefined
  for (const [index, word] of piece.words.entries()) {
    const isProse = piece.words.slice(index + 1).some(({ text }) => /\p{L}{5}/u.test(text))
    const previous = piece.words[index - 1]
    if (previous && continuesNumber(previous, word, style)) {
      runs.at(-1)?.push(word)
      continue
    }
    const column = (isFigureWord(word.text) && !isProse) || !before ? nearest(word, columns) : before
    // A share is a figure of its own, whatever column the next one is nearer to.
    const parted = previous?.text.endsWith('%') === true && isFigureWord(word.text)
    if (column === before && runs.length > 0 && !parted) runs.at(-1)?.push(word)
    else runs.push([word])
    before = column
  }
  return runs.map(pieceOf)
}

// `4 399,38` is one number where the document groups by blanks.
function continuesNumber(left: Word, right: Word, { group }: AmountStyle): boolean {
  if (group !== ' ' && group !== undefined) return false
  const close = right.box[0] - left.box[2] < 0.5 * left.size
  return close && /^\D?\d{1,3}$/.test(left.text) && /^\d{3}(?:[.,]\d{1,2})?$/.test(right.text)
}

const isFigureWord = (text: string) => /^[^\p{L}]*\d[\d.,']*\D{0,3}$/u.test(text)

function nearest({ box }: Word, columns: readonly Column[]): Column | undefined {
  return columns.map((column) => ({ column, away: misfit(box, column) })).sort((a, b) => a.away - b.away)[0]?.column
}

// Each figure to the column whose caption it is aligned with best, by left edge, right edge or middle; the best
// pairs first, one figure a column.
function place(figures: readonly Figure[], columns: readonly Column[], edges: ColumnEdges): Map<number, Figure> {
  const pairs = figures
    .flatMap((figure) =>
      columns.map((column, index) => ({
        figure,
        index,
        away: Math.min(misfit(figure.piece.box, column), offEdge(figure, edges[index])) + unlikely(figure, column),
      })),
    )
    .filter(({ away }) => away < FURTHEST)
    .sort((a, b) => a.away - b.away)
  const placed = new Map<number, Figure>()
  const used = new Set<Figure>()
  for (const { figure, index } of pairs) {
    if (placed.has(index) || used.has(figure)) continue
    placed.set(index, figure)
    used.add(figure)
  }
  for (const index of placed.keys()) if (columns[index]?.kind === 'description') placed.delete(index)
  return placed
}

/** How far a figure ends from its column's edge; only those at it are drawn to it. */
function offEdge({ piece: { box } }: Figure, edge: number | undefined): number {
  const off = Math.abs(box[2] - (edge ?? Number.POSITIVE_INFINITY))
  return off < ALIKE ? off : Number.POSITIVE_INFINITY
}

/** `18,5 lfm` across two columns ends under the second and is counted in the first. */
function counted(placed: Map<number, Figure>, columns: readonly Column[]): Map<number, Figure> {
  const [count, unit] = [columns.findIndex(isKind('quantity')), columns.findIndex(isKind('unit'))]
  const figure = placed.get(unit)
  if (!figure?.unit || count < 0 || unit < 0 || placed.has(count)) return placed
  const rest = [...placed].filter(([index]) => index !== unit)
  return new Map([...rest, [count, figure]])
}

const isKind =
  (wanted: Column['kind']) =>
  ({ kind }: Column) =>
    kind === wanted

function misfit(box: Piece['box'], { box: caption, kind }: Column): number {
  const left = Math.abs(box[0] - caption[0])
  if (kind === 'description') return left + 4
  const right = Math.abs(box[2] - caption[2])
  const centre = Math.abs(box[0] + box[2] - caption[0] - caption[2]) / 2
  const gap = Math.max(0, caption[0] - box[2], box[0] - caption[2])
  return Math.min(left, right, centre) + gap
}

// A percentage is no price, a figure with a currency no position.
function unlikely({ percent, unit, value }: Figure, { kind }: Column): number {
  if (kind === 'description') return 0
  if (percent) return kind === 'tax_rate' || kind === 'discount' || kind === 'tax' ? 0 : 60
  if (unit && kind !== 'quantity' && kind !== 'unit') return 25
  return kind === 'position' && !Number.isInteger(value) ? 20 : 0
}
