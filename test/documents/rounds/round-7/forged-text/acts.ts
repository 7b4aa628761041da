import { degrees, PDFDocument, PDFName, type PDFPage, rgb } from '@cantoo/pdf-lib'
import type { Truth } from '../../../specimen.ts'
import { painted } from '../../round-1/scan.ts'
import { contentsOf, putContents } from '../../round-3/forgeries/content.ts'
import { type Box, grown } from '../../round-3/forgeries/job.ts'
import { later } from '../../round-4/forged-text/job.ts'
import { sweep } from './edit.ts'
import { fail, truthOf } from './papers.ts'
import { boxOf, type Print, pieceOf } from './print.ts'
import { recognised } from './recognised.ts'

/** What honest people do, and to which paper. */
export const ACTS: readonly (readonly [act: string, paper: string])[] = [
  ['printed-to-pdf', 'uk-current'],
  ['saved-small', 'ca-credit-union'],
  ['described-by-an-archive', 'us-letter'],
  ['recognised', 't4-mill'],
  ['stamped-received', 'de-rechnung'],
  ['bates-numbered', 'us-checking'],
  ['signed-in-an-envelope', 'uk-letter'],
  ['highlighted', 'us-paystub'],
  ['account-redacted', 'de-giro'],
  ['turned', 'w2-clinic'],
  ['cropped', 'fr-facture'],
  ['merged', 'uk-payslip'],
  ['form-filled', 'nec-studio'],
  ['initialled', 'diner-receipt'],
]

interface Desk {
  pdf: PDFDocument
  page: PDFPage
  print: Print
}

type Act = (desk: Desk) => Promise<void> | void

const annotate = ({ page, pdf }: Desk, dict: Record<string, unknown>) =>
  page.node.addAnnot(pdf.context.register(pdf.context.obj({ Type: 'Annot', F: 4, ...dict } as never)))

const lookOf = ({ pdf }: Desk, box: Box, ops: string, Font?: unknown) => {
  const form = { Type: 'XObject', Subtype: 'Form', BBox: [...box], ...(Font ? { Resources: { Font } } : {}) }
  return { N: pdf.context.register(pdf.context.flateStream(ops, form as never)) }
}

const stamped: Act = async (desk) => {
  const font = await desk.pdf.embedFont('Helvetica-Bold')
  const [x, y] = [330, 772]
  const frame = '0.1 0.2 0.6 RG 1.6 w 1 1 128 38 re S'
  const text = 'BT 0.1 0.2 0.6 rg /F 13 Tf 18 22 Td (EINGEGANGEN) Tj /F 9 Tf 18 -14 Td (15. Juni 2026) Tj ET'
  const AP = lookOf(desk, [0, 0, 130, 40], `${frame} ${text}`, { F: font.ref })
  annotate(desk, { Subtype: 'Stamp', Rect: [x, y, x + 130, y + 40], Name: 'Received', AP })
}

const bates: Act = async ({ pdf }) => {
  const font = await pdf.embedFont('Helvetica')
  for (const [at, page] of pdf.getPages().entries())
    page.drawText(`CASTELLANO-LN-00${3117 + at}`, { x: page.getWidth() - 140, y: 16, size: 8, font })
}

/** The number of the envelope on top, and two names in a hand below. */
const enveloped: Act = async ({ pdf, page }) => {
  const [font, hand] = [await pdf.embedFont('Helvetica'), await pdf.embedFont('Times-Italic')]
  const number = 'DocuSign Envelope ID: 5C0E11B7-2F6D-4A7C-9A3E-61D0B8F2C944'
  page.drawText(number, { x: 18, y: page.getHeight() - 16, size: 7, font })
  page.drawText('Harriet Finch', { x: 64, y: 586, size: 17, font: hand, color: rgb(0.1, 0.1, 0.35) })
  page.drawText('DocuSigned by', { x: 64, y: 602, size: 5, font })
}

const highlighted: Act = (desk) => {
  for (const field of ['gross_pay', 'net_pay']) {
    const [x, y, right, top] = grown(boxOf(pieceOf(desk.print, field)), 1)
    const QuadPoints = [x, top, right, top, x, y, right, y]
    const AP = lookOf(desk, [x, y, right, top], `/G gs 1 0.95 0.3 rg ${x} ${y} ${right - x} ${top - y} re f`)
    const form = desk.pdf.context.lookup(AP.N) as unknown as { dict: { set(name: PDFName, value: unknown): void } }
    form.dict.set(PDFName.of('Resources'), desk.pdf.context.obj({ ExtGState: { G: { BM: 'Multiply' } } }))
    annotate(desk, { Subtype: 'Highlight', Rect: [x, y, right, top], C: [1, 0.95, 0.3], QuadPoints, AP })
  }
}

/** The holder's account number, which the lender does not need, taken out and blackened. */
const redacted: Act = ({ pdf, page, print }) => {
  const piece = pieceOf(print, 'account_number')
  const text = contentsOf(page, pdf).replace(piece.ops, '')
  const [x, y, right, top] = boxOf(piece)
  putContents(page, pdf, `q\n${text}\nQ\nq 0 g ${x} ${y} ${right - x} ${top - y} re f Q`)
}

const turned: Act = ({ page }) => page.setRotation(degrees(90))

const cropped: Act = ({ page }) => page.setCropBox(20, 20, page.getWidth() - 40, page.getHeight() - 34)

/** The lender's own lines below the paper. */
const filled: Act = async ({ pdf, page }) => {
  const font = await pdf.embedFont('Helvetica')
  for (const [at, [label = '', text = '']] of [
    ['Received by', 'K. Amundsen'],
    ['Loan file', '2026-00917'],
  ].entries()) {
    page.drawText(label, { x: 42 + 260 * at, y: 40, size: 8, font })
    const field = pdf.getForm().createTextField(`lender.${at}`)
    field.setText(text)
    field.addToPage(page, { x: 100 + 260 * at, y: 34, width: 150, height: 16, font, borderWidth: 0.5 })
    field.setFontSize(9)
  }
}

/** Two letters in blue ink, drawn with a stylus in the margin. */
const initialled: Act = (desk) => {
  const stroke = 'q 0.1 0.2 0.7 RG 1.1 w 4 4 m 8 22 14 22 16 6 c 9 12 m 15 12 l S 20 5 m 22 24 30 20 24 13 c 33 3 l S Q'
  annotate(desk, {
    Subtype: 'Ink',
    Rect: [160, 270, 200, 298],
    AP: lookOf(desk, [0, 0, 40, 28], stroke),
    InkList: [[160, 270, 200, 298]],
  })
}

const EDITS: Record<string, Act> = {
  'stamped-received': stamped,
  'bates-numbered': bates,
  'signed-in-an-envelope': enveloped,
  highlighted,
  'account-redacted': redacted,
  turned,
  cropped,
  'form-filled': filled,
  initialled,
}

const load = (bytes: Uint8Array) => PDFDocument.load(bytes, { updateMetadata: false })
const save = (pdf: PDFDocument, small = false) => pdf.save({ useObjectStreams: small, updateFieldAppearances: false })

/** Every page drawn as one thing into a new file, as printers of the system do. */
async function printedToPdf({ bytes, paper }: Print): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  for (const page of await pdf.embedPdf(bytes, [0])) pdf.addPage(paper.size).drawPage(page)
  pdf.setProducer('Microsoft: Print To PDF')
  pdf.setCreationDate(later(paper.made))
  pdf.setModificationDate(later(paper.made))
  return save(pdf)
}

async function savedSmall({ bytes, paper }: Print): Promise<Uint8Array> {
  const pdf = await load(bytes)
  pdf.setProducer('iLovePDF')
  pdf.setModificationDate(later(paper.made))
  return save(pdf, true)
}

/** A revision that only says what the file is about. */
async function described({ bytes, paper }: Print): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false, forIncrementalUpdate: true })
  pdf.setTitle('Employment verification')
  pdf.setKeywords(['loan 2026-1187', 'income'])
  pdf.setModificationDate(later(paper.made))
  return save(pdf)
}

async function merged({ bytes, paper }: Print): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  const font = await pdf.embedFont('Helvetica')
  const cover = pdf.addPage([595, 842])
  const lines = ['Dear Sir or Madam', '', 'Please find my payslip for October attached.', '', 'Priya Rangan']
  for (const [at, line] of lines.entries()) cover.drawText(line, { x: 70, y: 760 - 18 * at, size: 11, font })
  for (const page of await pdf.copyPages(await load(bytes), [0])) pdf.addPage(page)
  pdf.setProducer('PDFsam Basic v5.3.1')
  pdf.setCreationDate(later(paper.made))
  return save(pdf)
}

/** Painted, kept as a picture, and what is read on it laid below. */
async function read(print: Print): Promise<Uint8Array> {
  const { canvas, size } = await painted(print.bytes, 170)
  const words = print.pieces.map((piece) => ({ text: piece.text, box: boxOf(piece), size: piece.size }))
  const picture = { jpeg: await canvas.encode('jpeg', 82), size }
  return save(await recognised(picture, words, 'ABBYY FineReader PDF 16', later(print.paper.made)))
}

const PASSES: Record<string, (print: Print) => Promise<Uint8Array>> = {
  'printed-to-pdf': printedToPdf,
  'saved-small': savedSmall,
  'described-by-an-archive': described,
  merged,
  recognised: read,
}

/** The file after an act, and what it says then. */
export async function actedOn(
  [act, name]: (typeof ACTS)[number],
  print: Print,
): Promise<{ bytes: Uint8Array; truth: Truth }> {
  const truth = truthOf(print.paper)
  if (act === 'account-redacted') delete truth.fields.account_number
  const pass = PASSES[act]
  if (pass) return { bytes: await pass(print), truth }
  const pdf = await load(print.bytes)
  for (const page of pdf.getPages()) putContents(page, pdf, `q\n${contentsOf(page, pdf)}\nQ`)
  const desk = { pdf, page: pdf.getPage(0), print }
  await (EDITS[act] ?? fail(`nobody knows how to do ${act} to ${name}`))(desk)
  sweep(pdf)
  return { bytes: await save(pdf), truth }
}
