import { type Box, height, middle, width } from '../model/box.ts'
import type { Word } from '../model/page.ts'
import type { Rule } from './facts.ts'
import { isPrinted, pagesOf } from './lone-values.ts'

/** On a page with more strokes of this size some are drawn: guilloches, maps, handwriting. */
const DRAWN = 40
/** A drawing goes on around a figure: more strokes than this within two lines of it. */
const [MOST_AROUND, AROUND] = [2, 2]
/** More figures than this that have strokes on them were ticked off by somebody. */
const MOST_FIGURES = 3
/** Of a character: a stroke that makes another digit of it is this high, and no wider than two of them. */
const [LOWEST, HIGHEST, WIDEST] = [0.18, 1.05, 2]

/** Whether a stroke lies within the line of a figure's characters, and is of their size. */
function isOn({ box, size, text }: Word, stroke: Box): boolean {
  const character = width(box) / text.length
  const [x, y] = middle(stroke)
  const within = x > box[0] - 0.2 * character && x < box[2] + 0.2 * character && y > box[1] && y < box[3]
  const alike = height(stroke) > LOWEST * size && height(stroke) < HIGHEST * size && width(stroke) < WIDEST * character
  return within && alike && stroke[0] > box[0] - character && stroke[2] < box[2] + character
}

/** Whether the strokes at a figure are part of a drawing: strokes for other places on a page say nothing of it. */
function isDrawnAround(word: Word, strokes: readonly Box[]): boolean {
  const reach = AROUND * word.size
  const [x0, y0, x1, y1] = word.box
  const around = strokes.filter((stroke) => {
    const [x, y] = middle(stroke)
    return x > x0 - reach && x < x1 + reach && y > y0 - reach && y < y1 + reach && !isOn(word, stroke)
  })
  return around.length > MOST_AROUND
}

/** A pen of a drawing program on the digits of a figure: a 3 is made an 8, and the text says 3 as before. */
export const strokesOnFigures: Rule = (facts) =>
  pagesOf(facts).flatMap((page) => {
    const strokes = page.strokes ?? []
    if (strokes.length === 0) return []
    const figures = page.words.filter((word) => isPrinted(word) && /\d{2}/.test(word.text))
    const isMarked = (word: Word) => strokes.some((stroke) => isOn(word, stroke))
    const marked = figures.filter((word) => isMarked(word) && !(strokes.length > DRAWN && isDrawnAround(word, strokes)))
    if (marked.length > MOST_FIGURES) return []
    return marked.map(({ text, box }) => ({
      code: 'STROKES_ON_FIGURE',
      family: 'typography' as const,
      severity: 'high' as const,
      proof: true,
      message: `strokes are drawn onto the digits of "${text}", which the page shows as another figure`,
      fields: [],
      evidence: [{ page: page.number, bbox: box }],
    }))
  })
