import type { SeenWord } from './spot.ts'

/** One word of a value or several that stand side by side: what was taken away lay around all of them. */
export interface JoinedValue {
  /** The place of one of them among the words of the page. */
  at: number
  left: number
  right: number
  top: number
  foot: number
  text: string
}

/** Words are on one line where their middles are so near, and side by side where the gap is so narrow, in heights. */
const [ON_LINE, GAP] = [0.4, 1.2]
/** Two figures, or a word of four letters: shorter ones are seldom changed alone and leave little paper. */
const LONG_ENOUGH = /\d.*\d|\p{L}{4}/u

/** For each value its words joined, and then each of them where there are several. Pure. */
export function joinedValues(words: readonly SeenWord[]): JoinedValue[][] {
  const values = words.flatMap((word, at) => (word.value ? [edges(word, at)] : []))
  const lines: JoinedValue[][] = []
  for (const one of values.toSorted((a, b) => a.left - b.left)) {
    const before = lines.find((line) => isBeside(line.at(-1) as JoinedValue, one))
    if (before) before.push(one)
    else lines.push([one])
  }
  return lines.flatMap((line) => {
    const all = (line.length > 1 ? [line.reduce(joined), ...line] : line).filter(({ text }) => LONG_ENOUGH.test(text))
    return all.length > 0 ? [all] : []
  })
}

function edges({ text, spot: { x, y, wide, high } }: SeenWord, at: number): JoinedValue {
  return { at, left: x - wide / 2, right: x + wide / 2, top: y - high / 2, foot: y + high / 2, text }
}

function isBeside(a: JoinedValue, b: JoinedValue): boolean {
  const high = b.foot - b.top
  const down = Math.abs(a.top + a.foot - b.top - b.foot) / 2
  return down < ON_LINE * high && b.left - a.right < GAP * high && b.right > a.right
}

function joined(a: JoinedValue, b: JoinedValue): JoinedValue {
  return {
    at: b.right - b.left > a.right - a.left ? b.at : a.at,
    left: a.left,
    right: b.right,
    top: Math.min(a.top, b.top),
    foot: Math.max(a.foot, b.foot),
    text: `${a.text} ${b.text}`,
  }
}
