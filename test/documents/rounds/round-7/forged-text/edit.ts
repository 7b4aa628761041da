import { PDFArray, PDFDict, PDFDocument, type PDFPage, PDFRef, PDFStream } from '@cantoo/pdf-lib'
import { embed, type FontName, measureOf } from '../../round-1/fonts.ts'
import { rgb } from '../../round-1/printer.ts'
import { contentsOf, putContents } from '../../round-3/forgeries/content.ts'
import { type Box, grown } from '../../round-3/forgeries/job.ts'
import { add, later, resource } from '../../round-4/forged-text/job.ts'
import { fail, type Paper } from './papers.ts'
import { boxOf, type Piece, type Print } from './print.ts'

/** A value as it is printed, and what shall stand there. */
export interface Change {
  piece: Piece
  to: string
}

/** What is before a forger: a printed paper, what it shall say, and his program by its name where it leaves one. */
export interface Job {
  print: Print
  changes: Change[]
  producer: string
  /** What the list says more about the way. */
  word: string
  /** The paper with its new values. */
  other: Paper
}

export type Way = (job: Job) => Promise<Uint8Array>

/** The file opened, every change done to it, saved as the forger's program does. */
export const eachOf =
  (work: (desk: Desk) => Promise<void> | void): Way =>
  async (job) => {
    const pdf = await PDFDocument.load(job.print.bytes, { updateMetadata: false })
    for (const change of job.changes) await work({ ...job, pdf, page: pdf.getPage(change.piece.page - 1), change })
    return closed(pdf, job)
  }

export interface Desk extends Job {
  pdf: PDFDocument
  page: PDFPage
  change: Change
}

/** Nothing stays in a file to which nothing refers, as programs leave it that write files whole. */
export function sweep({ context }: PDFDocument): void {
  const seen = new Set<PDFRef>()
  const visit = (value: unknown): void => {
    if (value instanceof PDFRef) {
      if (seen.has(value)) return
      seen.add(value)
      visit(context.lookup(value))
    } else if (value instanceof PDFArray) for (const each of value.asArray()) visit(each)
    else if (value instanceof PDFDict) for (const [, each] of value.entries()) visit(each)
    else if (value instanceof PDFStream) visit(value.dict)
  }
  for (const root of Object.values(context.trailerInfo)) visit(root)
  for (const [ref] of context.enumerateIndirectObjects()) if (!seen.has(ref)) context.delete(ref)
}

export function closed(pdf: PDFDocument, { producer, print }: Pick<Job, 'producer' | 'print'>): Promise<Uint8Array> {
  if (producer) pdf.setProducer(producer)
  if (producer) pdf.setModificationDate(later(print.paper.made))
  sweep(pdf)
  return pdf.save({ useObjectStreams: false, updateFieldAppearances: false })
}

/** Other operators where a piece is shown. */
export function recut({ page, pdf, change: { piece } }: Pick<Desk, 'page' | 'pdf' | 'change'>, ops: string): void {
  const text = contentsOf(page, pdf)
  if (!text.includes(piece.ops)) fail(`${piece.text} is not shown as it was printed`)
  putContents(
    page,
    pdf,
    text.replace(piece.ops, () => ops),
  )
}

/** Operators over all that the page shows. */
export const onTop = ({ page, pdf }: Desk, ops: string): void => add(page, pdf, ops)

/** The new text in a font of the forger's, as operators in points from the bottom left. */
export async function typedOver({ page, pdf, change: { piece, to } }: Desk, name: string, scale = 1): Promise<string> {
  const face = measureOf(name as FontName)
  const font = resource(page, 'Font', await embed(pdf, name as FontName))
  const size = piece.size * scale
  const x = piece.right ? piece.x + piece.width - face.widthOfTextAtSize(to, size) : piece.x
  const matrix = `1 0 0 1 ${x.toFixed(2)} ${piece.y.toFixed(2)} Tm`
  return `BT ${rgb(piece.color)} rg /${font} ${size.toFixed(2)} Tf ${matrix} ${face.encodeText(to)} Tj ET`
}

export const plateOps = ([x, y, right, top]: Box, colour: string): string =>
  `q ${rgb(colour)} rg ${x.toFixed(2)} ${y.toFixed(2)} ${(right - x).toFixed(2)} ${(top - y).toFixed(2)} re f Q`

/** What the old text and the new one take together, measured in the nearest standard font. */
export const reachOf = ({ piece, to }: Change, larger = 1): Box =>
  grown(boxOf(piece, larger * measureOf(standardOf(piece.face)).widthOfTextAtSize(to, piece.size)), 0.4)

export const standardOf = (face: string): FontName => face.replace('Arial', 'Helvetica') as FontName
