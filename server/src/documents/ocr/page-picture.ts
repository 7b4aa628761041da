import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { inverse, times } from '../model/matrix.ts'
import type { Matrix } from '../model/page.ts'
import { type Bitmap, shrink } from './bitmap.ts'
import { type Decoded, greyPixels, isTwoTone } from './only-picture.ts'
import { paintedPictures } from './painted-pictures.ts'
import { joinStrips, matrixOfStrips, type Painted, stripsOf } from './strips.ts'

/** A page's picture with its own pixels, and the way from the file's coordinates to them, from the top left. */
export interface PagePicture {
  bitmap: Bitmap
  toPixels: Matrix
  /** Its pixels are means of the file's: what compression left is gone. */
  shrunk?: boolean
  /** It is black and white without anything between, and its letters may be coded as repeated symbols. */
  twoTones?: boolean
  /** The page paints other pictures too: print that is read there may not be of this one. */
  amongOthers?: boolean
}

/** A smaller share of the page is a picture on it, not the page. */
const LEAST_SHARE = 0.6
/** Larger ones are finer than any trace needs, and take too long: they are made smaller. */
const MOST_PIXELS = 12_000_000
/** A page that paints more whole pictures than this, one over another, is looked at no further. */
const MOST_WHOLE = 3

/**
 * The pictures that a page may be, whatever text lies over or under them, from the topmost. Most pages are one; of some
 * two lie one over another, and of pages in layers each. None where no picture is the page.
 */
export async function pagePictures(page: PDFPageProxy): Promise<PagePicture[]> {
  try {
    return await decodedPictures(page)
  } finally {
    page.cleanup()
  }
}

async function decodedPictures(page: PDFPageProxy): Promise<PagePicture[]> {
  const { fnArray, argsArray } = await page.getOperatorList()
  const { pictures, others } = paintedPictures(fnArray, argsArray)
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = page.view
  const isWhole = ([a, b, c, d]: Matrix) => Math.abs(a * d - b * c) >= LEAST_SHARE * (x1 - x0) * (y1 - y0)
  const whole = pictures.filter(({ ctm }) => isWhole(ctm)).map((picture) => [picture])
  const strips = whole.length === 0 ? stripsOf(pictures) : undefined
  const sheets = strips && isWhole(matrixOfStrips(strips)) ? [strips] : whole.reverse().slice(0, MOST_WHOLE)
  const found: PagePicture[] = []
  for (const sheet of sheets) {
    const picture = await decodedSheet(page, sheet)
    if (picture) found.push(others || sheets.length > 1 ? { ...picture, amongOthers: true } : picture)
  }
  return found
}

async function decodedSheet(page: PDFPageProxy, strips: readonly Painted[]): Promise<PagePicture | undefined> {
  const back = inverse(matrixOfStrips(strips))
  const decoded = back && (await decodedStrips(page, strips))
  if (!decoded) return undefined
  const { width, height } = decoded.bitmap
  const factor = Math.ceil(Math.sqrt((width * height) / MOST_PIXELS))
  // A picture's unit square has its first row at the top.
  const toPixels = times([width / factor, 0, 0, -height / factor, 0, height / factor], back)
  const small = factor > 1 ? { bitmap: shrink(decoded.bitmap, factor), shrunk: true } : { bitmap: decoded.bitmap }
  return { ...small, toPixels, ...(decoded.twoTones && { twoTones: true }) }
}

async function decodedStrips(
  page: PDFPageProxy,
  strips: readonly Painted[],
): Promise<{ bitmap: Bitmap; twoTones: boolean } | undefined> {
  const bitmaps: Bitmap[] = []
  let twoTones = false
  for (const { id } of strips) {
    const objects = id.startsWith('g_') ? page.commonObjs : page.objs
    const decoded = await new Promise<Decoded | null>((resolve) => objects.get(id, resolve))
    const bitmap = decoded ? greyPixels(decoded) : undefined
    if (!decoded || !bitmap) return undefined
    twoTones ||= isTwoTone(decoded)
    bitmaps.push(bitmap)
  }
  const [only] = bitmaps
  return only && { bitmap: bitmaps.length === 1 ? only : joinStrips(bitmaps), twoTones }
}
