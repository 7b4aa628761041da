import { type Bitmap, blank, enlarge, shrink } from './bitmap.ts'
import { mendNumeral } from './numerals.ts'
import type { Language, SeenWord, TesseractPool } from './tesseract.ts'

/** Paper around each piece of the sheet, in pixels. */
const MARGIN = 16

/** How high pieces are read, and with what. */
export interface CropReader {
  pool: TesseractPool
  language: Language
  /** In pixels. */
  high: number
}

/**
 * What each crop is read as when all stand under one another on one sheet, as high as wanted: its words from left to
 * right, with places in pixels of the crop. Some 20 ms a crop.
 */
export async function readCrops(crops: readonly Bitmap[], { pool, language, high }: CropReader): Promise<SeenWord[][]> {
  const pieces = crops.map((crop) => resized(crop, high))
  const { sheet, tops } = packed(pieces)
  const seen = await pool.read(sheet, { language, dpi: 250 })
  return pieces.map(({ height }, at) => {
    const [top, factor] = [tops[at] as number, (crops[at] as Bitmap).height / height]
    const level = ({ y0, y1 }: SeenWord) => (y0 + y1) / 2 - top
    return seen
      .filter((word) => level(word) >= -MARGIN / 2 && level(word) < height + MARGIN / 2)
      .map((word) => placed(word, { left: MARGIN, top, factor }))
      .toSorted((a, b) => a.x0 - b.x0)
  })
}

/** As high as so many pixels. */
function resized(bitmap: Bitmap, high: number): Bitmap {
  const small = bitmap.height > 2 * high ? shrink(bitmap, Math.floor(bitmap.height / high)) : bitmap
  return enlarge(small, high / small.height)
}

function packed(pieces: readonly Bitmap[]): { sheet: Bitmap; tops: number[] } {
  const sheet = blank(
    Math.max(...pieces.map(({ width }) => width)) + 2 * MARGIN,
    MARGIN + pieces.reduce((sum, { height }) => sum + height + MARGIN, 0),
  )
  let top = MARGIN
  const tops = pieces.map(({ width, height, data }) => {
    for (let row = 0; row < height; row++)
      sheet.data.set(data.subarray(row * width, (row + 1) * width), (top + row) * sheet.width + MARGIN)
    top += height + MARGIN
    return top - height - MARGIN
  })
  return { sheet, tops }
}

function placed(word: SeenWord, { left, top, factor }: { left: number; top: number; factor: number }): SeenWord {
  const [x, y] = [(at: number) => (at - left) * factor, (at: number) => (at - top) * factor]
  const { text } = mendNumeral(word.text, word.confidence)
  return { ...word, text, x0: x(word.x0), x1: x(word.x1), y0: y(word.y0), y1: y(word.y1) }
}
