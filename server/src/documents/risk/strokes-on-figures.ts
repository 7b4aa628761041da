import { type Box, height, middle, width } from '../model/box.ts'
import type { Word } from '../model/page.ts'
import type { Rule } from './facts.ts'
import { isPrinted, pagesOf } from './lone-values.ts'

/** A page with more strokes of this size is drawn: guilloches, maps, handwriting. */
const MOST_STROKES = 40
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

/** A pen of a drawing program on the digits of a figure: a 3 is made an 8, and the text says 3 as before. */
export const strokesOnFigures: Rule = (facts) =>
  pagesOf(facts).flatMap((page) => {
    const strokes = page.strokes ?? []
    if (strokes.length === 0 || strokes.length > MOST_STROKES) return []
    const figures = page.words.filter((word) => isPrinted(word) && /\d{2}/.test(word.text))
    const marked = figures.filter((word) => strokes.some((stroke) => isOn(word, stroke)))
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
