import type { Flag } from '../../model/findings.ts'
import type { Page, Word } from '../../model/page.ts'
import { type Bitmap, blank } from '../../ocr/bitmap.ts'
import { evened } from '../../ocr/evened.ts'
import type { PagePicture } from '../../ocr/page-picture.ts'
import type { Crop } from '../../ocr/read-again.ts'
import { uprightPicture } from './on-picture.ts'
import type { Spot } from './spot.ts'

/** Sums over more figures than this are left in doubt. */
export const MOST_REREAD = 60
/** Paper around a word, in its heights. */
const [BESIDE, ABOVE] = [0.25, 0.12]

/** Recognised figures of one page that flags are in doubt about. Pure. */
export function doubtedOn({ words }: Page, flags: readonly Flag[]): Word[] {
  const doubted = new Set(flags.flatMap((flag) => flag.doubted ?? []))
  return words.filter((word) => doubted.has(word) && word.origin === 'ocr' && word.reread === undefined)
}

/** The words as they lie on the picture, level, on white. Pure. */
export function cropsOf(page: Page, picture: PagePicture, words: readonly Word[]): Crop[] {
  const { bitmap, spotOf } = uprightPicture(page, picture)
  return words.map((word) => ({ text: word.text, bitmap: cropped(bitmap, spotOf(word)) }))
}

function cropped({ width, height, data }: Bitmap, { x, y, wide, high, slope }: Spot): Bitmap {
  const [left, across] = [Math.round(x - wide / 2 - BESIDE * high), Math.ceil(wide + 2 * BESIDE * high)]
  const down = Math.ceil(high * (1 + 2 * ABOVE))
  const crop = blank(Math.max(1, across), Math.max(1, down))
  for (let column = 0; column < across; column++) {
    const top = Math.round(y - down / 2 + slope * (left + column - x))
    for (let row = 0; row < down; row++) {
      const inside = left + column >= 0 && left + column < width && top + row >= 0 && top + row < height
      if (inside) crop.data[row * crop.width + column] = data[(top + row) * width + left + column] as number
    }
  }
  return evened(crop)
}
