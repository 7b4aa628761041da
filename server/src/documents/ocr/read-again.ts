import { type Bitmap, blank, enlarge, shrink } from './bitmap.ts'
import { mendNumeral } from './numerals.ts'
import type { Language, SeenWord, TesseractPool } from './tesseract.ts'

/** Heights of a word's box, in pixels, at which it is read: neither is the first reading's. */
const HEIGHTS = [44, 60] as const
/** Tesseract's own confidence that each reading must have. */
const SURE = 0.8
const MARGIN = 16

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
  const readings = await Promise.all(HEIGHTS.map((high) => readAt(high, crops, pool, language)))
  return crops.map(({ text }, at) =>
    readings.every((reading) => {
      const seen = reading[at]
      return seen !== undefined && seen.confidence >= SURE && plain(seen.text) === plain(text)
    }),
  )
}

type Reading = Pick<SeenWord, 'text' | 'confidence'>

async function readAt(high: number, crops: readonly Crop[], pool: TesseractPool, language: Language) {
  const pieces = crops.map(({ bitmap }) => resized(bitmap, high))
  const sheet = blank(
    Math.max(...pieces.map(({ width }) => width)) + 2 * MARGIN,
    MARGIN + pieces.reduce((sum, { height }) => sum + height + MARGIN, 0),
  )
  const tops: number[] = []
  let top = MARGIN
  for (const piece of pieces) {
    tops.push(top)
    for (let row = 0; row < piece.height; row++)
      sheet.data.set(
        piece.data.subarray(row * piece.width, (row + 1) * piece.width),
        (top + row) * sheet.width + MARGIN,
      )
    top += piece.height + MARGIN
  }
  const words = await pool.read(sheet, { language, dpi: 250 })
  return pieces.map(({ height }, at): Reading | undefined => {
    const start = (tops[at] as number) - MARGIN / 2
    const own = words.filter(({ y0, y1 }) => (y0 + y1) / 2 >= start && (y0 + y1) / 2 < start + height + MARGIN)
    if (own.length === 0) return undefined
    const text = own
      .toSorted((a, b) => a.x0 - b.x0)
      .map(({ text }) => text)
      .join('')
    const confidence = Math.min(...own.map(({ confidence }) => confidence))
    return { text: mendNumeral(text, confidence).text, confidence }
  })
}

/** As high as so many pixels. */
export function resized(bitmap: Bitmap, high: number): Bitmap {
  const small = bitmap.height > 2 * high ? shrink(bitmap, Math.floor(bitmap.height / high)) : bitmap
  return enlarge(small, high / small.height)
}

const plain = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')
