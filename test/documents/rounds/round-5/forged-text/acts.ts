import { PDFDocument, PDFHexString, type PDFPage, rgb } from '@cantoo/pdf-lib'
import type { Truth } from '../../../specimen.ts'
import { redacted } from '../../round-2/forgeries/overlay.ts'
import { contentsOf, putContents } from '../../round-3/forgeries/content.ts'
import type { Box } from '../../round-3/forgeries/job.ts'
import { wordsOf } from '../../round-3/forgeries/papers.ts'
import { locate } from '../../round-3/forgeries/spot.ts'
import { through } from '../../round-3/forgeries/through.ts'
import { days, type Paper, truthOf } from './papers.ts'

/** What honest people do, and to which paper. */
export const ACTS: readonly (readonly [string, string])[] = [
  ['printed-to-a-file', 'uk-invoice'],
  ['made-fast-for-the-web', 'us-biweekly'],
  ['highlighted', 'us-union'],
  ['received-stamp', 'us-invoice'],
  ['envelope-and-signature', 'us-letter'],
  ['numbered-for-a-court', 'uk-business'],
  ['account-blacked-out', 'ca-chequing'],
  ['note-of-the-reader', 't4'],
  ['turned', 'p60'],
  ['printed-by-cairo', 'on-stub'],
]

type Edit = (pdf: PDFDocument, paper: Paper, bytes: Uint8Array) => Promise<void> | void

const saved = async (bytes: Uint8Array, edit: (pdf: PDFDocument) => Promise<void> | void) => {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  for (const page of pdf.getPages()) putContents(page, pdf, `q\n${contentsOf(page, pdf)}\nQ`)
  await edit(pdf)
  return pdf.save({ useObjectStreams: false })
}

const boxOf = (paper: Paper, bytes: Uint8Array, field: string): Box => {
  const { text, before } = wordsOf(paper, field)
  return locate(bytes, text, before).box
}

const annotate = (page: PDFPage, dict: Record<string, unknown>) =>
  page.node.addAnnot(page.doc.context.register(page.doc.context.obj(dict as never)))

const highlighted: Edit = (pdf, paper, bytes) => {
  for (const field of ['transactions.2.deposit', 'transactions.8.deposit']) {
    const [x, y, right, top] = boxOf(paper, bytes, field)
    const quads = [x, top, right, top, x, y, right, y]
    const form = pdf.context.flateStream(`/M gs 1 0.93 0.3 rg ${x} ${y} ${right - x} ${top - y} re f`, {
      ...{ Type: 'XObject', Subtype: 'Form', BBox: [x, y, right, top] },
      Resources: { ExtGState: { M: { BM: 'Multiply' } } },
    })
    const look = { C: [1, 0.93, 0.3], QuadPoints: quads, AP: { N: pdf.context.register(form) } }
    annotate(pdf.getPage(0), { Type: 'Annot', Subtype: 'Highlight', Rect: [x, y, right, top], F: 4, ...look })
  }
}

const received: Edit = async (pdf) => {
  const font = await pdf.embedFont('Helvetica-Bold')
  const [page, color] = [pdf.getPage(0), rgb(0.7, 0.1, 0.1)]
  const middle = page.getWidth() / 2
  page.drawRectangle({ x: middle - 60, y: 120, width: 130, height: 40, borderColor: color, borderWidth: 1.5 })
  page.drawText('RECEIVED', { x: middle - 44, y: 141, size: 15, font, color })
  page.drawText('JUL 13 2026  ACCOUNTS PAYABLE', { x: middle - 53, y: 127, size: 7, font, color })
}

const signed: Edit = async (pdf, paper, bytes) => {
  const font = await pdf.embedFont('Helvetica')
  const page = pdf.getPage(0)
  const text = 'DocuSign Envelope ID: 7C2D41E9-58A0-4B7F-9E13-0D6A84F2C5B1'
  page.drawText(text, { x: 18, y: page.getHeight() - 14, size: 7, font })
  const [, y] = boxOf(paper, bytes, 'each')
  const curve = 'M 0 10 C 8 -14 14 -10 16 6 C 18 14 22 -8 30 -2 C 36 6 40 -12 48 -4 C 60 8 70 -6 92 0'
  page.drawSvgPath(curve, { x: 300, y: y - 78, borderColor: rgb(0.05, 0.1, 0.5), borderWidth: 1.2 })
}

const numbered: Edit = async (pdf) => {
  const font = await pdf.embedFont('Courier')
  for (const [at, page] of pdf.getPages().entries())
    page.drawText(`HOLLIN-000${317 + at}`, { x: page.getWidth() - 100, y: 14, size: 9, font })
}

const noted: Edit = (pdf, paper, bytes) => {
  const [, y, , top] = boxOf(paper, bytes, 'employment_income')
  const note = {
    C: [1, 0.85, 0],
    Contents: PDFHexString.fromText('Checked against the December stub. MB'),
    Name: 'Note',
  }
  annotate(pdf.getPage(0), { Type: 'Annot', Subtype: 'Text', Rect: [8, y, 20, top], F: 4, ...note })
}

/** The number is taken out of the file and black stands where it was. */
async function blackedOut(bytes: Uint8Array, paper: Paper): Promise<Uint8Array> {
  const box = boxOf(paper, bytes, 'account_number')
  const [x, y, right, top] = box
  return saved(await redacted(bytes, [{ page: 1, box }]), (pdf) =>
    pdf.getPage(0).drawRectangle({ x, y, width: right - x, height: top - y, color: rgb(0, 0, 0) }),
  )
}

const EDITS: Record<string, Edit> = {
  highlighted,
  'received-stamp': received,
  'envelope-and-signature': signed,
  'numbered-for-a-court': numbered,
  'note-of-the-reader': noted,
}

const PASSES: Record<string, (bytes: Uint8Array, paper: Paper) => Uint8Array | Promise<Uint8Array>> = {
  'printed-to-a-file': (bytes) => through('gs', ['-q', '-sDEVICE=pdfwrite', '-o', 'OUT', 'IN'], bytes),
  'made-fast-for-the-web': (bytes) => through('qpdf', ['--linearize', '--object-streams=generate', 'IN', 'OUT'], bytes),
  'printed-by-cairo': (bytes) => through('pdftocairo', ['-pdf', 'IN', 'OUT'], bytes),
  turned: (bytes) => through('qpdf', ['--rotate=+90', 'IN', 'OUT'], bytes),
  'account-blacked-out': blackedOut,
}

export async function actedOn(
  act: string,
  paper: Paper,
  bytes: Uint8Array,
): Promise<{ bytes: Uint8Array; truth: Truth }> {
  const truth = truthOf(paper)
  if (act === 'account-blacked-out') delete truth.fields.account_number
  const edit = EDITS[act]
  if (edit) return { bytes: await saved(bytes, (pdf) => edit(pdf, paper, bytes)), truth }
  const pass = PASSES[act]
  if (!pass) throw new Error(`nobody knows how to do ${act}`)
  return { bytes: days(await pass(bytes, paper), paper, 6), truth }
}
