import { withLostSigns } from './lost-signs.ts'
import { lostWords } from './lost-words.ts'
import { LARGE } from './pack.ts'
import { confidenceOf, type Order, readPacked, type Sheet } from './read-pieces.ts'
import type { SeenWord } from './tesseract.ts'
import type { TextLine } from './text-lines.ts'
import { tidyWords } from './tidy-words.ts'

/** Puts the second reading of a weak piece in the place of the first where it is surer. */
export async function lookAgain(sheet: Sheet, pieces: SeenWord[][], order: Order): Promise<void> {
  const { rows } = sheet
  const weak = rows.flatMap((_, at) => (isWeak(pieces[at] ?? []) ? [at] : []))
  if (weak.length === 0) return
  const again = weak.map((at) => rows[at] as TextLine)
  const second = await readPacked(sheet, again, order, { heights: LARGE })
  for (const [k, at] of weak.entries()) {
    const [before, after] = [pieces[at] ?? [], second[k] ?? []]
    if (confidenceOf([after]) > confidenceOf([before])) pieces[at] = after
  }
}

/** Pieces of nothing but figures as English data read them, which have seen more figures than data of other letters. */
export async function figuresAgain(sheet: Sheet, pieces: SeenWord[][], order: Order): Promise<void> {
  const count = (piece: readonly SeenWord[], sign: RegExp) =>
    piece.reduce((sum, { text }) => sum + (text.match(sign)?.length ?? 0), 0)
  // The country of an account number is written in Latin letters.
  const isFigures = (piece: readonly SeenWord[] = []) =>
    piece.length > 0 && 5 * count(piece, /\p{L}/gu) < count(piece, /\d/g)
  const at = sheet.rows.flatMap((_, row) => (isFigures(pieces[row]) ? [row] : []))
  const rows = at.map((row) => sheet.rows[row] as TextLine)
  const read = await readPacked(sheet, rows, { ...order, language: 'eng' })
  const isRead = (piece: readonly SeenWord[] = []) => piece.every(({ confidence }) => confidence >= FOUND)
  for (const [k, row] of at.entries()) if (isFigures(read[k]) && isRead(read[k])) pieces[row] = read[k] ?? []
}

/** Adds to each piece what its first readings left out: signs by their shape, words read by themselves. */
export async function findLost(sheet: Sheet, pieces: SeenWord[][], order: Order): Promise<void> {
  for (const [at, row] of sheet.rows.entries()) pieces[at] = withLostSigns(row, pieces[at] ?? [])
  const lost = sheet.rows.flatMap((row, at) => lostWords(row, pieces[at] ?? []).map((line) => ({ line, at })))
  if (lost.length === 0) return
  const lines = lost.map(({ line }) => line)
  const read = await readPacked(sheet, lines, order, { heights: LARGE })
  for (const [k, { at }] of lost.entries()) {
    const isNew = (word: SeenWord) =>
      !pieces[at]?.some((other) => middleOf(word) > other.x0 && middleOf(word) < other.x1)
    const found = (read[k] ?? []).filter((word) => (word.confidence >= FOUND || FIGURES.test(word.text)) && isNew(word))
    if (found.length > 0) pieces[at] = tidyWords([...(pieces[at] ?? []), ...found])
  }
}

const middleOf = ({ x0, x1 }: SeenWord) => (x0 + x1) / 2

/** What the first readings left out is mostly smears: less sure than this it is taken for one, figures aside. */
const FOUND = 0.5
const FIGURES = /\d[.,:/-]?\d{2}/

/** A piece with a number that is this unsure, or with nothing in it, is looked at again in another size. */
const UNSURE = 0.75

function isWeak(piece: readonly SeenWord[]): boolean {
  return piece.length === 0 || piece.some(({ text, confidence }) => confidence < UNSURE && /\d/.test(text))
}
