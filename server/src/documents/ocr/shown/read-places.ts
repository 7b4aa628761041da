import type { Box } from '../../model/box.ts'
import { type Bitmap, blank } from '../bitmap.ts'
import { evened } from '../evened.ts'
import { readCrops } from '../read-crops.ts'
import type { Rendering } from '../render.ts'
import type { Language, SeenWord, TesseractPool } from '../tesseract.ts'

/** A word as the page shows it, in the page's points. */
export interface ShownWord {
  text: string
  box: Box
}

/** Heights of a place, in pixels, at which it is read, and Tesseract's own confidence that one reading must have. */
const [HEIGHTS, SURE] = [[48, 66] as const, 0.8]
/** Paper above and below a place, in its heights; beside it stand other words. */
const AROUND = 0.12

/**
 * What a painted page shows at each place: words from left to right, where it is read as the same characters in two
 * sizes; undefined where it is not. Some 40 ms a place; half of it where the first reading is not `worth` another.
 */
export async function readPlaces(
  rendering: Rendering,
  places: readonly Box[],
  pool: TesseractPool,
  language: Language,
  worth: (text: string) => boolean = () => true,
): Promise<(ShownWord[] | undefined)[]> {
  const crops = places.map((box) => cropOf(rendering, box))
  const read = async (some: readonly Crop[], high: number) =>
    (
      await readCrops(
        some.map(({ bitmap }) => bitmap),
        { pool, language, high },
      )
    ).map((words) => words.filter(saysSomething))
  const [high, higher] = HEIGHTS
  const first = await read(crops, high)
  const open = crops.filter((_, at) => worth(textOf(first[at] ?? [])))
  const second = await read(open, higher)
  return crops.map((crop, at) => {
    const again = open.indexOf(crop)
    if (again === -1) return undefined
    const [one, other] = [first[at] ?? [], second[again] ?? []]
    // Now and then Tesseract has no confidence in what it reads in another size without a doubt.
    if (Math.max(sureness(one), sureness(other)) < SURE || textOf(one) !== textOf(other)) return undefined
    return one.map((word) => placed(word, crop, rendering))
  })
}

const saysSomething = ({ text }: SeenWord) => /[\p{L}\p{N}]/u.test(text)

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

function placed({ text, x0, x1 }: SeenWord, { bitmap, x, y }: Crop, { scale, bitmap: page }: Rendering): ShownWord {
  const [top, bottom] = [(page.height - y) / scale, (page.height - y - bitmap.height) / scale]
  const edge = (AROUND * (top - bottom)) / (1 + 2 * AROUND)
  return { text, box: [(x + x0) / scale, bottom + edge, (x + x1) / scale, top - edge] }
}
