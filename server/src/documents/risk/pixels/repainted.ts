import type { Box } from '../../model/box.ts'
import { height } from '../../model/box.ts'
import { apply, times } from '../../model/matrix.ts'
import type { Matrix, Page } from '../../model/page.ts'
import type { Bitmap } from '../../ocr/bitmap.ts'
import type { PagePicture } from '../../ocr/page-picture.ts'

/** A page's scan as it lies in the file, and the page as it is shown, with the ways to their pixels. */
export interface Beneath {
  scan: Bitmap
  shown: Bitmap
  toScan: Matrix
  toShown: Matrix
}

/** Pale print is lost in the grain. */
const LEAST_CONTRAST = 50
/** Shares of the way from paper to ink: beyond the first is ink, before the second is paper. */
const [INK, PAPER] = [0.55, 0.3]

export const beneath = ({ toFile }: Pick<Page, 'toFile'>, picture: PagePicture, over: PagePicture): Beneath => ({
  scan: picture.bitmap,
  shown: over.bitmap,
  toScan: times(picture.toPixels, toFile),
  toShown: times(over.toPixels, toFile),
})

/**
 * The scan's ink within a box that the page shows as paper, in parts of the square of the box's height: highlights,
 * stamps and signatures put ink or colour on a scan, and take none away. Pure.
 */
export function inkTakenAway({ scan, shown, toScan, toShown }: Beneath, box: Box): number {
  const step = 1 / Math.hypot(toScan[0], toScan[1])
  const points: (readonly [number, number])[] = []
  for (let y = box[1]; y < box[3]; y += step) for (let x = box[0]; x < box[2]; x += step) points.push([x, y])
  const levels = points.map(([x, y]) => darkest(scan, apply(toScan, x, y), 0)).toSorted((a, b) => a - b)
  const [paper, ink] = [levels[Math.floor(0.75 * levels.length)] ?? 0, levels[Math.floor(0.03 * levels.length)] ?? 0]
  const contrast = paper - ink
  if (contrast < LEAST_CONTRAST) return 0
  const taken = points.filter(
    ([x, y]) =>
      darkest(scan, apply(toScan, x, y), 0) < paper - INK * contrast &&
      darkest(shown, apply(toShown, x, y), 1) > paper - PAPER * contrast,
  )
  return taken.length * (step / height(box)) ** 2
}

/** The lowest level within `reach` pixels of a place; dark beyond the edge. */
function darkest({ width, height: high, data }: Bitmap, [x, y]: readonly [number, number], reach: number): number {
  const [column, row] = [Math.floor(x), Math.floor(y)]
  if (column < reach || row < reach || column + reach >= width || row + reach >= high) return 0
  let least = 255
  for (let up = row - reach; up <= row + reach; up++)
    for (let at = up * width + column - reach; at <= up * width + column + reach; at++)
      least = Math.min(least, data[at] as number)
  return least
}

/** Whether the scan has print within a box. Pure. */
export function hasPrint({ scan, toScan }: Beneath, [x0, y0, x1, y1]: Box): boolean {
  const step = 1 / Math.hypot(toScan[0], toScan[1])
  let [least, most] = [255, 0]
  for (let y = y0; y < y1; y += step)
    for (let x = x0; x < x1; x += step) {
      const level = darkest(scan, apply(toScan, x, y), 0)
      least = Math.min(least, level)
      most = Math.max(most, level)
    }
  return most - least >= 2 * LEAST_CONTRAST
}
