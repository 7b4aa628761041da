import { blank } from '../../../ocr/bitmap.ts'
import type { Lattice } from '../compressed/lattice.ts'
import { SIDE, WAVES, wavesAt } from '../compressed/waves.ts'

/** A rectangle of a picture, in pixels. */
export interface Place {
  x: number
  y: number
  wide: number
  high: number
}

/** A picture's lattice, and how far two places without print differ in each wave, in its steps, as a variance. */
export interface Grain {
  lattice: Lattice
  variance: readonly number[]
}

/** This share of the strengths is nearer to nothing, where most of a page is paper; so is 0.385 of a deviation. */
const [NEARER, IN_DEVIATIONS] = [0.3, 0.385]

export function grainOf(lattice: Lattice): Grain {
  const variance = lattice.off.map((strengths, n) => {
    const sizes = strengths.map(Math.abs).sort()
    const deviation = (sizes[Math.floor(NEARER * sizes.length)] as number) / IN_DEVIATIONS
    return 2 * (deviation / (lattice.steps[n] as number)) ** 2
  })
  return { lattice, variance }
}

/** Rounding to a step adds this variance, in steps. */
const ROUNDED = 1 / 12
/** What else makes a copy's strength miss its number: a decoder's own rounding. */
const DECODED = 0.006
/** Where grain is less than this deviation, in steps, two prints are rounded to the same number: no sign of a copy. */
const LEAST_GRAIN = 0.55
/** Of copies and of prints so many strengths are anything within so many steps, for shapes and edges differ. */
const [ODD_COPIED, ODD_PRINTED, ODD_STEPS] = [0.015, 0.1, 40]
/** A square of which fewer pixels lie in the place tells nothing of it. */
const LEAST_PIXELS = 20
/** What speaks so clearly against a copy is looked at no further. */
const GIVEN_UP = -25

const [seen, made] = [new Float32Array(WAVES.length), new Float32Array(WAVES.length)]
const trial = blank(SIDE, SIDE)

/**
 * How much likelier the pixels of `place` are a copy of those `right` and `down` of it, compressed once more, than
 * another print of the same, as a logarithm: a copy gives the very numbers of steps that the file has, and two prints
 * differ by the grain of both. `unrest` is the variance of their paper's grain in parts of the page's. Pure.
 */
export function copyOdds({ lattice, variance }: Grain, place: Place, move: [number, number], unrest: number): number {
  const { bitmap, x, y, steps } = lattice
  // The source may lie in one square with the copy, or have been compressed more finely by now.
  const odds: [same: number, finer: number] = [0, 0]
  for (let top = y + SIDE * Math.floor((place.y - y) / SIDE); top < place.y + place.high; top += SIDE)
    for (let left = x + SIDE * Math.floor((place.x - x) / SIDE); left < place.x + place.wide; left += SIDE) {
      if (left < 0 || top < 0 || left + SIDE > bitmap.width || top + SIDE > bitmap.height) continue
      const inside = layOver(lattice, place, move, left, top)
      if (inside === undefined) return GIVEN_UP
      if (inside < LEAST_PIXELS / SIDE ** 2) continue
      wavesAt(bitmap, left, top, seen)
      wavesAt(trial, 0, 0, made)
      for (let n = 0; n < WAVES.length; n++)
        if ((steps[n] as number) > 1) addOdds(odds, steps[n] as number, n, inside, inside * unrest * (variance[n] ?? 0))
      if (Math.max(...odds) < GIVEN_UP) return GIVEN_UP
    }
  return Math.max(...odds)
}

/** The square at `left`, `top` with the copy laid over what is there; the share of it that is. */
function layOver({ bitmap }: Lattice, place: Place, [right, down]: [number, number], left: number, top: number) {
  const { width, height, data } = bitmap
  let inside = 0
  for (let at = 0; at < SIDE ** 2; at++) {
    const [x, y] = [left + (at % SIDE), top + Math.floor(at / SIDE)]
    const isIn = x >= place.x && y >= place.y && x < place.x + place.wide && y < place.y + place.high
    const [fromX, fromY] = isIn ? [x + right, y + down] : [x, y]
    if (fromX < 0 || fromY < 0 || fromX >= width || fromY >= height) return undefined
    if (isIn) inside++
    trial.data[at] = data[fromY * width + fromX] as number
  }
  return inside / SIDE ** 2
}

function addOdds(odds: [number, number], step: number, n: number, inside: number, grain: number): void {
  const off = Math.abs((made[n] as number) / step - Math.round((seen[n] as number) / step))
  const printed = Math.sqrt(grain + ROUNDED)
  const ofPrint = (1 - ODD_PRINTED) * normal(off / printed) * (1 / printed) + ODD_PRINTED / ODD_STEPS
  for (const [at, more] of [0, ROUNDED].entries()) {
    const copied = Math.sqrt((1 - inside) * ROUNDED + DECODED + more * inside)
    const within = below((0.5 - off) / copied) - below((-0.5 - off) / copied)
    const said = Math.log(((1 - ODD_COPIED) * within + ODD_COPIED / ODD_STEPS) / ofPrint)
    odds[at] = (odds[at] as number) + (printed < LEAST_GRAIN ? Math.min(0, said) : said)
  }
}

const normal = (away: number) => Math.exp((-away * away) / 2) / Math.sqrt(2 * Math.PI)
/** A logistic curve, which the normal distribution follows to one part in a hundred. */
const below = (away: number) => 1 / (1 + Math.exp(-1.702 * away))
