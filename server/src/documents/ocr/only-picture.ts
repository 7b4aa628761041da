import { ImageKind, OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { IDENTITY, times } from '../model/matrix.ts'
import type { Matrix } from '../model/page.ts'
import { type Bitmap, blank, turn } from './bitmap.ts'

/** What a page may do beside painting its one picture. */
const HARMLESS = new Set<number>([
  OPS.dependency,
  OPS.save,
  OPS.restore,
  OPS.transform,
  OPS.beginText,
  OPS.endText,
  OPS.setFont,
  OPS.setLeading,
  OPS.beginMarkedContent,
  OPS.beginMarkedContentProps,
  OPS.endMarkedContent,
  OPS.setRenderingIntent,
  OPS.setFillRGBColor,
  OPS.setStrokeRGBColor,
  OPS.setLineWidth,
])

/** The picture covers the page, and its pixels are as wide as high, but for this share. */
const EXACT = 0.004
/** A fax's pixels are up to so many times as high as wide. */
const TALLEST = 2.3

type Operators = Awaited<ReturnType<PDFPageProxy['getOperatorList']>>

/** A picture as pdf.js has decoded it. */
export interface Decoded {
  width: number
  height: number
  kind: number
  data?: Uint8Array | Uint8ClampedArray
}

/**
 * The picture of a page that is one picture and nothing else, upright as /Rotate says, with its own pixels: painting
 * it would decode it once more and blur it. Undefined where anything else is on the page.
 */
export async function onlyPicture(page: PDFPageProxy, operators: Operators): Promise<Bitmap | undefined> {
  const { fnArray, argsArray } = operators
  const paints = [...fnArray.keys()].filter((at) => !HARMLESS.has(fnArray[at] as number))
  const [at] = paints
  if (at === undefined || paints.length > 1 || fnArray[at] !== OPS.paintImageXObject) return undefined
  const [id, width, height] = argsArray[at] as [string, number, number]
  const move = matrixAt(at, operators)
  if (page.userUnit !== 1 || !covers(move, page.view)) return undefined
  const objects = id.startsWith('g_') ? page.commonObjs : page.objs
  const decoded = await new Promise<Decoded | null>((resolve) => objects.get(id, resolve))
  const grey = decoded && greyPixels(decoded)
  const bitmap = grey && squared(grey, (width / height) * (move[3] / move[0]), isTwoTone(decoded))
  return bitmap ? turn(bitmap, (((page.rotate % 360) + 360) % 360) as 0 | 90 | 180 | 270) : undefined
}

function matrixAt(end: number, { fnArray, argsArray }: Operators): Matrix {
  let matrix = IDENTITY
  const saved: Matrix[] = []
  for (let at = 0; at < end; at++) {
    if (fnArray[at] === OPS.save) saved.push(matrix)
    else if (fnArray[at] === OPS.restore) matrix = saved.pop() ?? IDENTITY
    else if (fnArray[at] === OPS.transform) matrix = times(matrix, argsArray[at] as Matrix)
  }
  return matrix
}

/** As it is where its pixels are square; of two tones, with rows taken twice or left out until they are. */
function squared(bitmap: Bitmap, tall: number, twoTones: boolean): Bitmap | undefined {
  if (Math.abs(tall - 1) <= EXACT) return bitmap
  if (!twoTones || tall < 1 / TALLEST || tall > TALLEST) return undefined
  const { width, height } = bitmap
  const out = blank(width, Math.round(height * tall))
  for (let y = 0; y < out.height; y++) {
    const from = Math.min(height - 1, Math.floor((y + 0.5) / tall)) * width
    out.data.set(bitmap.data.subarray(from, from + width), y * width)
  }
  return out
}

function covers([a, b, c, d, e, f]: Matrix, view: number[]): boolean {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = view
  const [wide, high] = [x1 - x0, y1 - y0]
  const near = (one: number, other: number, of: number) => Math.abs(one - other) <= EXACT * of
  if (b !== 0 || c !== 0 || !near(a, wide, wide) || !near(d, high, high)) return false
  return near(e, x0, wide) && near(f, y0, high)
}

/** Black and white without anything between. */
export const isTwoTone = ({ kind }: Decoded) => kind === ImageKind.GRAYSCALE_1BPP

/** Its brightness; undefined of kinds that no scan has. */
export function greyPixels({ width, height, kind, data }: Decoded): Bitmap | undefined {
  if (!data || data.length === 0) return undefined
  const bitmap = blank(width, height)
  if (kind === ImageKind.RGB_24BPP) {
    for (let i = 0, at = 0; i < bitmap.data.length; i++, at += 3) {
      bitmap.data[i] = (77 * (data[at] as number) + 151 * (data[at + 1] as number) + 28 * (data[at + 2] as number)) >> 8
    }
    return bitmap
  }
  if (kind === ImageKind.RGBA_32BPP) return isOpaque(data) ? onWhite(data, bitmap) : undefined
  if (!isTwoTone({ width, height, kind })) return undefined
  const bytes = (width + 7) >> 3
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (((data[y * bytes + (x >> 3)] as number) & (128 >> (x & 7))) === 0) bitmap.data[y * width + x] = 0
    }
  }
  return bitmap
}

/** A picture of which more lets the page through is a layer of it, such as letters in one colour. */
const MOST_CLEAR = 0.01

function isOpaque(rgba: Uint8Array | Uint8ClampedArray): boolean {
  let clear = 0
  for (let at = 3; at < rgba.length; at += 4) if ((rgba[at] as number) < 128) clear++
  return clear <= (MOST_CLEAR * rgba.length) / 4
}

function onWhite(rgba: Uint8Array | Uint8ClampedArray, bitmap: Bitmap): Bitmap {
  for (let i = 0, at = 0; i < bitmap.data.length; i++, at += 4) {
    const [r, g, b, a] = [rgba[at], rgba[at + 1], rgba[at + 2], rgba[at + 3]] as [number, number, number, number]
    bitmap.data[i] = 255 - ((255 - ((77 * r + 151 * g + 28 * b) >> 8)) * a) / 255
  }
  return bitmap
}
