import type { SeenWord } from '../spot.ts'
import type { Once } from './once.ts'
import { SIDE } from './waves.ts'

/** What the squares under a word say, whether they were compressed once: above zero that they were. */
export interface WordOnce {
  /** Its place among the words of the page. */
  at: number
  mean: number
  /** Share of its squares that say so. */
  share: number
  /** Mean of the part of it, about a digit wide, that says so most. */
  most: number
  value: boolean
  figures: boolean
}

/** A part is so wide, in heights of the word. */
const PART = 0.8
/** Fewer squares under a word, or a part of it, say nothing. */
const [LEAST, LEAST_IN_PART] = [4, 3]

interface Sum {
  said: number
  count: number
  above: number
}

/** Words of two letters or digits and more, with what is said under them. Pure. */
export function onceAtWords(once: Once, words: readonly SeenWord[]): WordOnce[] {
  return words.flatMap(({ spot, text, value }, at) => {
    if (!/[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(text)) return []
    const columns = columnsUnder(once, spot)
    const whole = together(columns)
    const wide = Math.max(1, Math.round((PART * spot.high) / SIDE))
    const parts = columns
      .map((_, from) => together(columns.slice(from, from + wide)))
      .filter(({ count }, from) => count >= LEAST_IN_PART && from + wide <= columns.length)
    if (whole.count < LEAST || parts.length === 0) return []
    const most = Math.max(...parts.map(({ said, count }) => said / count))
    const [mean, share] = [whole.said / whole.count, whole.above / whole.count]
    return [{ at, mean, share, most, value, figures: /\d.*\d/.test(text) }]
  })
}

function columnsUnder(once: Once, { x, y, wide, high, slope }: SeenWord['spot']): Sum[] {
  const square = (place: number, from: number) => Math.floor((place - from) / SIDE)
  const [first, last] = [square(x - wide / 2, once.x), square(x + wide / 2, once.x)]
  const columns: Sum[] = []
  for (let column = Math.max(0, first); column <= Math.min(last, once.across - 1); column++) {
    const middle = y + slope * (once.x + SIDE * (column + 0.5) - x)
    const [top, foot] = [square(middle - high / 2, once.y), square(middle + high / 2, once.y)]
    const sum = { said: 0, count: 0, above: 0 }
    for (let line = Math.max(0, top); line <= Math.min(foot, once.down - 1); line++) {
      const said = once.saidAt(column, line)
      sum.said += said
      sum.count++
      if (said > 0) sum.above++
    }
    columns.push(sum)
  }
  return columns
}

function together(columns: readonly Sum[]): Sum {
  const all = { said: 0, count: 0, above: 0 }
  for (const { said, count, above } of columns) {
    all.said += said
    all.count += count
    all.above += above
  }
  return all
}
