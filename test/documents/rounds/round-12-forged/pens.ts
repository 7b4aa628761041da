import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import * as fontkit from '@cantoo/fontkit'
import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'
import { type Cell, type Sheet, sizeOf } from '../round-11-forged/sheet.ts'
import type { Paper } from './sheets.ts'

const BROUGHT = path.join(
  path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
  'standard_fonts',
)
const STANDARD = {
  sans: [StandardFonts.Helvetica, StandardFonts.HelveticaBold],
  serif: [StandardFonts.TimesRoman, StandardFonts.TimesRomanBold],
  mono: [StandardFonts.Courier, StandardFonts.CourierBold],
} as const

export const opened = (bytes: Uint8Array) => PDFDocument.load(bytes, { updateMetadata: false })
export const saved = (pdf: PDFDocument) => pdf.save({ useObjectStreams: false, updateFieldAppearances: false })

export const typeface = (bold: boolean) =>
  readFileSync(path.join(BROUGHT, `LiberationSans-${bold ? 'Bold' : 'Regular'}.ttf`))

/** A font that needs no file, in the face of a paper. */
export const standard = (pdf: PDFDocument, { face }: Paper, bold: boolean) =>
  pdf.embedFont(STANDARD[face][bold ? 1 : 0])

/** A subset of the sans that everybody has; other faces are the standard ones. */
export function embedded(pdf: PDFDocument, paper: Paper, bold: boolean): Promise<PDFFont> {
  if (paper.face !== 'sans') return standard(pdf, paper, bold)
  pdf.registerFontkit(fontkit)
  return pdf.embedFont(typeface(bold), { subset: true })
}

const metrics = await PDFDocument.create()
metrics.registerFontkit(fontkit)
const [regular, heavy] = [await metrics.embedFont(typeface(false)), await metrics.embedFont(typeface(true))]

export function widthOf({ text, size, bold }: Cell, face: Paper['face']): number {
  if (face === 'mono') return text.length * size * 0.6
  return (face === 'serif' ? 0.93 : 1) * (bold ? heavy : regular).widthOfTextAtSize(text, size)
}

export const leftOf = (cell: Cell, face: Paper['face']) => (cell.right ? cell.x - widthOf(cell, face) : cell.x)

/** What a cell covers, from the lower left: x, y, width, height. */
export function boxOf(cell: Cell, paper: Paper): [number, number, number, number] {
  const foot = sizeOf(paper as Sheet)[1] - cell.top
  return [leftOf(cell, paper.face), foot - 0.22 * cell.size, widthOf(cell, paper.face), cell.size]
}

export function write(page: PDFPage, cell: Cell, font: PDFFont, { up = 0, grey = 0, left = 0 } = {}): void {
  const x = (cell.right ? cell.x - font.widthOfTextAtSize(cell.text, cell.size) : cell.x) + left
  const at = { x, y: page.getHeight() - cell.top + up, size: cell.size }
  page.drawText(cell.text, { ...at, font, color: rgb(grey, grey, grey) })
}
