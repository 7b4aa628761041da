import { readFileSync } from 'node:fs'
import path from 'node:path'
import fontkit from '@cantoo/fontkit'
import type { PDFDocument, PDFFont, PDFRef } from '@cantoo/pdf-lib'
import { embed, FONT_FOLDER, type FontName, measureOf } from '../../round-1/fonts.ts'

const PROGRAMS: Record<string, string> = {
  Arial: 'LiberationSans-Regular.ttf',
  'Arial-Bold': 'LiberationSans-Bold.ttf',
  'Arial-Italic': 'LiberationSans-Italic.ttf',
}

/** A font within a file, and how its letters are written there, in hexadecimal digits. */
export interface Face {
  ref: PDFRef
  widthOf(text: string, size: number): number
  codeOf(text: string): string
}

const bare = (code: { toString(): string }) => code.toString().replace(/[<>]/g, '')

/** A standard font by its name, or a whole TrueType program; one byte a letter. */
export async function plainFace(pdf: PDFDocument, name: string): Promise<Face> {
  const font = measureOf(name as FontName)
  return { ...measured(font), ref: await embed(pdf, name as FontName) }
}

/** Only the letters that are used, two bytes each, as programs embed what they print with. */
export async function subsetFace(pdf: PDFDocument, name: string): Promise<Face> {
  const file = PROGRAMS[name]
  if (!file) return plainFace(pdf, name)
  pdf.registerFontkit(fontkit as never)
  const font = await pdf.embedFont(readFileSync(path.join(FONT_FOLDER, file)), { subset: true })
  return { ...measured(font), ref: font.ref }
}

const measured = (font: PDFFont) => ({
  widthOf: (text: string, size: number) => font.widthOfTextAtSize(text, size),
  codeOf: (text: string) => bare(font.encodeText(text)),
})
