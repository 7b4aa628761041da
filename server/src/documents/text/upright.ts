import type { Matrix, Word } from '../model/page.ts'

/** So much of a page's text must run one way before the page is turned for it. */
const NEARLY_ALL = 0.7
const FEWEST_CHARACTERS = 40

/** A quarter turn that sets a page upright, with the size that the page has then. */
export interface Turn {
  matrix: Matrix
  width: number
  height: number
}

/**
 * How to turn a page whose text runs up, down or upside down, as sideways printed or scanned sheets do without saying
 * so; undefined where the text runs across.
 */
export function uprightTurn(words: readonly Word[], width: number, height: number): Turn | undefined {
  const counts = new Map<number, number>()
  let all = 0
  for (const { turn = 0, text } of words) {
    counts.set(turn, (counts.get(turn) ?? 0) + text.length)
    all += text.length
  }
  const most = (turn: number) => all >= FEWEST_CHARACTERS && (counts.get(turn) ?? 0) > NEARLY_ALL * all
  if (most(90)) return { matrix: [0, -1, 1, 0, 0, width], width: height, height: width }
  if (most(-90)) return { matrix: [0, 1, -1, 0, height, 0], width: height, height: width }
  if (most(180) || most(-180)) return { matrix: [-1, 0, 0, -1, width, height], width, height }
  return undefined
}
