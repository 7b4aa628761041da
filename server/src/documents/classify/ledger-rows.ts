import { height, middle } from '../model/box.ts'
import type { PageText, Piece } from './page-text.ts'

const DATE =
  /^(?:\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?|\d{4}-\d\d-\d\d|\d{1,2} ?[a-z]{3,9}\.?(?: \d{2,4})?|[a-z]{3,9}\.? \d{1,2}(?:,? \d{4})?)(?: |$)/
const AMOUNT = /[-+(]?[$€£]? ?\d{1,3}(?:[,. ']?\d{3})*[.,]\d\d\)?-?(?: ?(?:cr|dr|[sh+-]))?$/

/** Lines that start with a date and end with an amount, as the rows of a statement do. */
export function countLedgerRows({ pieces }: PageText): number {
  return rowsOf(pieces).filter((row) => DATE.test(row[0]?.text ?? '') && AMOUNT.test(row.at(-1)?.text ?? '')).length
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
