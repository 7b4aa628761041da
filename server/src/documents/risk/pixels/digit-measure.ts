import type { InkPatch } from './digit-patch.ts'
import { MARGIN } from './digit-patch.ts'
import type { Spot } from './spot.ts'
import { median } from './usual.ts'

/** What is measured of one digit; each is to be compared with the same digits in words printed alike only. */
export interface Measures {
  /** Where its foot, and its ink's middle, lie on the line, in pixels. */
  foot: number
  middle: number
  /** In pixels. */
  height: number
  /** How much ink it has, as a logarithm. */
  weight: number
  /** How wide its strokes are, as a logarithm. */
  stroke: number
  /** How dark the middle of its strokes is; 1 for its word's. */
  dark: number
  /** How steep its edges are, as a logarithm. */
  edge: number
}

/** Paler is grain. */
const LEAST = 0.12
/** An edge is where ink is neither paper nor ink. */
const EDGE = [0.3, 0.7] as const
/** In pixels of full ink. */
const LEAST_INK = 5

interface Measured {
  measures: Measures
  shape: Float32Array
}

/** Undefined where there is next to no ink; `height` is usual for the word's digits and sizes the shape. Pure. */
export function measuresOf(patch: InkPatch, spot: Spot, height: number): Measured | undefined {
  const { sum, x, y, rows } = middleOf(patch)
  if (sum < LEAST_INK) return undefined
  const { turns, steps, darks } = edgesOf(patch)
  const [top, foot] = extentOf(rows, 0.07 * patch.wide)
  const fall = spot.slope * (patch.x + x - spot.x)
  const measures = {
    foot: patch.y + foot - fall,
    middle: patch.y + y - fall,
    height: foot - top,
    weight: Math.log(sum),
    stroke: Math.log((2 * sum) / turns),
    dark: darks[Math.floor(0.85 * darks.length)] ?? 0,
    edge: Math.log(median(steps) + 0.02),
  }
  return { measures, shape: shapeOf(patch, x, y, Math.ceil(0.6 * height)) }
}

function middleOf({ wide, high, ink }: InkPatch) {
  const found = { sum: 0, x: 0, y: 0, rows: new Float32Array(high) }
  for (let at = 0; at < ink.length; at++) {
    const share = ink[at] as number
    if (share < LEAST) continue
    const row = Math.floor(at / wide)
    found.sum += share
    found.x += share * (at % wide)
    found.y += share * row
    found.rows[row] = (found.rows[row] as number) + share
  }
  return { ...found, x: found.x / found.sum, y: found.y / found.sum }
}

/** How far brightness rises and falls in all, the steps at half ink, and the ink in ascending order. */
function edgesOf({ wide, high, ink }: InkPatch) {
  const found = { turns: 0, steps: [] as number[], darks: [] as number[] }
  const at = (place: number) => ink[place] as number
  for (let row = 1; row < high - 1; row++)
    for (let place = row * wide + 1; place < row * wide + wide - 1; place++) {
      const share = at(place)
      const step = Math.hypot(at(place + 1) - at(place - 1), at(place + wide) - at(place - wide)) / 2
      if (share > LEAST || step > LEAST) found.turns += step
      if (share > EDGE[0] && share < EDGE[1]) found.steps.push(step)
      if (share > 0.25) found.darks.push(share)
    }
  found.darks.sort((a, b) => a - b)
  return found
}

/** Where the rows' ink passes a limit, between rows. */
function extentOf(rows: Float32Array, limit: number): [top: number, foot: number] {
  const cross = (row: number, beyond: number) => {
    const [here, there] = [rows[row] as number, rows[beyond] ?? 0]
    return row + (beyond - row) * ((here - limit) / Math.max(0.01, here - there))
  }
  const inked = Array.from(rows.keys()).filter((row) => (rows[row] as number) >= limit)
  const [first, last] = [inked[0] ?? MARGIN, inked.at(-1) ?? rows.length - MARGIN]
  return [cross(first, first - 1), cross(last, last + 1)]
}

/** The ink around a place between pixels, in a frame of twice the reach and one. */
function shapeOf({ wide, high, ink }: InkPatch, x: number, y: number, reach: number): Float32Array {
  const side = 2 * reach + 1
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [right, down] = [x - left, y - top]
  const at = (column: number, row: number) =>
    column < 0 || row < 0 || column >= wide || row >= high ? 0 : (ink[row * wide + column] as number)
  return Float32Array.from({ length: side * side }, (_, place) => {
    const [column, row] = [left + (place % side) - reach, top + Math.floor(place / side) - reach]
    const above = (1 - right) * at(column, row) + right * at(column + 1, row)
    return (1 - down) * above + down * ((1 - right) * at(column, row + 1) + right * at(column + 1, row + 1))
  })
}
