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

/** How far it is from a place to where it may have been copied from, in pixels. */
export type Move = readonly [right: number, down: number]

/** What a picture's JPEG counts in: where its squares lie, and the step of each wave, 1 where it was saved without. */
export type Counting = Pick<Lattice, 'bitmap' | 'x' | 'y' | 'steps'>

/**
 * A square of a copy as it would be: its share that is copied, how far each wave is from the file's, in steps, and
 * which waves the file has not got in it.
 */
interface Missed {
  inside: number
  off: Float32Array
  none: readonly boolean[]
}

/** A square of which fewer pixels lie in the place tells nothing of it. */
const LEAST_PIXELS = 20

/** The step of a wave whose steps are not told. */
const UNTOLD = 1

const isNone = (strength = 0) => Math.abs(strength) < UNTOLD / 2

const [seen, made] = [new Float32Array(WAVES.length), new Float32Array(WAVES.length)]
const trial = blank(SIDE, SIDE)

/** The squares under `place`, were it a copy of what lies `move` away. Pure. */
export function* missedBy({ bitmap, x, y, steps }: Counting, place: Place, move: Move): Generator<Missed> {
  for (let top = y + SIDE * Math.floor((place.y - y) / SIDE); top < place.y + place.high; top += SIDE)
    for (let left = x + SIDE * Math.floor((place.x - x) / SIDE); left < place.x + place.wide; left += SIDE) {
      if (left < 0 || top < 0 || left + SIDE > bitmap.width || top + SIDE > bitmap.height) continue
      const pixels = layOver(bitmap, place, move, left, top)
      if (pixels < LEAST_PIXELS) continue
      wavesAt(bitmap, left, top, seen)
      wavesAt(trial, 0, 0, made)
      const off = Float32Array.from(steps, (step, n) =>
        Math.abs((made[n] as number) / step - Math.round((seen[n] as number) / step)),
      )
      yield { inside: pixels / SIDE ** 2, off, none: steps.map((step, n) => step === UNTOLD && isNone(seen[n])) }
    }
}

/** The square at `left`, `top` with the copy laid over what is there, into `trial`; how many pixels that are. */
function layOver({ width, height, data }: Counting['bitmap'], place: Place, move: Move, left: number, top: number) {
  let inside = 0
  for (let at = 0; at < SIDE ** 2; at++) {
    const [x, y] = [left + (at % SIDE), top + Math.floor(at / SIDE)]
    const isIn = x >= place.x && y >= place.y && x < place.x + place.wide && y < place.y + place.high
    const [fromX, fromY] = isIn ? [x + move[0], y + move[1]] : [x, y]
    if (isIn) inside++
    const exists = fromX >= 0 && fromY >= 0 && fromX < width && fromY < height
    trial.data[at] = exists ? (data[fromY * width + fromX] as number) : 0
  }
  return inside
}

/** Rounding to a step adds this variance, in steps; so do a decoder's own rounding and what it cuts off at white. */
const [ROUNDED, DECODED] = [1 / 12, 0.02]
/** Where two prints differ less than this, in steps, they are rounded to the same number: no sign of a copy. */
const LEAST_APART = 0.55
/** Of copies and of prints so many strengths are anything within so many steps, for shapes and edges differ. */
const [ODD_COPIED, ODD_PRINTED, ODD_STEPS] = [0.015, 0.1, 40]
/** What speaks so clearly against a copy is looked at no further. */
const GIVEN_UP = -25

/**
 * How much likelier the pixels of `place` are those `move` away, compressed once more, than another print of the same,
 * as a logarithm: a copy gives the very numbers of steps that the file has, two prints differ by `apart`, the deviation
 * in each wave, in steps. Where steps are not told, a wave that a square has not got is no sign of a copy, though it
 * may be one of another print: whatever took it away, as a compression before a change of size, took it from every
 * print that it met. Pure.
 */
export function copyOdds(counting: Counting, place: Place, move: Move, apart: readonly number[]): number {
  let odds = 0
  for (const { inside, off, none } of missedBy(counting, place, move)) {
    const copied = Math.sqrt((1 - inside) * ROUNDED + DECODED)
    for (const [n, missed] of off.entries()) {
      const printed = Math.max(Math.sqrt(ROUNDED), (apart[n] as number) * Math.sqrt(inside))
      const said = Math.log(chanceOfCopy(missed, copied) / chanceOfPrint(missed, printed))
      odds += none[n] || printed < LEAST_APART ? Math.min(0, said) : said
    }
    if (odds < GIVEN_UP) break
  }
  return odds
}

function chanceOfCopy(missed: number, deviation: number): number {
  const within = below((0.5 - missed) / deviation) - below((-0.5 - missed) / deviation)
  return (1 - ODD_COPIED) * within + ODD_COPIED / ODD_STEPS
}

function chanceOfPrint(missed: number, deviation: number): number {
  const normal = Math.exp(-((missed / deviation) ** 2) / 2) / (deviation * Math.sqrt(2 * Math.PI))
  return (1 - ODD_PRINTED) * normal + ODD_PRINTED / ODD_STEPS
}

/** A logistic curve, which the normal distribution follows to one part in a hundred. */
const below = (away: number) => 1 / (1 + Math.exp(-1.702 * away))
