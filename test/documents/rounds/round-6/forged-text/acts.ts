import { PDFDocument, PDFHexString, PDFName, type PDFPage, rgb } from '@cantoo/pdf-lib'
import type { Truth } from '../../../specimen.ts'
import { contentsOf, putContents } from '../../round-3/forgeries/content.ts'
import type { Box } from '../../round-3/forgeries/job.ts'
import { wordsOf } from '../../round-3/forgeries/papers.ts'
import { locate } from '../../round-3/forgeries/spot.ts'
import { through } from '../../round-3/forgeries/through.ts'
import { together } from '../../round-4/forged-text/structure.ts'
import { days } from '../../round-5/forged-text/papers.ts'
import { layered, wordsIn } from '../../round-5/forged-text/pictures.ts'
import { type Paper, printAll, truthOf } from './papers.ts'
import { signed } from './sign.ts'

/** What honest people do, and to which paper. */
export const ACTS: readonly (readonly [string, string])[] = [
  ['linearised', 'bc-nurse'],
  ['printed-again', 'us-two-pages'],
  ['compressed', 'fr-compte'],
  ['form-filled', 'uk-reference'],
  ['sealed-by-its-issuer', 'sk-credit-union'],
  ['bates-stamped', 'us-card'],
  ['letter-in-front', 'us-electric'],
  ['cropped', 'de-elektro'],
  ['commented', 'ab-letter'],
  ['metadata-scrubbed', 'us-arborist'],
  ['read-by-a-scanner', 'ie-dairy'],
  ['paid-stamp', 'be-machines'],
]

type Edit = (pdf: PDFDocument, box: (field: string) => Box) => Promise<void> | void

async function edited(bytes: Uint8Array, paper: Paper, edit: Edit): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  for (const page of pdf.getPages()) putContents(page, pdf, `q\n${contentsOf(page, pdf)}\nQ`)
  await edit(pdf, (field) => {
    const { text, before } = wordsOf(paper, field)
    return locate(bytes, text, before).box
  })
  return pdf.save({ useObjectStreams: false })
}

const annotate = (page: PDFPage, dict: Record<string, unknown>) =>
  page.node.addAnnot(page.doc.context.register(page.doc.context.obj(dict as never)))

/** The lender's own lines below the letter, filled in as fields of a form. */
const formFilled: Edit = async (pdf, box) => {
  const page = pdf.getPage(0)
  const font = await pdf.embedFont('Helvetica')
  const [x] = box('letter_date')
  for (const [at, [label = '', text = '']] of [
    ['Verified by telephone with', 'G. Boyd, 14/10/2026'],
    ['File handler', 'L. Moss'],
  ].entries()) {
    const y = 96 - at * 22
    page.drawText(label, { x, y, size: 9, font, color: rgb(0.3, 0.3, 0.3) })
    const field = pdf.getForm().createTextField(`check.${at}`)
    field.setText(text)
    field.addToPage(page, { x: x + 130, y: y - 4, width: 200, height: 16, font, borderWidth: 0.5 })
    field.setFontSize(9)
  }
}

const bates: Edit = async (pdf) => {
  const font = await pdf.embedFont('Helvetica')
  for (const [at, page] of pdf.getPages().entries())
    page.drawText(`OKONKWO_BK26-0${4418 + at}`, { x: page.getWidth() - 130, y: 18, size: 9, font })
}

const cropped: Edit = (pdf) => {
  const page = pdf.getPage(0)
  page.setCropBox(18, 18, page.getWidth() - 36, page.getHeight() - 36)
}

/** A note and a line under a figure, as a reader leaves them. */
const commented: Edit = (pdf, box) => {
  const page = pdf.getPage(0)
  const [x, y, right, top] = box('gross_income')
  const quads = [x, top, right, top, x, y, right, y]
  const form = pdf.context.flateStream(`0.1 0.5 0.2 RG 1 w ${x} ${y + 1} m ${right} ${y + 1} l S`, {
    ...{ Type: 'XObject', Subtype: 'Form', BBox: [x, y, right, top] },
  })
  const line = { C: [0.1, 0.5, 0.2], QuadPoints: quads, AP: { N: pdf.context.register(form) } }
  annotate(page, { Type: 'Annot', Subtype: 'Underline', Rect: [x, y, right, top], F: 4, ...line })
  const words = { Contents: PDFHexString.fromText('Agrees with the stubs for September. KT'), Name: 'Comment' }
  annotate(page, { Type: 'Annot', Subtype: 'Text', Rect: [34, y, 50, y + 16], F: 28, ...words })
}

const paid: Edit = async (pdf, box) => {
  const page = pdf.getPage(0)
  const [, , right] = box('vendor_name')
  const [x, y, wide, high] = [right + 60, page.getHeight() - 130, 120, 44]
  const font = await pdf.embedFont('Helvetica-Bold')
  const ink = '0.75 0.1 0.1'
  const frame = `${ink} RG 2 w 2 2 ${wide - 4} ${high - 4} re S`
  const text = `BT ${ink} rg /F 20 Tf 34 19 Td (PAID) Tj /F 8 Tf -10 -11 Td (02 JUL 2026  by transfer) Tj ET`
  const form = pdf.context.flateStream(`${frame} ${text}`, {
    ...{ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, wide, high] },
    Resources: { Font: { F: font.ref } },
  })
  const look = { Name: 'Paid', AP: { N: pdf.context.register(form) } }
  annotate(page, { Type: 'Annot', Subtype: 'Stamp', Rect: [x, y, x + wide, y + high], F: 4, ...look })
}

const scrubbed: Edit = (pdf) => {
  delete pdf.context.trailerInfo.Info
  pdf.catalog.delete(PDFName.of('Metadata'))
}

/** The letter that goes with the paper, printed by the same person's office, in front of it. */
async function letterInFront(bytes: Uint8Array, paper: Paper): Promise<Uint8Array> {
  const source = `.\\" INCOME_LETTER groff 612x792 ${paper.made} en
.po 1i
.ll 6.3i
.fam T
.ps 11
Ridgeline Mortgage, file 26-11804
.sp 2
Dear Ms. Pruitt
.sp 1
As you asked I enclose my latest earnings statement. Please call me on 724-555-0149 if anything is missing.
.sp 1
Yours
.sp 1
Darnell Hutchins
`
  const [letter = bytes] = await printAll([{ ...paper, source, maker: 'groff', by: 'groff', after: '' }])
  return together(letter, bytes, '--empty', '--pages', 'A', '1', 'B', '1', '--', 'OUT')
}

const EDITS: Record<string, Edit> = {
  'form-filled': formFilled,
  'bates-stamped': bates,
  cropped,
  commented,
  'paid-stamp': paid,
  'metadata-scrubbed': scrubbed,
}

const SMALL = ['-q', '-sDEVICE=pdfwrite', '-dPDFSETTINGS=/ebook', '-o', 'OUT', 'IN']

const PASSES: Record<string, (bytes: Uint8Array, paper: Paper) => Uint8Array | Promise<Uint8Array>> = {
  linearised: (bytes) => through('qpdf', ['--linearize', 'IN', 'OUT'], bytes),
  'printed-again': (bytes) => through('pdftocairo', ['-pdf', 'IN', 'OUT'], bytes),
  compressed: (bytes) => through('gs', SMALL, bytes),
  'letter-in-front': letterInFront,
  'read-by-a-scanner': (bytes) => layered(bytes, wordsIn(bytes), 160),
  'sealed-by-its-issuer': (bytes, paper) => signed(bytes, "Qu'Appelle Valley Credit Union", paper.made),
}

export async function actedOn(
  act: string,
  paper: Paper,
  bytes: Uint8Array,
): Promise<{ bytes: Uint8Array; truth: Truth }> {
  const truth = truthOf(paper)
  const edit = EDITS[act]
  if (edit) return { bytes: await edited(bytes, paper, edit), truth }
  const made = await PASSES[act]?.(bytes, paper)
  if (!made) throw new Error(`nobody knows how to do ${act}`)
  return { bytes: act.startsWith('sealed') ? made : days(made, paper, 4), truth }
}
