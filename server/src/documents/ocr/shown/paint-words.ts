import { createCanvas } from '@napi-rs/canvas'
import { OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { threadMs } from '../../text/thread-time.ts'
import type { OperatorFilter } from '../render.ts'

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

const PICTURES: ReadonlySet<number> = new Set<number>([
  OPS.paintImageXObject,
  OPS.paintImageXObjectRepeat,
  OPS.paintInlineImageXObject,
  OPS.paintInlineImageXObjectGroup,
  OPS.paintImageMaskXObject,
  OPS.paintImageMaskXObjectGroup,
  OPS.paintImageMaskXObjectRepeat,
])
const BOTH: ReadonlySet<number> = new Set([...TEXT, ...PICTURES])

const leaveOut =
  (what: ReadonlySet<number>): OperatorFilter =>
  (at, { fnArray }) =>
    !what.has(fnArray[at] as number)

/** Leaves out what shows text, for one painting. What is written into a soft mask is no text of the page. */
export function withoutText(): OperatorFilter {
  const masks: boolean[] = []
  return (at, { fnArray, argsArray }) => {
    const operator = fnArray[at] as number
    if (operator === OPS.beginGroup) masks.push(Boolean(argsArray[at]?.[0]?.smask))
    if (operator === OPS.endGroup) masks.pop()
    return !TEXT.has(operator) || masks.includes(true)
  }
}

/** A page with its text and without it. */
type Pair = [whole: Painting, bare: Painting]

/** The same with the page's pictures and as it were without them. */
export interface PaintedApart {
  withPictures: Pair
  without: Pair
}

/** Throws where either takes longer than `most` ms of this thread's time. */
export async function paintWords(page: PDFPageProxy, most: number): Promise<Pair> {
  return [await paint(page, most), await paint(page, most, leaveOut(TEXT))]
}

/** Throws as `paintWords` does. */
export async function paintWithoutPictures(page: PDFPageProxy, most: number): Promise<Pair> {
  return [await paint(page, most, leaveOut(PICTURES)), await paint(page, most, leaveOut(BOTH))]
}

async function paint(page: PDFPageProxy, most: number, filter?: OperatorFilter): Promise<Painting> {
  const size = page.getViewport({ scale: 1 })
  const scale = Math.min(SCALE, Math.sqrt(MOST_PIXELS / (size.width * size.height)))
  const viewport = page.getViewport({ scale })
  const [width, height] = [Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height))]
  const context = createCanvas(width, height).getContext('2d')
  const way = { canvas: null, canvasContext: context as never, viewport, intent: 'print', background: '#fff' }
  const task = page.render({ ...way, ...(filter && { operationsFilter: filter }) })
  const start = threadMs()
  task.onContinue = (goOn: () => void) => (threadMs() - start > most ? task.cancel() : goOn())
  await task.promise
  return { width, height, rgba: context.getImageData(0, 0, width, height).data, scale }
}
