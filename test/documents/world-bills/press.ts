import {
  beginText,
  concatTransformationMatrix,
  endText,
  type PDFContext,
  type PDFFont,
  type PDFName,
  PDFNumber,
  PDFOperator,
  PDFOperatorNames,
  popGraphicsState,
  pushGraphicsState,
  setCharacterSpacing,
  setFillingRgbColor,
  setFontAndSize,
  setTextMatrix,
  showText,
} from '@cantoo/pdf-lib'
import type { Chance } from '../chance.ts'

/**
 * How a printer cuts text into operators: whole texts; words without their blanks; every glyph at its own place; runs of
 * a few letters; or one array a text in which blanks are distances, as TeX and kerning printers do it.
 */
export type Cut = 'whole' | 'words' | 'glyphs' | 'runs' | 'gaps'

export interface Stroke {
  text: string
  x: number
  /** From the lower edge. */
  y: number
  size: number
  font: PDFFont
  key: PDFName
  grey: number
  /** Points between the letters. */
  spaced: number
}

interface Piece {
  text: string
  at: number
}

/** The operators of one text. Browsers print under a matrix that is flipped and scaled, which `flipped` does too. */
export function operatorsOf(
  stroke: Stroke,
  cut: Cut,
  flipped: number | undefined,
  chance: Chance,
  context: PDFContext,
) {
  const { font, key, size, grey, spaced, x, y } = stroke
  const scale = flipped === undefined ? 1 : 0.75
  const letters = Array.from(stroke.text)
  const start = [
    ...(flipped === undefined
      ? []
      : [pushGraphicsState(), concatTransformationMatrix(scale, 0, 0, -scale, 0, flipped)]),
    beginText(),
    setFillingRgbColor(grey, grey, grey),
    setFontAndSize(key, size / scale),
    setCharacterSpacing(spaced / scale),
  ]
  const place = (at: number) =>
    flipped === undefined
      ? setTextMatrix(1, 0, 0, 1, x + at, y)
      : setTextMatrix(1, 0, 0, -1, (x + at) / scale, (flipped - y) / scale)
  const shown =
    cut === 'gaps'
      ? [place(0), gapped(letters, font, chance, context)]
      : piecesOf(letters, cut, chance, (letter) => font.widthOfTextAtSize(letter, size) + spaced).flatMap(
          ({ text, at }) => [place(at), showText(font.encodeText(text))],
        )
  return [...start, ...shown, endText(), ...(flipped === undefined ? [] : [popGraphicsState()])]
}

function piecesOf(letters: readonly string[], cut: Cut, chance: Chance, wide: (letter: string) => number): Piece[] {
  const pieces: Piece[] = []
  let [at, open] = [0, false]
  let left = 0
  for (const letter of letters) {
    if (cut === 'words' && letter === ' ') open = false
    else {
      const last = pieces.at(-1)
      if (open && last) last.text += letter
      else pieces.push({ text: letter, at })
      if (cut === 'runs' && !open) left = chance.whole(1, 4)
      left--
      open = cut === 'glyphs' ? false : cut === 'runs' ? left > 0 : true
    }
    at += wide(letter)
  }
  return pieces
}

function gapped(letters: readonly string[], font: PDFFont, chance: Chance, context: PDFContext): PDFOperator {
  const array = context.obj([])
  let run = ''
  const flush = () => {
    if (run !== '') array.push(font.encodeText(run))
    run = ''
  }
  for (const letter of letters) {
    if (letter === ' ') {
      flush()
      array.push(PDFNumber.of(-font.widthOfTextAtSize(' ', 1000)))
    } else {
      run += letter
      if (!chance.happens(0.2)) continue
      flush()
      array.push(PDFNumber.of(chance.whole(-12, 22)))
    }
  }
  flush()
  return PDFOperator.of(PDFOperatorNames.ShowTextAdjusted, [array])
}
