import type { Box } from '../../model/box.ts'
import type { Line } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import { foldInPlace } from '../../values/fold.ts'
import { foldConfused } from './label.ts'

/** A line's words joined by single blanks and folded, with the place where each word starts. */
export interface FoldedLine {
  text: string
  /** The text with the signs that recognition confuses made one. */
  confused: string
  words: Word[]
  starts: number[]
}

const known = new WeakMap<Line, FoldedLine>()

export function foldLine(line: Line): FoldedLine {
  const before = known.get(line)
  if (before) return before
  const folded = foldWords(line.segments.flatMap(({ words }) => words))
  known.set(line, folded)
  return folded
}

export function foldWords(words: Word[]): FoldedLine {
  const starts: number[] = []
  let text = ''
  for (const word of words) {
    if (text !== '') text += ' '
    starts.push(text.length)
    text += foldInPlace(word.text)
  }
  return { text, confused: foldConfused(text), words, starts }
}

/** The words between two places of the text, cut where they lie on a border (`Date:13.06.2018`). */
export function wordsBetween({ words, starts }: FoldedLine, from: number, to: number): Word[] {
  const found: Word[] = []
  for (let index = wordAt(starts, from); index < words.length && (starts[index] as number) < to; index++) {
    const [word, start] = [words[index] as Word, starts[index] as number]
    const [first, last] = [Math.max(from - start, 0), Math.min(to - start, word.text.length)]
    if (first < last) found.push(first === 0 && last === word.text.length ? word : cut(word, first, last))
  }
  return found
}

/** Which word a place of the text lies in. Halved and not walked: a line may hold ten thousand words and labels. */
function wordAt(starts: readonly number[], place: number): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] as number) <= place) low = middle + 1
    else high = middle
  }
  return Math.max(0, low - 1)
}

function cut(word: Word, from: number, to: number): Word {
  const [x0, y0, x1, y1] = word.box
  const step = (x1 - x0) / word.text.length
  const box: Box = [x0 + from * step, y0, x0 + to * step, y1]
  return { ...word, text: word.text.slice(from, to), box }
}
