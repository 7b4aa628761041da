import type { Box } from '../model/box.ts'
import type { Cell } from '../model/layout.ts'
import type { Word } from '../model/page.ts'
import { baseLine } from './base-line.ts'

/** A cell with its words in reading order. */
export function toCell(words: readonly Word[], box: Box): Cell {
  const read = inOrder(words)
  return { text: read.map(({ text }) => text).join(' '), words: read, box }
}

/** Words line by line, each line from left to right. */
export function inOrder(words: readonly Word[]): Word[] {
  return linesOf(words).flat()
}

/** Words of a small area by base line, top down. */
export function linesOf(words: readonly Word[]): Word[][] {
  const lines: Word[][] = []
  for (const word of words.toSorted((a, b) => baseLine(b) - baseLine(a))) {
    const first = lines.at(-1)?.[0]
    if (first && baseLine(first) - baseLine(word) < 0.4 * Math.min(first.size, word.size)) lines.at(-1)?.push(word)
    else lines.push([word])
  }
  return lines.map((line) => line.sort((a, b) => a.box[0] - b.box[0]))
}
