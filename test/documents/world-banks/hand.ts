import { PDFOperatorNames as Op, PDFArray, type PDFFont, PDFNumber, PDFOperator, type PDFPage } from '@cantoo/pdf-lib'
import type { Chance } from '../chance.ts'

/** A text at its place on a page, from the lower left corner. */
export interface Glyphs {
  x: number
  y: number
  text: string
  size: number
  font: PDFFont
  grey: number
}

/** How a printing program writes texts into a page. */
export interface Hand {
  /**
   * Whole texts, a run for every word (browsers, report writers), a run for every letter, or one array with the
   * blanks as shifts only (typesetters).
   */
  cut?: 'texts' | 'words' | 'letters' | 'shifts'
  /** As they were put, from the last to the first, a column after the other, or anyhow. */
  order?: 'put' | 'reversed' | 'columns' | 'shuffled'
  /** Points between letters. */
  spacing?: number
  /** A scaled page whose y axis runs down, as browsers print. */
  flipped?: boolean
}

/** The hands of well known kinds of software. */
export const HANDS = {
  plain: {},
  browser: { cut: 'words', flipped: true },
  office: { cut: 'words' },
  report: { order: 'columns' },
  reportBackwards: { order: 'reversed' },
  letters: { cut: 'letters', flipped: true },
  typesetter: { cut: 'shifts' },
  airy: { spacing: 0.35 },
  jumbled: { order: 'shuffled' },
  jumbledWords: { cut: 'words', order: 'shuffled' },
} as const satisfies Record<string, Hand>

export function inOrder(glyphs: readonly Glyphs[], { order = 'put' }: Hand, chance: Chance): Glyphs[] {
  if (order === 'reversed') return glyphs.toReversed()
  if (order === 'columns') return glyphs.toSorted((a, b) => Math.round(a.x / 40) - Math.round(b.x / 40) || b.y - a.y)
  if (order === 'put') return [...glyphs]
  const keyed = glyphs.map((text) => ({ text, key: chance.next() }))
  return keyed.sort((a, b) => a.key - b.key).map(({ text }) => text)
}

const UNIT = 0.24

export function writeText(page: PDFPage, text: Glyphs, hand: Hand): void {
  const font = page.node.newFontDictionary(text.font.name, text.font.ref)
  const scale = hand.flipped ? UNIT : 1
  const height = page.getHeight()
  const place = (x: number) =>
    hand.flipped
      ? [1, 0, 0, -1, x / scale, (height - text.y) / scale].map((n) => PDFNumber.of(n))
      : [1, 0, 0, 1, x, text.y].map((n) => PDFNumber.of(n))
  const { grey } = text
  page.pushOperators(
    PDFOperator.of(Op.PushGraphicsState),
    ...(hand.flipped
      ? [
          PDFOperator.of(
            Op.ConcatTransformationMatrix,
            [UNIT, 0, 0, -UNIT, 0, height].map((n) => PDFNumber.of(n)),
          ),
        ]
      : []),
    PDFOperator.of(
      Op.NonStrokingColorRgb,
      [grey, grey, grey].map((n) => PDFNumber.of(n)),
    ),
    PDFOperator.of(Op.BeginText),
    PDFOperator.of(Op.SetFontAndSize, [font, PDFNumber.of(text.size / scale)]),
    ...(hand.spacing ? [PDFOperator.of(Op.SetCharacterSpacing, [PDFNumber.of(hand.spacing)])] : []),
    ...(hand.cut === 'shifts'
      ? shifted(page, text, place(text.x))
      : runs(text, hand).flatMap(([x, run]) => [
          PDFOperator.of(Op.SetTextMatrix, place(x)),
          PDFOperator.of(Op.ShowText, [text.font.encodeText(run)]),
        ])),
    PDFOperator.of(Op.EndText),
    PDFOperator.of(Op.PopGraphicsState),
  )
}

const wide = ({ font, size }: Glyphs, text: string) =>
  Array.from(text).reduce((total, letter) => total + font.widthOfTextAtSize(letter, size), 0)

function runs(text: Glyphs, { cut = 'texts', spacing = 0 }: Hand): [number, string][] {
  if (cut === 'texts') return [[text.x, text.text]]
  const pieces = cut === 'words' ? text.text.split(/(?<= )/) : Array.from(text.text)
  let x = text.x
  return pieces.flatMap((piece) => {
    const at = x
    x += wide(text, piece) + spacing * piece.length
    const bare = piece.trimEnd()
    return bare === '' ? [] : [[at, bare] as [number, string]]
  })
}

function shifted(page: PDFPage, text: Glyphs, matrix: PDFNumber[]): PDFOperator[] {
  const array = PDFArray.withContext(page.doc.context)
  const blank = (wide(text, ' ') / text.size) * 1000
  for (const [i, word] of text.text.split(' ').entries()) {
    if (i > 0) array.push(PDFNumber.of(-blank))
    // A kern within the word, taken back behind it.
    const [head, tail] = [word.slice(0, 2), word.slice(2)]
    if (head) array.push(text.font.encodeText(head))
    if (tail) {
      array.push(PDFNumber.of(18))
      array.push(text.font.encodeText(tail))
      array.push(PDFNumber.of(-18))
    }
  }
  return [PDFOperator.of(Op.SetTextMatrix, matrix), PDFOperator.of(Op.ShowTextAdjusted, [array])]
}
