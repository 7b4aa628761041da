import { findLines } from '../../server/src/documents/layout/lines.ts'
import type { Box } from '../../server/src/documents/model/box.ts'
import type { PageLayout } from '../../server/src/documents/model/layout.ts'
import type { Word } from '../../server/src/documents/model/page.ts'

/** A text at a place of the page: left edge and base line in points. */
export type Written = readonly [x: number, y: number, text: string]

const SIZE = 10
const ADVANCE = 5

/** Words as a text layer would give them: ten points high, five wide a character, one character between words. */
export function wordsOf(texts: readonly Written[]): Word[] {
  return texts
    .flatMap(([left, y, text]) => {
      let x = left
      return text.split(' ').map((part) => {
        const box: Box = [x, y, x + part.length * ADVANCE, y + SIZE]
        x = box[2] + ADVANCE
        return { text: part, box }
      })
    })
    .map(({ text, box }, order) => ({
      text,
      box,
      size: SIZE,
      font: 'Helvetica',
      bold: false,
      color: '#000000',
      visibility: 'shown' as const,
      origin: 'text' as const,
      confidence: 1,
      order,
    }))
}

/** A page of nothing but these texts, its lines found; ruled boxes where they are given. */
export function writtenPage(texts: readonly Written[], boxes: readonly Box[] = [], number = 1): PageLayout {
  const words = wordsOf(texts)
  const lines = findLines(number, words)
  return {
    page: {
      number,
      width: 612,
      height: 792,
      toFile: [1, 0, 0, 1, 0, 0],
      toShown: [1, 0, 0, 1, 0, 0],
      words,
      ruledLines: [],
      fills: [],
      pictures: [],
      form: [],
      ocr: undefined,
    },
    lines,
    blocks: [],
    grids: [],
    compartments: boxes.map((box) => ({
      box,
      words: words.filter(
        (word) => word.box[0] >= box[0] && word.box[2] <= box[2] && word.box[1] >= box[1] && word.box[3] <= box[3],
      ),
    })),
    text: lines.map(({ text }) => text).join('\n'),
  }
}
