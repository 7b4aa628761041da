import { createCanvas } from '@napi-rs/canvas'
import { OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { threadMs } from '../text/thread-time.ts'
import { type Bitmap, blank, enlarge, greyOf } from './bitmap.ts'
import { onlyPicture } from './only-picture.ts'

/** A page's picture and how many of its pixels make a point. */
export interface Rendering {
  bitmap: Bitmap
  scale: number
}

/** Dots an inch for a page that is drawn and has no resolution of its own. */
const DRAWN = 250

/** A scan is read at its own resolution within these bounds. */
const [COARSEST, FINEST] = [200, 300]

/** 48 MB as the canvas holds it. */
const MOST_PIXELS = 12_000_000

/** A picture that covers this share of the page is the page. */
const WHOLE_PAGE = 0.7

type Operators = Awaited<ReturnType<PDFPageProxy['getOperatorList']>>

/** Whether an operator is painted, of the list that is: pdf.js joins some of those that it tells of. */
export type OperatorFilter = (at: number, list: Operators) => boolean

/** Of this thread's processor time; pages of drawings and of pictures at their limit take 1 to 3 s. */
const MOST_MS = 12_000

/**
 * The picture of a page that is that and nothing else, as it lies in the file; undefined where the page must be
 * painted. What is painted onto it are annotations, of which there may be none.
 */
export async function ownPicture(page: PDFPageProxy): Promise<Rendering | undefined> {
  if ((await page.getAnnotations({ intent: 'any' })).length > 0) return undefined
  return await pictureIn(page, await page.getOperatorList())
}

async function pictureIn(page: PDFPageProxy, operators: Operators): Promise<Rendering | undefined> {
  const own = pictureResolution(page, operators)
  if (own === undefined || own > FINEST + 1) return undefined
  const picture = await onlyPicture(page, operators)
  if (!picture || picture.width * picture.height > MOST_PIXELS) return undefined
  return asFine(picture, page.getViewport({ scale: 1 }).width)
}

/** What of a page is painted, and how. */
export interface Wanted {
  /** Of this thread's processor time, in ms. */
  most?: number
  filter?: OperatorFilter
  /** Dots an inch; without it as fine as print is recognised. */
  dpi?: number
  /** From where to where on the displayed page, in points above its foot; the rest stays white. */
  rows?: readonly [number, number] | undefined
}

/**
 * Paints a page as it is displayed, with annotations that do not print, upright as its /Rotate says, in grey. Throws
 * where that takes too long.
 */
export async function render(page: PDFPageProxy, wanted: Wanted = {}): Promise<Rendering> {
  const { most = MOST_MS, filter } = wanted
  const operators = await page.getOperatorList()
  const picture = await pictureIn(page, operators)
  if (picture) return picture
  const { scale, across, down, top, foot } = canvasFor(page, operators, wanted)
  const canvas = createCanvas(across, foot - top)
  const context = canvas.getContext('2d')
  const viewport = page.getViewport({ scale, offsetY: -top })
  const way = { canvas: null, canvasContext: context as never, viewport, background: '#fff' }
  const task = page.render({ ...way, ...(filter && { operationsFilter: filter }) })
  const start = threadMs()
  task.onContinue = (goOn: () => void) => (threadMs() - start > most ? task.cancel() : goOn())
  await task.promise
  const part = greyOf(context.getImageData(0, 0, across, foot - top).data, across, foot - top)
  if (part.height === down) return { bitmap: part, scale }
  const bitmap = blank(across, down)
  bitmap.data.set(part.data, top * across)
  return { bitmap, scale }
}

/** The page in pixels, and the first and last row of them that is painted. */
function canvasFor(page: PDFPageProxy, operators: Operators, { dpi, rows }: Wanted) {
  const { width, height } = page.getViewport({ scale: 1 })
  const own = pictureResolution(page, operators)
  const fine = own === undefined ? DRAWN : Math.min(Math.max(own, COARSEST), FINEST)
  const scale = Math.min((dpi ?? fine) / 72, Math.sqrt(MOST_PIXELS / (width * height)))
  const [across, down] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
  const [low, high] = rows ?? [0, height]
  const top = Math.min(down - 1, Math.max(0, Math.floor(down - high * scale)))
  const foot = rows ? Math.min(down, Math.max(top + 1, Math.ceil(down - low * scale))) : down
  return { scale, across, down, top: rows ? top : 0, foot }
}

function asFine(picture: Bitmap, width: number): Rendering {
  const factor = Math.max(1, (COARSEST * width) / (72 * picture.width))
  const bitmap = factor > 1.01 ? enlarge(picture, factor) : picture
  return { bitmap, scale: bitmap.width / width }
}

// Of a page that is one picture: how many of its pixels make an inch of the page.
function pictureResolution(page: PDFPageProxy, { fnArray, argsArray }: Operators): number | undefined {
  const { width, height } = page.getViewport({ scale: 1 })
  let [a, b, c, d] = [1, 0, 0, 1]
  const saved: [number, number, number, number][] = []
  let found: number | undefined
  for (const [at, operator] of fnArray.entries()) {
    const args = argsArray[at]
    if (operator === OPS.save) saved.push([a, b, c, d])
    else if (operator === OPS.restore) [a, b, c, d] = saved.pop() ?? [1, 0, 0, 1]
    else if (operator === OPS.transform) {
      const [g, h, i, j] = args as [number, number, number, number]
      ;[a, b, c, d] = [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j]
    } else if (operator === OPS.paintImageXObject) {
      const [across, up] = [Math.hypot(a, b), Math.hypot(c, d)]
      if (across * up < WHOLE_PAGE * width * height) continue
      found = Math.max(found ?? 0, Math.sqrt((args[1] * args[2]) / (across * up)) * 72)
    }
  }
  return found
}
