import { PDFDocument, PDFName, PDFNumber, PDFRawStream, StandardFonts } from '@cantoo/pdf-lib'

export interface PdfOptions {
  pages?: number
  lines?: string[]
  /** Pads the file to exactly so many bytes. */
  bytes?: number
}

/** A small PDF of text, the same bytes for the same options. */
export async function madePdf(options: PdfOptions = {}): Promise<Uint8Array> {
  const plain = await written(options, 0)
  if (options.bytes === undefined) return plain
  // The length of the padding is written in the file too, so the second try may be off by a digit.
  let padding = options.bytes - plain.length
  for (let tries = 0; tries < 5; tries++) {
    const padded = await written(options, padding)
    if (padded.length === options.bytes) return padded
    padding += options.bytes - padded.length
  }
  throw new Error(`no file of exactly ${options.bytes} bytes`)
}

async function written({ pages = 1, lines = ['A page of text'] }: PdfOptions, padding: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (let number = 1; number <= pages; number++) {
    const page = pdf.addPage([612, 792])
    page.node.setFontDictionary(PDFName.of('F'), font.ref)
    // Not by drawText, which takes 7 ms a page of 40 lines: one test wants 1,200 pages.
    const operators = lines.map((line, index) => {
      const text = font.encodeText(line.replaceAll('#', String(number)))
      return `BT /F 11 Tf 1 0 0 1 72 ${720 - 16 * index} Tm ${text} Tj ET`
    })
    page.node.set(PDFName.of('Contents'), pdf.context.register(pdf.context.stream(operators.join('\n'))))
  }
  const dict = pdf.context.obj({}) as unknown as ConstructorParameters<typeof Map>[0] & {
    set(k: unknown, v: unknown): void
  }
  dict.set(PDFName.of('Length'), PDFNumber.of(padding))
  if (padding > 0) pdf.context.register(PDFRawStream.of(dict as never, new Uint8Array(padding).fill(0x20)))
  return await pdf.save({ useObjectStreams: false, addDefaultPage: false })
}

/** Lines of an invoice of an invented company. */
export const invoiceLines = (number: string, total: string) => [
  'INVOICE',
  'Northwind Carpentry Ltd.',
  `Invoice number: ${number}`,
  'Invoice date: 2025-03-14',
  'Bill to: Harbour Books',
  `Subtotal: ${total}`,
  'Tax: 0.00',
  `Total: ${total}`,
  'Currency: USD',
]
