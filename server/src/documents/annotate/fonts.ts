import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib'
import { Face } from './face.ts'

export interface Lettering {
  regular: PDFFont
  bold: PDFFont
  /** The text as these fonts can write it: one line, without control characters. */
  writable(text: string): string
}

/** Of this thread; each holds some 0.3 MB. */
let faces: readonly [regular: Face, bold: Face] | undefined

/** Embeds the fonts of the report: names and addresses come in more letters than the standard fonts have. */
export async function embedLettering(pdf: PDFDocument): Promise<Lettering> {
  faces ??= [new Face('LiberationSans-Regular'), new Face('LiberationSans-Bold')]
  const [regular, bold] = faces
  const embed = async (face: Face) => {
    pdf.registerFontkit({ create: () => face.forDocument() })
    return await pdf.embedFont(face.bytes, { subset: true })
  }
  const known = regular.codes
  return {
    regular: await embed(regular),
    bold: await embed(bold),
    writable: (text) =>
      Array.from(text.normalize('NFC').replace(/\s+/g, ' ').trim(), (letter) =>
        known.has(letter.codePointAt(0) as number) ? letter : '?',
      ).join(''),
  }
}
