import type { Bitmap } from './bitmap.ts'
import { readCrops } from './read-crops.ts'
import type { Language, SeenWord, TesseractPool } from './tesseract.ts'

/** Heights of a word's box, in pixels, at which it is read: neither is the first reading's. */
const HEIGHTS = [44, 60] as const
/** Tesseract's own confidence that each reading must have. */
const SURE = 0.8

/** A word cut out of a page's picture, and what it was read as. */
export interface Crop {
  bitmap: Bitmap
  text: string
}

/**
 * For each crop whether it is read as the same characters in every other size, by itself and without what stands
 * around it. Costs some 40 ms a crop.
 */
export async function readAgain(crops: readonly Crop[], pool: TesseractPool, language: Language): Promise<boolean[]> {
  const bitmaps = crops.map(({ bitmap }) => bitmap)
  const readings = await Promise.all(HEIGHTS.map((high) => readCrops(bitmaps, { pool, language, high })))
  return crops.map(({ text }, at) =>
    readings.every((reading) => {
      const seen = joined(reading[at] ?? [])
      return seen !== undefined && seen.confidence >= SURE && plain(seen.text) === plain(text)
    }),
  )
}

/** All that stands in a crop as one word. */
function joined(words: readonly SeenWord[]): Reading | undefined {
  if (words.length === 0) return undefined
  return {
    text: words.map(({ text }) => text).join(''),
    confidence: Math.min(...words.map(({ confidence }) => confidence)),
  }
}

type Reading = Pick<SeenWord, 'text' | 'confidence'>

const plain = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')
