import type { Word } from '../model/page.ts'
import { baseLine } from './base-line.ts'
import { linesOf } from './cells.ts'

/** A row of a table between two heights, its words by column. */
export interface Band {
  top: number
  bottom: number
  cells: Word[][]
}

/**
 * One ruled row as one band, or as several where rules part only the columns: where at least two columns hold the
 * same several base lines, each base line that two columns share starts a row.
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

/** Base lines that most of the filled columns share; at least two columns. */
function sharedLines(cells: readonly Word[][]): Start[] {
  const filled = cells.filter((words) => words.length > 0)
  const all = linesOf(filled.flat())
  const counts = all.map((line) => filled.filter((words) => words.some((word) => line.includes(word))).length)
  const needed = Math.max(2, Math.ceil(Math.max(0, ...counts) * 0.6))
  return all.flatMap((line, k) => {
    const first = line[0] as Word
    return (counts[k] as number) >= needed ? [{ base: baseLine(first), size: first.size }] : []
  })
}
