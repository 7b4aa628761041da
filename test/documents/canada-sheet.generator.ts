import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'
import type { Chance } from './chance.ts'

export interface TextLook {
  size?: number
  bold?: boolean
  /** Where `x` is of the text. */
  at?: 'start' | 'middle' | 'end'
  font?: PDFFont
  grey?: number
}

/** The paper that slips are drawn on: top-down coordinates in points, text, rules, form fields. */
export interface Sheet {
  text(x: number, y: number, text: string, look?: TextLook): void
  /** A rectangle whose upper left corner is at x, y. */
  box(x: number, y: number, width: number, height: number, fill?: number): void
  line(x0: number, y0: number, x1: number, y1: number): void
  /** A text field with its value. */
  field(name: string, value: string, x: number, y: number, width: number, height: number): void
  check(name: string, on: boolean, x: number, y: number, size: number): void
  /** Width of the form's own print, and of an entry. */
  printWidth(text: string, size: number): number
  entryWidth(text: string, size: number): number
  addPage(): void
  /** The font of what is filled in, where it differs from the form's own. */
  entry: PDFFont
  save(): Promise<Uint8Array>
}

const PRINT = [
  [StandardFonts.Helvetica, StandardFonts.HelveticaBold],
  [StandardFonts.Helvetica, StandardFonts.HelveticaBold],
  [StandardFonts.TimesRoman, StandardFonts.TimesRomanBold],
] as const

const ENTRY = [
  StandardFonts.Courier,
  StandardFonts.Helvetica,
  StandardFonts.Courier,
  StandardFonts.HelveticaBold,
  StandardFonts.TimesRoman,
]

/** A fresh document with one page, Letter or A4, its fonts left to chance. */
export async function layPaper(chance: Chance): Promise<Sheet> {
  const pdf = await PDFDocument.create()
  pdf.setCreationDate(new Date(0))
  pdf.setModificationDate(new Date(0))
  const [plain, strong] = chance.pick(PRINT)
  const regular = await pdf.embedFont(plain)
  const bold = await pdf.embedFont(strong)
  const entry = await pdf.embedFont(chance.pick(ENTRY))
  const size: [number, number] = chance.happens(0.8) ? [612, 792] : [595, 842]
  return sheetOf(pdf, { regular, bold, entry }, size)
}

interface Fonts {
  regular: PDFFont
  bold: PDFFont
  entry: PDFFont
}

function sheetOf(pdf: PDFDocument, fonts: Fonts, size: [number, number]): Sheet {
  let page: PDFPage = pdf.addPage(size)
  const up = (y: number) => size[1] - y
  const black = rgb(0, 0, 0)
  return {
    entry: fonts.entry,
    text(x, y, text, { size: points = 8, bold = false, at = 'start', font, grey = 0 } = {}) {
      const face = font ?? (bold ? fonts.bold : fonts.regular)
      const width = face.widthOfTextAtSize(text, points)
      const shift = at === 'end' ? width : at === 'middle' ? width / 2 : 0
      page.drawText(text, { x: x - shift, y: up(y), size: points, font: face, color: rgb(grey, grey, grey) })
    },
    box(x, y, width, height, fill) {
      const color = fill === undefined ? {} : { color: rgb(fill, fill, fill) }
      page.drawRectangle({ x, y: up(y + height), width, height, borderWidth: 0.6, borderColor: black, ...color })
    },
    line(x0, y0, x1, y1) {
      page.drawLine({ start: { x: x0, y: up(y0) }, end: { x: x1, y: up(y1) }, thickness: 0.5 })
    },
    field(name, value, x, y, width, height) {
      const made = pdf.getForm().createTextField(name)
      if (value.includes('\n')) made.enableMultiline()
      if (value) made.setText(value)
      made.addToPage(page, { x, y: up(y + height), width, height, borderWidth: 0, font: fonts.entry })
      made.setFontSize(Math.min(9, height - 3))
    },
    check(name, on, x, y, points) {
      const made = pdf.getForm().createCheckBox(name)
      made.addToPage(page, { x, y: up(y + points), width: points, height: points, borderWidth: 0.5 })
      if (on) made.check()
    },
    printWidth: (text, points) => fonts.regular.widthOfTextAtSize(text, points),
    entryWidth: (text, points) => fonts.entry.widthOfTextAtSize(text, points),
    addPage() {
      page = pdf.addPage(size)
    },
    save: () => pdf.save({ useObjectStreams: false }),
  }
}
