import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import fontkit from '@cantoo/fontkit'
import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib'

const FOLDER = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts')

export interface Lettering {
  regular: PDFFont
  bold: PDFFont
  /** The text as these fonts can write it: one line, without control characters. */
  writable(text: string): string
}

/** Embeds the fonts of the report: names and addresses come in more letters than the standard fonts have. */
export async function embedLettering(pdf: PDFDocument): Promise<Lettering> {
  pdf.registerFontkit(fontkit)
  const embed = async (name: string) =>
    await pdf.embedFont(await readFile(join(FOLDER, `LiberationSans-${name}.ttf`)), { subset: true })
  const [regular, bold] = await Promise.all([embed('Regular'), embed('Bold')])
  const known = new Set(regular.getCharacterSet())
  return {
    regular,
    bold,
    writable: (text) =>
      Array.from(text.normalize('NFC').replace(/\s+/g, ' ').trim(), (letter) =>
        known.has(letter.codePointAt(0) as number) ? letter : '?',
      ).join(''),
  }
}
