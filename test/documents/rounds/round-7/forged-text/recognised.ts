import { PDFDocument } from '@cantoo/pdf-lib'
import { measureOf } from '../../round-1/fonts.ts'
import type { Box } from '../../round-3/forgeries/job.ts'

/** A text that a machine read, and where on the page of the picture. */
export interface ReadText {
  text: string
  box: Box
  size: number
}

/** A page that is a picture, with what was read on it below, word by word, which nobody sees. */
export async function recognised(
  { jpeg, size }: { jpeg: Uint8Array; size: [number, number] },
  texts: readonly ReadText[],
  maker: string,
  made: Date,
): Promise<PDFDocument> {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  const page = pdf.addPage(size)
  page.drawImage(await pdf.embedJpg(jpeg), { x: 0, y: 0, width: size[0], height: size[1] })
  const font = await pdf.embedFont('Helvetica')
  const name = page.node.newFontDictionary('FO', font.ref).asString()
  const shown = texts.flatMap((each) => wordsOf(each)).map((word) => unseen(word, name))
  page.node.addContentStream(pdf.context.register(pdf.context.flateStream(['BT 3 Tr', ...shown, 'ET'].join('\n'))))
  pdf.setProducer(maker)
  pdf.setCreationDate(made)
  pdf.setModificationDate(made)
  return pdf
}

/** The words of a text, each with its share of the box. */
function wordsOf({ text, box: [x, y, right, top], size }: ReadText): ReadText[] {
  const wide = (part: string) => measureOf('Helvetica').widthOfTextAtSize(part, 1)
  const scale = (right - x) / (wide(text) || 1)
  return [...text.matchAll(/[^\s\u00a0]+/g)].map(({ 0: word, index }) => {
    const left = x + scale * wide(text.slice(0, index))
    return { text: word, box: [left, y, left + scale * wide(word), top], size }
  })
}

function unseen({ text, box: [x, y, right, top], size }: ReadText, name: string): string {
  const font = measureOf('Helvetica')
  const stretch = (100 * (right - x)) / (font.widthOfTextAtSize(text, size) || 1)
  const base = y + 0.23 * (top - y)
  const matrix = `1 0 0 1 ${x.toFixed(2)} ${base.toFixed(2)} Tm`
  return `${name} ${size} Tf ${stretch.toFixed(1)} Tz ${matrix} ${font.encodeText(text)} Tj`
}
