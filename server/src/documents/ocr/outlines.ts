import { OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

const FILLS = new Set<number>([OPS.fill, OPS.eoFill, OPS.fillStroke, OPS.eoFillStroke])

/** A path with more numbers than this and an area below that of a large letter is counted as one. */
const [SMALLEST, LARGEST] = [12, 60]

/** pdf.js' codes inside a path: move, line, curve, quadratic, close; and how many numbers follow each. */
const FOLLOWING = [2, 2, 6, 4, 0]

/**
 * How many small filled shapes with more than a rectangle's points a page paints: letters that a program turned into
 * outlines. One path may hold a whole line of them, so pieces are counted.
 */
export async function countOutlines(page: PDFPageProxy): Promise<number> {
  const { fnArray, argsArray } = await page.getOperatorList()
  let count = 0
  for (const [at, operator] of fnArray.entries()) {
    if (operator !== OPS.constructPath) continue
    const [fn, data, box] = argsArray[at] as [number, unknown[], ArrayLike<number> | undefined]
    if (FILLS.has(fn)) count += pieces(data?.[0], box)
  }
  return count
}

function pieces(data: unknown, box: ArrayLike<number> | undefined): number {
  if (!(data instanceof Float32Array) || data.length < SMALLEST) return 0
  if (box && Math.abs((box[3] ?? 0) - (box[1] ?? 0)) > LARGEST) return 0
  let [count, size] = [0, 0]
  for (let k = 0; k < data.length; k += 1 + (FOLLOWING[data[k] as number] ?? data.length)) {
    if (data[k] !== 0) size++
    else {
      if (size > 5) count++
      size = 0
    }
  }
  return size > 5 ? count + 1 : count
}
