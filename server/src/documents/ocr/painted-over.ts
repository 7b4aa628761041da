import { OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PagePicture } from './page-picture.ts'
import { render } from './render.ts'

/** What puts marks on a page; paths are told apart from clips by nobody, for both are rare on scans. */
const MARKS = new Set<number>([
  OPS.constructPath,
  OPS.shadingFill,
  OPS.showText,
  OPS.showSpacedText,
  OPS.nextLineShowText,
  OPS.nextLineSetSpacingShowText,
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
  OPS.paintSolidColorImageMask,
  OPS.beginAnnotation,
])
const TEXT = new Set<number>([OPS.showText, OPS.showSpacedText, OPS.nextLineShowText, OPS.nextLineSetSpacingShowText])
/** The way of showing text that shows none. */
const INVISIBLE = 3

/**
 * The page as it is shown, where anything visible was painted over its first picture; undefined where nothing was,
 * as on scans with or without a recognised layer.
 */
export async function paintedOver(page: PDFPageProxy): Promise<PagePicture | undefined> {
  try {
    const { fnArray, argsArray } = await page.getOperatorList()
    if (!marked(fnArray, argsArray)) return undefined
    return await shownPage(page)
  } finally {
    page.cleanup()
  }
}

/** The page as it is shown. */
export async function shownPage(page: PDFPageProxy): Promise<PagePicture> {
  const { bitmap, scale } = await render(page)
  const [a, b, c, d, e, f] = page.getViewport({ scale }).transform as [number, number, number, number, number, number]
  return { bitmap, toPixels: [a, b, c, d, e, f] }
}

function marked(operators: ArrayLike<number>, args: ArrayLike<unknown>): boolean {
  let [shows, pictures] = [true, 0]
  for (let at = 0; at < operators.length; at++) {
    const operator = operators[at] as number
    if (operator === OPS.setTextRenderingMode) shows = (args[at] as [number])[0] !== INVISIBLE
    const picture = operator === OPS.paintImageXObject
    if (pictures > 0 && MARKS.has(operator) && (shows || !TEXT.has(operator))) return true
    if (picture) pictures++
  }
  return false
}
