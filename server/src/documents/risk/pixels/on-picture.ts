import { bent } from '../../model/bend.ts'
import { height, middle, width } from '../../model/box.ts'
import { apply, times } from '../../model/matrix.ts'
import type { Matrix, Page, Word } from '../../model/page.ts'
import { type Bitmap, turn } from '../../ocr/bitmap.ts'
import type { PagePicture } from '../../ocr/page-picture.ts'
import type { SeenWord, Spot } from './spot.ts'

/** Where the first whole square of JPEG begins, in pixels. */
export interface Squares {
  x: number
  y: number
}

/** A picture turned so that lines run to the right, and where on it the words of its page stand. */
export interface UprightPicture {
  bitmap: Bitmap
  /** Its pixels to an inch of the page. */
  dpi: number
  /** Undefined where they are gone. */
  squares: Squares | undefined
  spotOf(word: Word): Spot
}

/** The picture of `page`, whose words are upright, by quarters; what is left of a skew is the spots' slope. Pure. */
export function uprightPicture(page: Pick<Page, 'toFile' | 'bend'>, picture: PagePicture): UprightPicture {
  const [a, b] = times(picture.toPixels, page.toFile)
  const quarters = ((-Math.round(Math.atan2(b, a) / (Math.PI / 2)) % 4) + 4) % 4
  const { bitmap, toPixels } = picture
  const all = times(quarterTurn(quarters, bitmap), times(toPixels, page.toFile))
  const [across, fall, , up] = all
  const scale = Math.hypot(across, fall)
  return {
    bitmap: turn(bitmap, (90 * quarters) as 0 | 90 | 180 | 270),
    dpi: 72 * scale,
    squares: picture.shrunk ? undefined : squaresAfter(quarters, bitmap),
    spotOf: ({ box: flat }) => {
      const box = page.bend ? bent(page.bend, flat) : flat
      const [x, y] = apply(all, ...middle(box))
      return { x, y, wide: width(box) * scale, high: Math.abs(height(box) * up), slope: fall / across }
    },
  }
}

/** JPEG begins its squares of eight pixels at the first corner: what is left of the last comes first when turned. */
function squaresAfter(quarters: number, { width, height }: Bitmap): Squares {
  return {
    x: quarters === 1 ? height % 8 : quarters === 2 ? width % 8 : 0,
    y: quarters === 2 ? height % 8 : quarters === 3 ? width % 8 : 0,
  }
}

/** Pixels of a picture to those of the picture turned clockwise by quarters. */
function quarterTurn(quarters: number, { width: wide, height: high }: Bitmap): Matrix {
  const turns: readonly Matrix[] = [
    [1, 0, 0, 1, 0, 0],
    [0, 1, -1, 0, high, 0],
    [-1, 0, 0, -1, wide, high],
    [0, -1, 1, 0, 0, wide],
  ]
  return turns[quarters] as Matrix
}

/** Words where they stand on the picture. */
export function seenWords(
  words: readonly Word[],
  values: ReadonlySet<Word>,
  spotOf: UprightPicture['spotOf'],
): SeenWord[] {
  return words.map((word) => ({ spot: spotOf(word), text: word.text, value: values.has(word) }))
}
