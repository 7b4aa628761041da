import { createCanvas } from '@napi-rs/canvas'
import { OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { threadMs } from '../../text/thread-time.ts'
import type { Operators } from '../render.ts'

/** A page as it is painted, four bytes a pixel. */
export interface Painting {
  width: number
  height: number
  rgba: Uint8ClampedArray
  /** Pixels that make a point. */
  scale: number
}

/** 144 dots an inch show strokes of half a point in their own colour. */
const SCALE = 2
const MOST_PIXELS = 4_000_000

const TEXT: ReadonlySet<number> = new Set<number>([
  OPS.showText,
  OPS.showSpacedText,
  OPS.nextLineShowText,
  OPS.nextLineSetSpacingShowText,
])

/** The places of what shows text in a page's operators. What is written into a soft mask is no text of the page. */
export function textIn({ fnArray, argsArray }: Operators): Set<number> {
  const text = new Set<number>()
  const masks: boolean[] = []
  for (const [at, operator] of fnArray.entries()) {
    if (operator === OPS.beginGroup) masks.push(Boolean(argsArray[at]?.[0]?.smask))
    else if (operator === OPS.endGroup) masks.pop()
    else if (TEXT.has(operator) && !masks.includes(true)) text.add(at)
  }
  return text
}

const PICTURES = new Set<number>([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject])

/** A page with its text and without it. */
type Pair = [whole: Painting, bare: Painting]

/** The same with the page's pictures and as it were without them. */
export interface PaintedApart {
  withPictures: Pair
  without: Pair
}

/** Throws where either takes longer than `most` ms of this thread's time. */
export async function paintWords(page: PDFPageProxy, most: number): Promise<Pair> {
  return [await paint(page, most), await paint(page, most, await leaveOut(page, TEXT))]
}

/** Throws as `paintWords` does. */
export async function paintWithoutPictures(page: PDFPageProxy, most: number): Promise<Pair> {
  const both = new Set([...TEXT, ...PICTURES])
  const text = await paint(page, most, await leaveOut(page, PICTURES))
  return [text, await paint(page, most, await leaveOut(page, both))]
}

async function leaveOut(page: PDFPageProxy, what: ReadonlySet<number>): Promise<(at: number) => boolean> {
  const { fnArray } = await page.getOperatorList({ intent: 'print' })
  return (at) => !what.has(fnArray[at] as number)
}

async function paint(page: PDFPageProxy, most: number, operationsFilter?: (at: number) => boolean): Promise<Painting> {
  const size = page.getViewport({ scale: 1 })
  const scale = Math.min(SCALE, Math.sqrt(MOST_PIXELS / (size.width * size.height)))
  const viewport = page.getViewport({ scale })
  const [width, height] = [Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height))]
  const context = createCanvas(width, height).getContext('2d')
  const way = { canvas: null, canvasContext: context as never, viewport, intent: 'print', background: '#fff' }
  const task = page.render({ ...way, ...(operationsFilter && { operationsFilter }) })
  const start = threadMs()
  task.onContinue = (goOn: () => void) => (threadMs() - start > most ? task.cancel() : goOn())
  await task.promise
  return { width, height, rgba: context.getImageData(0, 0, width, height).data, scale }
}
