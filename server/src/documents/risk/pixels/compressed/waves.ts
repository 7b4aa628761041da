import type { Bitmap } from '../../../ocr/bitmap.ts'

/** JPEG keeps squares of this side apart. */
export const SIDE = 8

/** The waves of a square that are looked at, across and down, the slowest first; its brightness is none of them. */
export const WAVES: readonly (readonly [across: number, down: number])[] = [
  ...([
    [1, 0],
    [0, 1],
    [0, 2],
    [1, 1],
    [2, 0],
  ] as const),
  ...([
    [3, 0],
    [2, 1],
    [1, 2],
    [0, 3],
    [0, 4],
  ] as const),
  ...([
    [1, 3],
    [2, 2],
    [3, 1],
    [4, 0],
    [5, 0],
  ] as const),
  ...([
    [4, 1],
    [3, 2],
    [2, 3],
    [1, 4],
    [0, 5],
  ] as const),
]
/** Waves to a side that any of them needs. */
const NEEDED = 6

/** Each wave along half a side: the other half mirrors it, or is its negative. */
const COSINES = Float64Array.from({ length: NEEDED * 4 }, (_, at) => {
  const [wave, place] = [Math.floor(at / 4), at % 4]
  return ((wave === 0 ? Math.SQRT1_2 : 1) / 2) * Math.cos(((2 * place + 1) * wave * Math.PI) / 16)
})

const row = new Float64Array(SIDE)
const rows = new Float64Array(NEEDED * SIDE)

/** How strong each wave is in the square at `x`, `y`: JPEG's discrete cosine transform, some 0.5 us. */
export function wavesAt({ width, data }: Bitmap, x: number, y: number, found: Float32Array): void {
  for (let down = 0, at = y * width + x; down < SIDE; down++, at += width) {
    for (let place = 0; place < SIDE; place++) row[place] = data[at + place] as number
    for (let wave = 0; wave < NEEDED; wave++) rows[wave * SIDE + down] = against(row, 0, wave)
  }
  for (let at = 0; at < WAVES.length; at++) {
    const [across, down] = WAVES[at] as (typeof WAVES)[0]
    found[at] = against(rows, across * SIDE, down)
  }
}

/** Eight numbers against one wave. */
function against(of: Float64Array, at: number, wave: number): number {
  const [first, sign] = [wave * 4, wave % 2 === 0 ? 1 : -1]
  let sum = 0
  for (let place = 0; place < 4; place++)
    sum += ((of[at + place] as number) + sign * (of[at + 7 - place] as number)) * (COSINES[first + place] as number)
  return sum
}
