import { type PDFDict, PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'
import { embed, type FontName, measureOf } from './fonts.ts'
import type { Item, Laid, Stroke } from './sheet.ts'

export interface PrintOptions {
  producer?: string
  /** When it was changed, where the file says so. */
  changed?: string
  /** When it was made, where that is not what the sheet says. */
  made?: string
}

const day = (iso: string) => new Date(`${iso}T09:${iso.slice(8)}:14Z`)

/** Prints what is laid out: one stream of contents to a page, its text in the order of the items. */
export async function printed(laid: Laid, { producer, changed, made }: PrintOptions = {}): Promise<Uint8Array> {
  const { sheet } = laid
  const pdf = await PDFDocument.create({ updateMetadata: false })
  pdf.setProducer(producer ?? sheet.producer)
  if (sheet.creator) pdf.setCreator(sheet.creator)
  pdf.setCreationDate(day(made ?? sheet.made))
  pdf.setModificationDate(day(changed ?? made ?? sheet.made))
  const names = new Map<FontName, string>()
  const fonts = pdf.context.obj({}) as PDFDict
  for (const { font } of laid.items) {
    if (names.has(font)) continue
    names.set(font, `F${names.size + 1}`)
    fonts.set(PDFName.of(`F${names.size}`), await embed(pdf, font))
  }
  for (let number = 1; number <= laid.pages; number++) {
    const page = pdf.addPage(laid.size)
    page.node.set(PDFName.of('Resources'), pdf.context.obj({ Font: fonts }))
    const strokes = laid.strokes.filter((stroke) => stroke.page === number).map(strokeOps)
    const items = laid.items.filter((item) => item.page === number).map((item) => textOps(item, names))
    const stream = pdf.context.flateStream([...strokes, ...items].join('\n'))
    page.node.set(PDFName.of('Contents'), pdf.context.register(stream))
  }
  pdf.context.trailerInfo.ID = pdf.context.obj([PDFString.of(sheet.name), PDFString.of(sheet.name)])
  return pdf.save({ useObjectStreams: false, updateFieldAppearances: false })
}

export const rgb = (color: string): string =>
  [1, 3, 5].map((at) => (Number.parseInt(color.slice(at, at + 2), 16) / 255).toFixed(3)).join(' ')

export function textOps({ text, x, y, size, font, color }: Item, names: ReadonlyMap<string, string>): string {
  const code = measureOf(font).encodeText(text)
  return `BT ${rgb(color)} rg /${names.get(font)} ${size} Tf 1 0 0 1 ${x.toFixed(2)} ${y.toFixed(2)} Tm ${code} Tj ET`
}

function strokeOps({ box: [x, y, right, top], fill }: Stroke): string {
  if (fill) return `q ${rgb(fill)} rg ${x} ${y} ${right - x} ${top - y} re f Q`
  if (y === top) return `q 0.6 w ${x} ${y.toFixed(2)} m ${right} ${y.toFixed(2)} l S Q`
  return `q 0.6 w ${x} ${y} ${right - x} ${top - y} re S Q`
}
