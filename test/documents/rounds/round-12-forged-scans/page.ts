import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { type Cell, sizeOf } from '../round-11-forged/sheet.ts'
import { fontOf } from '../round-11-scans/faces.ts'
import { MASTER } from '../round-11-scans/glass.ts'
import type { Paper } from '../round-12-forged/sheets.ts'

export type Box = readonly [x: number, y: number, width: number, height: number]

const ruler = createCanvas(8, 8).getContext('2d')

export function wide(text: string, { size, bold }: Cell, { face }: Paper): number {
  ruler.font = fontOf(face, 100, bold)
  return (ruler.measureText(text).width * size) / 100
}

export const leftOf = (cell: Cell, paper: Paper) => (cell.right ? cell.x - wide(cell.text, cell, paper) : cell.x)

/** What a cell covers, in points from the upper left. */
export const boxOf = (cell: Cell, paper: Paper): Box => [
  leftOf(cell, paper),
  cell.top - 0.8 * cell.size,
  wide(cell.text, cell, paper),
  1.04 * cell.size,
]

export const unionOf = ([was, is]: readonly [Cell, Cell], paper: Paper): Box => {
  const [a, b] = [boxOf(was, paper), boxOf(is, paper)]
  const [x, right] = [Math.min(a[0], b[0]), Math.max(a[0] + a[2], b[0] + b[2])]
  return [x, a[1], right - x, a[3]]
}

/** A page of a paper as ink on white, before any device. */
export function inked(paper: Paper, page: number): Canvas {
  const scale = MASTER / 72
  const [width, height] = sizeOf(paper)
  const canvas = createCanvas(Math.round(width * scale), Math.round(height * scale))
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.scale(scale, scale)
  for (const shade of paper.shades) {
    const tone = Math.round(255 * shade.grey)
    pen.fillStyle = `rgb(${tone},${tone},${tone})`
    if (shade.page === page) pen.fillRect(...shade.box)
  }
  pen.fillStyle = '#121212'
  for (const cell of paper.cells) {
    if (cell.page !== page) continue
    pen.font = fontOf(paper.face, cell.size, cell.bold)
    pen.fillText(cell.text, leftOf(cell, paper), cell.top)
  }
  pen.resetTransform()
  return canvas
}
