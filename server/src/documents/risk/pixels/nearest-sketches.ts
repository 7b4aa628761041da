import type { Glyph } from './glyphs.ts'

/**
 * The places, among the glyphs, of the so many that may be and whose sketches are nearest to a glyph's, nearest first.
 * Some 30 ns for each of them. Pure.
 */
export function nearestSketches(
  glyph: Glyph,
  glyphs: readonly Glyph[],
  most: number,
  mayBe: (other: Glyph) => boolean,
): number[] {
  const near: { at: number; apart: number }[] = []
  let limit = Infinity
  for (const [at, other] of glyphs.entries()) {
    if (!mayBe(other)) continue
    const apart = sketchesApart(glyph.sketch, other.sketch, limit)
    if (apart >= limit) continue
    near.push({ at, apart })
    near.sort((a, b) => a.apart - b.apart)
    if (near.length > most) near.pop()
    if (near.length === most) limit = (near.at(-1) as { apart: number }).apart
  }
  return near.map(({ at }) => at)
}

function sketchesApart(a: Float32Array, b: Float32Array, limit: number): number {
  let sum = 0
  for (let at = 0; at < a.length && sum < limit; at++) sum += ((a[at] as number) - (b[at] as number)) ** 2
  return sum
}
