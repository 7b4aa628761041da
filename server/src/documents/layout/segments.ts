import { around, middle } from '../model/box.ts'
import type { Segment } from '../model/layout.ts'
import type { RuledLine, Word } from '../model/page.ts'

/** A gap of so many sizes parts segments, where the line's own gaps say nothing else. */
const APART = 0.9
/** Spread lines (justified, typewritten) have wider gaps; a gap must still be this many times the line's usual one. */
const WIDER = 1.6
const MOST_APART = 1.6
/** Two amounts side by side are two columns even where they nearly touch. */
const AMOUNTS_APART = 0.4

/** A blank is so wide, in sizes, where a line says nothing of its own: that of a typewriter. */
const BLANK = 0.6

/** The next caption may stand close behind an amount that ends its cell. */
const CAPTION = /^(?!EUROS?$|Euros?$)\p{Lu}\p{L}{3}/u
/** It stands further off than the words of its line do from each other, in sizes and as a share of their gaps. */
const [CELLS_APART, MORE] = [0.32, 1.2]

const AMOUNT = /\d[.,]\d{2}\)?[-%]?$/

/** A row's words, cut where the gap is wide or a ruled line stands. `parting` are rules that run up, by x. */
export function segmentWords(row: readonly Word[], parting: readonly RuledLine[]): Word[][] {
  const words = row.toSorted((a, b) => a.box[0] - b.box[0])
  const usual = usualGap(words)
  const segments: Word[][] = []
  for (const word of words) {
    const last = segments.at(-1)?.at(-1)
    if (last && !isApart(last, word, usual) && !isParted(last, word, parting)) segments.at(-1)?.push(word)
    else segments.push([word])
  }
  return segments
}

/** The middle one of the gaps that can be blanks, in sizes; undefined where there are few. */
function usualGap(words: readonly Word[]): number | undefined {
  const gaps: number[] = []
  for (let k = 1; k < words.length; k++) {
    const [a, b] = [words[k - 1] as Word, words[k] as Word]
    const gap = (b.box[0] - a.box[2]) / Math.max(a.size, b.size)
    if (gap > 0.05 && gap < MOST_APART) gaps.push(gap)
  }
  gaps.sort((a, b) => a - b)
  return gaps.length < 3 ? undefined : gaps[Math.floor(gaps.length / 2)]
}

function isApart(last: Word, word: Word, usual: number | undefined): boolean {
  const size = Math.max(last.size, word.size)
  const gap = (word.box[0] - last.box[2]) / size
  if (gap > AMOUNTS_APART && AMOUNT.test(last.text) && AMOUNT.test(word.text)) return true
  if (AMOUNT.test(last.text) && CAPTION.test(word.text) && gap > Math.max(CELLS_APART, MORE * (usual ?? BLANK)))
    return true
  return gap > Math.min(MOST_APART, Math.max(APART, WIDER * (usual ?? 0)))
}

function isParted(last: Word, word: Word, parting: readonly RuledLine[]): boolean {
  const [from, to] = [last.box[2] - 0.2 * last.size, word.box[0] + 0.2 * word.size]
  const y = (middle(last.box)[1] + middle(word.box)[1]) / 2
  for (let k = firstFrom(parting, from); k < parting.length; k++) {
    const { box } = parting[k] as RuledLine
    if (box[0] > to) return false
    if (box[1] <= y && box[3] >= y) return true
  }
  return false
}

function firstFrom(rules: readonly RuledLine[], x: number): number {
  let [low, high] = [0, rules.length]
  while (low < high) {
    const k = (low + high) >> 1
    if ((rules[k] as RuledLine).box[0] < x) low = k + 1
    else high = k
  }
  return low
}

/** Words of one base line as a segment. */
export function toSegment(page: number, words: readonly Word[]): Segment {
  return {
    page,
    words: [...words],
    text: words.map(({ text }) => text).join(' '),
    box: around(words.map(({ box }) => box)),
    size: Math.max(...words.map(({ size }) => size)),
    bold: words.every(({ bold }) => bold),
  }
}
