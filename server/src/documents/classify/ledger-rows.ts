import { height, middle } from '../model/box.ts'
import type { PageText, Piece } from './page-text.ts'

const DAYS = [
  /\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?/,
  /\d{4}-\d\d-\d\d/,
  /\d{1,2} ?[a-z]{3,9}\.?(?: \d{2,4})?/,
  /[a-z]{3,9}\.? \d{1,2}(?:,? \d{4})?/,
]
const DATE = new RegExp(`^(?:${DAYS.map(({ source }) => source).join('|')})(?: |$)`)
const AMOUNT = /[-+(]?[$€£]? ?\d{1,3}(?:[,. ']?\d{3})*[.,]\d\d\)?-?(?: ?(?:cr|dr|[sh+-]))?$/

/** Lines that start with a date and end with an amount, as the rows of a statement do. */
export function countLedgerRows({ pieces }: PageText): number {
  return rowsOf(pieces).filter((row) => DATE.test(row[0]?.text ?? '') && AMOUNT.test(row.at(-1)?.text ?? '')).length
}

/** Rows whose last figure is that of the row before, or after, more or less by another figure of the row. */
export function countBalancedRows({ pieces }: PageText): number {
  const rows = rowsOf(pieces)
    .filter((row) => DATE.test(row[0]?.text ?? ''))
    .map((row) => row.flatMap(({ text }) => (AMOUNT.test(text) ? [toCents(text)] : [])))
    .filter((figures) => figures.length > 1)
  return rows.filter((figures, at) => {
    const moved = figures.slice(0, -1).map(Math.abs)
    const steps = [rows[at - 1], rows[at + 1]].flatMap((other) => {
      const [own, beside] = [figures.at(-1), other?.at(-1)]
      return own !== undefined && beside !== undefined ? [Math.abs(own - beside)] : []
    })
    return steps.some((step) => step > 0 && moved.includes(step))
  }).length
}

/** The figure that a text ends with. */
function toCents(text: string): number {
  const printed = AMOUNT.exec(text)?.[0] ?? ''
  return Number(printed.replace(/\D/g, '')) * (/^[-(]|-$/.test(printed) ? -1 : 1)
}

function rowsOf(pieces: readonly Piece[]): Piece[][] {
  const rows: Piece[][] = []
  for (const piece of pieces) {
    const last = rows.at(-1)?.[0]
    const same = last && Math.abs(middle(last.box)[1] - middle(piece.box)[1]) < 0.5 * height(last.box)
    if (same) rows.at(-1)?.push(piece)
    else rows.push([piece])
  }
  return rows.map((row) => row.toSorted((a, b) => a.box[0] - b.box[0]))
}
