import type { Component } from './components.ts'
import type { SeenWord } from './tesseract.ts'
import type { TextLine } from './text-lines.ts'

/** So many stars hide digits; fewer are footnotes. */
const LEAST_STARS = 3
/** A star is so high as a share of the letters, stands above their middle, and is about as wide as high. */
const [STAR_LOW, STAR_HIGH, STAR_ROUND] = [0.3, 0.72, 0.3]
/** A dash is no higher than this share of the letters, so many times as wide as high, and no wider than this. */
const [DASH_HIGH, DASH_LONG, DASH_WIDE] = [0.35, 1.6, 1.3]
/** Letter heights between a dash and the digits of its own number. */
const NEAR = 0.45
/** Signs are told by their shape alone. */
const SURE = 0.85

/** What stands in a piece and which of its words hold it. */
interface Letters {
  high: number
  top: number
  foot: number
}

/**
 * The words of a piece with the signs that Tesseract leaves out, by the shape of their ink: rows of stars, which hide
 * digits, and dashes between figures, which make one number of two (`42-0418226`) or a span of two dates. Pure.
 */
export function withLostSigns({ parts }: TextLine, words: readonly SeenWord[]): SeenWord[] {
  const letters = lettersOf(parts)
  const unread = parts.filter((part) => !words.some((word) => holds(word, part))).toSorted((a, b) => a.x0 - b.x0)
  if (!letters || unread.length === 0) return [...words]
  const stars = runsOf(
    unread.filter((part) => isStar(part, letters)),
    letters.high,
  )
    .filter(({ length }) => length >= LEAST_STARS)
    .map((run) => signOf(run, '*'.repeat(run.length)))
  const dashes = unread.filter((part) => isDash(part, letters)).map((part) => signOf([part], '-'))
  const seen = [...words, ...stars].toSorted((a, b) => a.x0 - b.x0)
  return dashes.reduce((line, dash) => withDash(line, dash, letters.high), seen)
}

const holds = ({ x0, x1 }: SeenWord, part: Component) => (part.x0 + part.x1) / 2 >= x0 && (part.x0 + part.x1) / 2 <= x1

function lettersOf(parts: readonly Component[]): Letters | undefined {
  const heights = parts.map(({ y0, y1 }) => y1 - y0).toSorted((a, b) => a - b)
  const high = heights[Math.floor(0.7 * heights.length)] ?? 0
  const letters = parts.filter(({ y0, y1 }) => y1 - y0 > 0.85 * high)
  if (letters.length < 2) return undefined
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] as number
  return { high, top: middle(letters.map(({ y0 }) => y0)), foot: middle(letters.map(({ y1 }) => y1)) }
}

function isStar({ x0, x1, y0, y1 }: Component, { high, top, foot }: Letters): boolean {
  const [wide, tall] = [x1 - x0, y1 - y0]
  const round = Math.abs(wide - tall) <= STAR_ROUND * Math.max(wide, tall)
  return round && tall > STAR_LOW * high && tall < STAR_HIGH * high && y0 < (top + foot) / 2 && y1 < foot - 0.2 * high
}

function isDash({ x0, x1, y0, y1 }: Component, { high, top, foot }: Letters): boolean {
  const [wide, tall, middle] = [x1 - x0, y1 - y0, (y0 + y1) / 2]
  const flat = tall <= DASH_HIGH * high && wide >= DASH_LONG * tall && wide <= DASH_WIDE * high
  return flat && middle > top + 0.3 * high && middle < foot - 0.15 * high
}

/** Neighbours without room for another letter between them. */
function runsOf(parts: readonly Component[], high: number): Component[][] {
  const runs: Component[][] = []
  for (const part of parts) {
    const last = runs.at(-1)?.at(-1)
    if (last && part.x0 - last.x1 < 0.5 * high) runs.at(-1)?.push(part)
    else runs.push([part])
  }
  return runs
}

const signOf = (parts: readonly Component[], text: string): SeenWord => ({
  text,
  x0: Math.min(...parts.map(({ x0 }) => x0)),
  x1: Math.max(...parts.map(({ x1 }) => x1)),
  y0: Math.min(...parts.map(({ y0 }) => y0)),
  y1: Math.max(...parts.map(({ y1 }) => y1)),
  confidence: SURE,
})

/** Only between figures: elsewhere a dash is the rest of a rule as often. */
function withDash(words: readonly SeenWord[], dash: SeenWord, high: number): SeenWord[] {
  const at = words.findIndex(({ x0 }) => x0 >= dash.x1 - 1)
  const [left, right] = [words[at - 1], words[at]]
  if (!left || !right || !/[\dXx*]$/.test(left.text) || !/^[\dXx*]/.test(right.text)) return [...words]
  const near = dash.x0 - left.x1 < NEAR * high && right.x0 - dash.x1 < NEAR * high && !areDays(left, right)
  const between = near ? [joined(left, dash, right)] : [left, dash, right]
  return [...words.slice(0, at - 1), ...between, ...words.slice(at + 1)]
}

const areDays = (...words: readonly SeenWord[]) => words.every(({ text }) => /\d[./]\d/.test(text))

function joined(left: SeenWord, dash: SeenWord, right: SeenWord): SeenWord {
  return {
    ...left,
    text: left.text + dash.text + right.text,
    x1: right.x1,
    y0: Math.min(left.y0, right.y0),
    y1: Math.max(left.y1, right.y1),
    confidence: Math.min(left.confidence, dash.confidence, right.confidence),
    readings: [`${left.text} ${right.text}`],
  }
}
