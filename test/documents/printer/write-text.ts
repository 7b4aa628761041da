import {
  beginText,
  concatTransformationMatrix,
  endText,
  type PDFFont,
  type PDFName,
  PDFNumber,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
  setCharacterSpacing,
  setFillingRgbColor,
  setFontAndSize,
  setTextMatrix,
  showText,
} from '@cantoo/pdf-lib'
import type { Chance } from '../chance.ts'
import type { Cut, Hand } from './look.ts'

/** A text and where it stands: the left end of its base line, from the lower left corner. */
export interface Text {
  text: string
  x: number
  y: number
  size: number
  font: PDFFont
  key: PDFName
  grey: number
  /** Points between its letters. */
  spaced: number
}

interface Piece {
  text: string
  at: number
}

const SCALE = 0.75

/** Writes a text as a hand does. */
export function writeText(page: PDFPage, text: Text, hand: Hand, chance: Chance): void {
  const { cut = 'whole', flipped } = hand
  const { font, key, size, grey, spaced, x, y } = text
  const [scale, height] = [flipped ? SCALE : 1, page.getHeight()]
  const place = (at: number) =>
    flipped ? setTextMatrix(1, 0, 0, -1, (x + at) / scale, (height - y) / scale) : setTextMatrix(1, 0, 0, 1, x + at, y)
  const shown =
    cut === 'gaps' || cut === 'shifts'
      ? [place(0), arrayOf(page, text, cut, chance)]
      : piecesOf(text, cut, chance).flatMap((piece) => [place(piece.at), showText(font.encodeText(piece.text))])
  page.pushOperators(
    pushGraphicsState(),
    ...(flipped ? [concatTransformationMatrix(scale, 0, 0, -scale, 0, height)] : []),
    beginText(),
    setFillingRgbColor(grey, grey, grey),
    setFontAndSize(key, size / scale),
    ...(spaced ? [setCharacterSpacing(spaced / scale)] : []),
    ...shown,
    endText(),
    popGraphicsState(),
  )
}

function piecesOf({ text, font, size, spaced }: Text, cut: Cut, chance: Chance): Piece[] {
  if (cut === 'whole') return [{ text, at: 0 }]
  const pieces: Piece[] = []
  let [at, open, left] = [0, false, 0]
  for (const letter of Array.from(text)) {
    if ((cut === 'words' || cut === 'letters') && letter === ' ') open = false
    else {
      const last = pieces.at(-1)
      if (open && last) last.text += letter
      else pieces.push({ text: letter, at })
      if (cut === 'runs' && !open) left = chance.whole(1, 4)
      left--
      open = cut === 'words' || (cut === 'runs' && left > 0)
    }
    at += font.widthOfTextAtSize(letter, size) + spaced
  }
  return pieces
}

/** One array: blanks are distances, and so are the kerns between letters. */
function arrayOf(page: PDFPage, { text, font }: Text, cut: 'gaps' | 'shifts', chance: Chance): PDFOperator {
  const array = page.doc.context.obj([])
  const put = (piece: string | number) => {
    if (typeof piece === 'number') array.push(PDFNumber.of(piece))
    else if (piece !== '') array.push(font.encodeText(piece))
  }
  for (const [i, word] of text.split(' ').entries()) {
    if (i > 0) put(-font.widthOfTextAtSize(' ', 1000))
    for (const piece of cut === 'gaps' ? kernedAtRandom(word, chance) : kernedOnce(word)) put(piece)
  }
  return PDFOperator.of(PDFOperatorNames.ShowTextAdjusted, [array])
}

function kernedAtRandom(word: string, chance: Chance): (string | number)[] {
  const pieces: (string | number)[] = []
  let run = ''
  for (const letter of Array.from(word)) {
    run += letter
    if (!chance.happens(0.2)) continue
    pieces.push(run, chance.whole(-12, 22))
    run = ''
  }
  return [...pieces, run]
}

/** A kern behind the second letter, taken back behind the word. */
const kernedOnce = (word: string) => (word.length > 2 ? [word.slice(0, 2), 18, word.slice(2), -18] : [word])

/** The texts of a page in the order of a hand. */
export function inOrder(texts: readonly Text[], { order = 'drawn' }: Hand, chance: Chance): readonly Text[] {
  const column = (text: Text, width: number) => Math.floor(text.x / width)
  if (order === 'reversed') return texts.toReversed()
  if (order === 'columns') return texts.toSorted((a, b) => column(a, 90) - column(b, 90))
  if (order === 'strips') return texts.toSorted((a, b) => Math.round(a.x / 40) - Math.round(b.x / 40) || b.y - a.y)
  if (order === 'drawn') return texts
  const keyed = texts.map((text) => ({ text, key: chance.next() }))
  return keyed.toSorted((a, b) => a.key - b.key).map(({ text }) => text)
}
