import type { Word } from '../model/page.ts'
import { baseLine } from './base-line.ts'
import { linesOf } from './cells.ts'
import { isNumeric } from './figures.ts'

/** A row of a table between two heights, its words by column. */
export interface Band {
  top: number
  bottom: number
  cells: Word[][]
}

/**
 * One ruled row as one band, or as several where rules part only the columns: then each figure that shares its base
 * line with another column starts a row.
 */
export function splitRows(cells: readonly Word[][], top: number, bottom: number): Band[] {
  const whole = [{ top, bottom, cells: cells.map((words) => [...words]) }]
  const starts = sharedLines(cells)
  if (starts.length < 2) return whole
  const bounds = starts.map(({ base, size }, k) => (k === 0 ? top : base + 0.9 * size))
  return bounds.map((high, k) => {
    const low = bounds[k + 1] ?? bottom
    const inside = (word: Word) => baseLine(word) < high && baseLine(word) >= low
    const first = k === 0
    const last = k === bounds.length - 1
    const belongs = (word: Word) => inside(word) || (first && baseLine(word) >= high) || (last && baseLine(word) < low)
    return { top: high, bottom: low, cells: cells.map((words) => words.filter(belongs)) }
  })
}

interface Start {
  base: number
  size: number
}

/**
 * Base lines that start rows: those on which a column of figures and another column have text. Wrapped text in two
 * cells shares base lines too, but its figures stand on one of them only.
 */
function sharedLines(cells: readonly Word[][]): Start[] {
  const columns = cells.map(linesOf).filter((lines) => lines.length > 1)
  if (columns.length < 2) return []
  const figures = columns.find((lines) => lines.every(isFigure))
  if (!figures) return []
  return figures.flatMap((line) => {
    const [base, size] = [baseLine(line[0] as Word), (line[0] as Word).size]
    const shared = columns.some((lines) => lines !== figures && lines.some((other) => isNear(other, base)))
    return shared ? [{ base, size }] : []
  })
}

function isFigure(line: readonly Word[]): boolean {
  return isNumeric(line.map(({ text }) => text).join(' '))
}

function isNear(line: readonly Word[], base: number): boolean {
  const first = line[0] as Word
  return Math.abs(baseLine(first) - base) < 0.4 * first.size
}
