import type { Box } from '../../model/box.ts'
import { type Bitmap, blank } from '../bitmap.ts'
import { evened } from '../evened.ts'
import { mendNumeral } from '../numerals.ts'
import { resized } from '../read-again.ts'
import type { Rendering } from '../render.ts'
import type { Language, SeenWord, TesseractPool } from '../tesseract.ts'

/** A word as the page shows it, in the page's points. */
export interface ShownWord {
  text: string
  box: Box
}

/** Heights of a place, in pixels, at which it is read, and Tesseract's own confidence that one reading must have. */
const [HEIGHTS, SURE] = [[48, 66] as const, 0.8]
const MARGIN = 20
/** Paper above and below a place, in its heights; beside it stand other words. */
const AROUND = 0.12

/**
 * What a painted page shows at each place: words from left to right, where it is read as the same characters in two
 * sizes; undefined where it is not. Some 40 ms a place.
 */
export async function readPlaces(
  rendering: Rendering,
  places: readonly Box[],
  pool: TesseractPool,
  language: Language,
): Promise<(ShownWord[] | undefined)[]> {
  const crops = places.map((box) => cropOf(rendering, box))
  const [first, second] = await Promise.all(HEIGHTS.map((high) => readAt(high, crops, pool, language)))
  return crops.map((crop, at) => {
    const [one, other] = [first?.[at] ?? [], second?.[at] ?? []]
    // Now and then Tesseract has no confidence in what it reads in another size without a doubt.
    if (Math.max(sureness(one), sureness(other)) < SURE || textOf(one) !== textOf(other)) return undefined
    return one.map((word) => placed(word, crop, rendering))
  })
}

const sureness = (words: readonly SeenWord[]) =>
  words.length === 0 ? 0 : Math.min(...words.map(({ confidence }) => confidence))

const textOf = (words: readonly SeenWord[]) => words.map(({ text }) => text.replace(/[^\p{L}\p{N}]/gu, '')).join('')

interface Crop {
  bitmap: Bitmap
  x: number
  y: number
}

function cropOf({ bitmap: { width, height, data }, scale }: Rendering, [x0, y0, x1, y1]: Box): Crop {
  const edge = AROUND * (y1 - y0)
  const [x, y] = [Math.floor(x0 * scale), Math.floor(height - (y1 + edge) * scale)]
  const crop = blank(Math.ceil((x1 - x0) * scale), Math.ceil((y1 - y0 + 2 * edge) * scale))
  for (let row = Math.max(0, -y); row < Math.min(crop.height, height - y); row++) {
    const [from, to] = [Math.max(0, x), Math.min(width, x + crop.width)]
    if (from < to)
      crop.data.set(data.subarray((y + row) * width + from, (y + row) * width + to), row * crop.width + from - x)
  }
  return { bitmap: evened(crop), x, y }
}

async function readAt(high: number, crops: readonly Crop[], pool: TesseractPool, language: Language) {
  const pieces = crops.map(({ bitmap }) => resized(bitmap, high))
  const across = Math.max(...pieces.map(({ width }) => width)) + 2 * MARGIN
  const sheet = blank(across, MARGIN + pieces.length * (high + MARGIN))
  for (const [at, piece] of pieces.entries()) {
    const top = MARGIN + at * (high + MARGIN)
    for (let row = 0; row < Math.min(piece.height, high); row++)
      sheet.data.set(piece.data.subarray(row * piece.width, (row + 1) * piece.width), (top + row) * across + MARGIN)
  }
  const seen = await pool.read(sheet, { language, dpi: 250 })
  return pieces.map((piece, at) => {
    const top = MARGIN + at * (high + MARGIN)
    const own = seen.filter(
      ({ y0, y1 }) => (y0 + y1) / 2 >= top - MARGIN / 2 && (y0 + y1) / 2 < top + high + MARGIN / 2,
    )
    const factor = (crops[at] as Crop).bitmap.height / piece.height
    const back = (x: number) => (x - MARGIN) * factor
    return own
      .map((word) => ({
        ...word,
        text: mendNumeral(word.text, word.confidence).text,
        x0: back(word.x0),
        x1: back(word.x1),
      }))
      .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
      .toSorted((a, b) => a.x0 - b.x0)
  })
}

function placed({ text, x0, x1 }: SeenWord, { bitmap, x, y }: Crop, { scale, bitmap: page }: Rendering): ShownWord {
  const [top, bottom] = [(page.height - y) / scale, (page.height - y - bitmap.height) / scale]
  const edge = (AROUND * (top - bottom)) / (1 + 2 * AROUND)
  return { text, box: [(x + x0) / scale, bottom + edge, (x + x1) / scale, top - edge] }
}
