import type { Bitmap } from '../../ocr/bitmap.ts'
import type { Measured } from './deviation.ts'
import type { Glyph } from './glyphs.ts'
import { type Ground, groundOf } from './ground.ts'
import { patchOf } from './patch.ts'
import type { SeenWord, Spot } from './spot.ts'
import { textureOf } from './texture.ts'

/** A word and its texture; `at` is its place among those of the page. */
export interface MeasuredWord extends Measured {
  spot: Spot
  at: number
  value: boolean
  /** Undefined where the paper between its letters is too little, or too bright, to be judged. */
  ground: Ground | undefined
}

/** A letter and its texture; `at` is its word's place. */
export interface MeasuredLetter extends Measured {
  at: number
}

/** Words of two letters or more whose paper and edges are seen. Pure. */
export function measureWords(bitmap: Bitmap, dpi: number, words: readonly SeenWord[]): MeasuredWord[] {
  const reach = Math.max(2, Math.round(dpi / 90))
  return words.flatMap(({ spot, text, value }, at) => {
    const patch = /[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(text) ? patchOf(bitmap, spot, reach) : undefined
    const texture = patch && textureOf(patch)
    if (!patch || !texture) return []
    return [{ spot, texture, ground: groundOf(patch, reach), figures: /\d.*\d/.test(text), value, at }]
  })
}

/** Letters with a little of the paper around them. Pure. */
export function measureLetters(bitmap: Bitmap, dpi: number, glyphs: readonly Glyph[]): MeasuredLetter[] {
  const reach = Math.max(1, Math.round(dpi / 150))
  return glyphs.flatMap(({ of, x, y, wide, high }) => {
    const middle = { x: x + wide / 2, y: y + high / 2, slope: 0 }
    const patch = patchOf(bitmap, { ...middle, wide: wide + 2 * reach, high: high + 4 * reach }, reach)
    const texture = patch && textureOf(patch)
    return texture ? [{ spot: middle, texture, figures: true, at: of }] : []
  })
}
