import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Box } from '../model/box.ts'
import type { Word } from '../model/page.ts'

interface Item {
  str: string
  transform: number[]
  width: number
  height: number
  fontName: string
}

/** The words of a page's text layer, in painting order, in shown coordinates. */
export async function readWords(page: PDFPageProxy): Promise<Word[]> {
  const content = await page.getTextContent({ includeMarkedContent: false, disableNormalization: false })
  const viewport = page.getViewport({ scale: 1 })
  const words: Word[] = []
  for (const item of content.items as Item[]) words.push(...split(item, viewport))
  for (const [order, word] of words.entries()) word.order = order
  return words
}

// The boxes of an item's words come from its width by the share of characters; the widths of the single glyphs are
// not handed out by pdf.js.
function split(item: Item, viewport: { height: number; transform: number[] }): Word[] {
  const words: Word[] = []
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = multiply(viewport.transform, item.transform)
  const size = Math.hypot(c, d)
  const scale = Math.hypot(item.transform[0] as number, item.transform[1] as number) || 1
  const long = item.width / scale
  for (const match of item.str.matchAll(/\S+/g)) {
    const from = (match.index / item.str.length) * long
    const to = ((match.index + match[0].length) / item.str.length) * long
    const corner = (along: number, up: number) =>
      [e + a * along + c * up, viewport.height - (f + b * along + d * up)] as const
    const corners = [corner(from, -0.22), corner(to, -0.22), corner(from, 0.78), corner(to, 0.78)]
    const xs = corners.map(([x]) => x)
    const ys = corners.map(([, y]) => y)
    const box: Box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
    words.push({
      text: match[0],
      box,
      size,
      font: item.fontName,
      bold: false,
      color: '#000000',
      visibility: 'shown',
      origin: 'text',
      confidence: 1,
      order: 0,
    })
  }
  return words
}

function multiply(m: number[], n: number[]): number[] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = m
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = n
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}
