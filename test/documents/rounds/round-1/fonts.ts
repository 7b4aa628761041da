import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { PDFDocument, type PDFFont, type PDFRef, type StandardFonts } from '@cantoo/pdf-lib'
import { GlobalFonts } from '@napi-rs/canvas'

export type FontName = `${StandardFonts}` | 'Arial' | 'Arial-Bold'

/** The folder of the free fonts that the reader of PDFs brings; their widths are those of Helvetica. */
const FOLDER = path.join(
  path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
  'standard_fonts',
)
export const FONT_FOLDER = `${FOLDER}${path.sep}`
const FILES = { Arial: 'LiberationSans-Regular.ttf', 'Arial-Bold': 'LiberationSans-Bold.ttf' }

for (const [name, file] of Object.entries(FILES)) GlobalFonts.registerFromPath(path.join(FOLDER, file), `Round ${name}`)

const scratch = await PDFDocument.create()
const measures = new Map<string, PDFFont>()

/** Fonts that are in no file and serve to measure and encode: Arial has the widths and the code of Helvetica. */
export function measureOf(font: FontName): PDFFont {
  const standard = font.replace('Arial', 'Helvetica') as StandardFonts
  const found = measures.get(standard) ?? scratch.embedStandardFont(standard)
  measures.set(standard, found)
  return found
}

export const widthOf = (text: string, font: FontName, size: number): number =>
  measureOf(font).widthOfTextAtSize(text, size)

/** Puts a font into a file: a standard one by its name, Arial with its program. */
export async function embed(pdf: PDFDocument, font: FontName, tag = 'BCDEEE'): Promise<PDFRef> {
  if (font !== 'Arial' && font !== 'Arial-Bold') return (await pdf.embedFont(font)).ref
  const { context } = pdf
  const program = context.register(context.flateStream(readFileSync(path.join(FOLDER, FILES[font]))))
  const name = `${tag}+${font === 'Arial' ? 'ArialMT' : 'Arial-BoldMT'}`
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: name,
      Flags: 32,
      FontBBox: [-544, -303, 1302, 980],
      ItalicAngle: 0,
      Ascent: 905,
      Descent: -212,
      CapHeight: 716,
      StemV: font === 'Arial' ? 80 : 138,
      FontFile2: program,
    }),
  )
  const codes = Array.from({ length: 224 }, (_, at) => at + 32)
  const latin = new TextDecoder('windows-1252')
  const widths = codes.map((code) => (code === 127 ? 0 : tryWidth(latin.decode(Uint8Array.of(code)), font)))
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'TrueType',
      BaseFont: name,
      Encoding: 'WinAnsiEncoding',
      FirstChar: 32,
      LastChar: 255,
      Widths: widths,
      FontDescriptor: descriptor,
    }),
  )
}

function tryWidth(text: string, font: FontName): number {
  try {
    return Math.round(widthOf(text, font, 1000))
  } catch {
    return 0
  }
}
