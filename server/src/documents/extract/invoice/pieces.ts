import { around, type Box } from '../../model/box.ts'
import type { Line } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'

/** Words of a line that belong together in a table: closer than the columns are. */
export interface Piece {
  words: Word[]
  text: string
  box: Box
}

/** Columns may stand closer than a segment's gap; a blank, even when justified, is narrower. In font sizes. */
const PIECE_GAP = 0.7

/** A line's words as pieces, left to right. */
export function piecesOf(line: Line): Piece[] {
  const words = line.segments.flatMap((segment) => segment.words).toSorted((a, b) => a.box[0] - b.box[0])
  const runs: Word[][] = []
  for (const word of words) {
    const last = runs.at(-1)?.at(-1)
    if (last && word.box[0] - last.box[2] <= PIECE_GAP * Math.max(last.size, word.size)) runs.at(-1)?.push(word)
    else runs.push([word])
  }
  return runs.map(pieceOf)
}

export function pieceOf(words: Word[]): Piece {
  return { words, text: words.map(({ text }) => text).join(' '), box: around(words.map(({ box }) => box)) }
}
