import type { Component } from './components.ts'
import type { SeenWord } from './tesseract.ts'
import { lineOf, type TextLine } from './text-lines.ts'

/** Of the usual height of a piece's letters: lower than a star are marks, higher are smears. */
const [LOW, HIGH] = [0.38, 1.6]
/** Pixels by which a word's box may miss its letters. */
const SLACK = 2
/** Fewer letters than this are specks more often than words. */
const LEAST = 2

/**
 * The letters of a piece that none of its words holds, those beside one another together: Tesseract leaves out words
 * whose letters it gathered into another line, or of which it could make nothing. Left to right. Pure.
 */
export function lostWords({ parts }: TextLine, words: readonly SeenWord[]): TextLine[] {
  const letters = lettersOf(parts).toSorted((a, b) => a.x0 - b.x0)
  const isRead = ({ x0, x1 }: Component) => {
    const middle = (x0 + x1) / 2
    return words.some((word) => word.x0 - SLACK <= middle && word.x1 + SLACK >= middle)
  }
  const runs: Component[][] = [[]]
  for (const letter of letters) {
    if (isRead(letter)) runs.push([])
    else runs.at(-1)?.push(letter)
  }
  return runs.filter(({ length }) => length >= LEAST).map((run) => withMarks(lineOf(run), parts))
}

function lettersOf(parts: readonly Component[]): Component[] {
  const heights = parts.map(({ y0, y1 }) => y1 - y0).toSorted((a, b) => a - b)
  const usual = heights[Math.floor(0.6 * heights.length)] ?? 0
  return parts.filter(({ y0, y1 }) => y1 - y0 > LOW * usual && y1 - y0 < HIGH * usual)
}

/** With the points, dashes and accents that stand among the letters. */
function withMarks(run: TextLine, parts: readonly Component[]): TextLine {
  return lineOf(parts.filter(({ x0, x1 }) => (x0 + x1) / 2 >= run.x0 && (x0 + x1) / 2 <= run.x1))
}
