import { OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { IDENTITY, inverse, times } from '../model/matrix.ts'
import type { Matrix } from '../model/page.ts'
import type { Bitmap } from './bitmap.ts'
import { type Decoded, greyPixels, isTwoTone } from './only-picture.ts'
import { joinStrips, matrixOfStrips, type Painted, stripsOf } from './strips.ts'

/** A page's picture with its own pixels, and the way from the file's coordinates to them, from the top left. */
export interface PagePicture {
  bitmap: Bitmap
  toPixels: Matrix
}

/** A smaller share of the page is a picture on it, not the page. */
const LEAST_SHARE = 0.6
/** Larger ones are finer than any trace needs, and take too long. */
const MOST_PIXELS = 12_000_000

/** Painted beside the picture, these make a page of layers: a mask over a background, each coded apart. */
const LAYERS = new Set<number>([
  OPS.paintImageMaskXObject,
  OPS.paintImageMaskXObjectGroup,
  OPS.paintImageMaskXObjectRepeat,
  OPS.paintInlineImageXObject,
  OPS.paintInlineImageXObjectGroup,
  OPS.paintImageXObjectRepeat,
])

/**
 * The one picture that a page is, whatever text lies over or under it. Undefined where there is none, where the page
 * is made of layers, and where the picture has two tones only, whose letters may be coded as repeated symbols.
 */
export async function pagePicture(page: PDFPageProxy): Promise<PagePicture | undefined> {
  try {
    return await decodedPicture(page)
  } finally {
    page.cleanup()
  }
}

async function decodedPicture(page: PDFPageProxy): Promise<PagePicture | undefined> {
  if (page.userUnit !== 1) return undefined
  const { fnArray, argsArray } = await page.getOperatorList()
  if (fnArray.some((operator) => LAYERS.has(operator))) return undefined
  const painted = paintedPictures(fnArray, argsArray)
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = page.view
  const isWhole = ([a, b, c, d]: Matrix) => Math.abs(a * d - b * c) >= LEAST_SHARE * (x1 - x0) * (y1 - y0)
  const whole = painted.filter(({ ctm }) => isWhole(ctm))
  const strips = whole.length === 0 ? stripsOf(painted) : whole
  const ctm = strips && matrixOfStrips(strips)
  const pixels = strips?.reduce((sum, { width, height }) => sum + width * height, 0) ?? 0
  if (!strips || !ctm || whole.length > 1 || !isWhole(ctm) || pixels > MOST_PIXELS) return undefined
  const back = inverse(ctm)
  const bitmap = await decodedStrips(page, strips)
  // A picture's unit square has its first row at the top.
  return bitmap && back && { bitmap, toPixels: times([bitmap.width, 0, 0, -bitmap.height, 0, bitmap.height], back) }
}

async function decodedStrips(page: PDFPageProxy, strips: readonly Painted[]): Promise<Bitmap | undefined> {
  const bitmaps: Bitmap[] = []
  for (const { id } of strips) {
    const objects = id.startsWith('g_') ? page.commonObjs : page.objs
    const decoded = await new Promise<Decoded | null>((resolve) => objects.get(id, resolve))
    const bitmap = decoded && !isTwoTone(decoded) ? greyPixels(decoded) : undefined
    if (!bitmap) return undefined
    bitmaps.push(bitmap)
  }
  return bitmaps.length === 1 ? bitmaps[0] : joinStrips(bitmaps)
}

function paintedPictures(operators: ArrayLike<number>, args: ArrayLike<unknown>): Painted[] {
  const found: Painted[] = []
  let ctm = IDENTITY
  const saved: Matrix[] = []
  for (let at = 0; at < operators.length; at++) {
    const operator = operators[at]
    if (operator === OPS.save) saved.push(ctm)
    else if (operator === OPS.restore) ctm = saved.pop() ?? IDENTITY
    else if (operator === OPS.transform) ctm = times(ctm, args[at] as Matrix)
    else if (operator === OPS.paintFormXObjectBegin) {
      saved.push(ctm)
      const [matrix] = args[at] as [Matrix | null]
      if (matrix) ctm = times(ctm, matrix)
    } else if (operator === OPS.paintFormXObjectEnd) ctm = saved.pop() ?? IDENTITY
    else if (operator === OPS.paintImageXObject) {
      const [id, width, height] = args[at] as [string, number, number]
      found.push({ id, width, height, ctm })
    }
  }
  return found
}
