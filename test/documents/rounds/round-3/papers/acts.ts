import { degrees, PDFDocument, type PDFPage, PDFString, rgb, StandardFonts } from '@cantoo/pdf-lib'
import { filledForm } from './draw.ts'
import { placeOf } from './place.ts'
import { through } from './programs.ts'
import { LOOKS, type Look, scanned, squeezed } from './scan.ts'
import type { Sheet } from './sheet.ts'

/** Something that offices and people do to a paper without changing what it says. */
export interface Act {
  paper: string
  program?: string
  medium?: 'scan'
  /** Fields that cannot be read any longer. */
  hides?: string[]
  do(bytes: Uint8Array, sheet: Sheet, others: Map<string, Uint8Array>): Promise<Uint8Array>
}

export const by = (program: string, paper: string, args: string): Act => ({
  paper,
  program,
  do: (bytes) => through(bytes, 'pdf', 'out.pdf', `${program} ${args}`),
})

type Mark = (page: PDFPage, number: number, bytes: Uint8Array) => void | Promise<void>

/** Marks on the pages, saved as a whole or as a revision after the file. */
export const marked = (paper: string, mark: Mark, how: 'whole' | 'revision' = 'whole', onAll = false): Act => ({
  paper,
  async do(bytes) {
    const doc = await PDFDocument.load(bytes, { forIncrementalUpdate: how === 'revision' })
    for (const [at, page] of doc.getPages().entries()) if (at === 0 || onAll) await mark(page, at + 1, bytes)
    return how === 'revision' ? doc.commit() : doc.save()
  },
})

const onGlass = (paper: string, name: string): Act => ({
  paper,
  medium: 'scan',
  do: (bytes, sheet) => scanned(bytes, LOOKS[name] as Look, `${paper}-${name}`, sheet.made),
})

const red = rgb(0.75, 0.1, 0.1)
const blue = rgb(0.12, 0.2, 0.55)

export async function stamp(page: PDFPage, lines: string[], x: number, y: number, turn: number): Promise<void> {
  const font = await page.doc.embedFont(StandardFonts.HelveticaBold)
  const rotate = degrees(turn)
  page.drawRectangle({ x, y, width: 130, height: 20 + 16 * lines.length, rotate, borderColor: red, borderWidth: 2 })
  for (const [at, text] of lines.entries()) {
    const [right, up] = [12, 14 + 16 * (lines.length - 1 - at)]
    const angle = (turn * Math.PI) / 180
    const place = {
      x: x + right * Math.cos(angle) - up * Math.sin(angle),
      y: y + right * Math.sin(angle) + up * Math.cos(angle),
    }
    page.drawText(text, { ...place, size: 13, font, color: red, rotate })
  }
}

export async function footNote(page: PDFPage, text: string, y: number): Promise<void> {
  const font = await page.doc.embedFont(StandardFonts.Courier)
  const x = page.getWidth() - 24 - font.widthOfTextAtSize(text, 8)
  page.drawText(text, { x, y, size: 8, font })
}

export function ink(page: PDFPage, x: number, y: number): void {
  const path = 'M0 0 C14 -38 22 -30 16 2 S40 -30 52 -6 S70 -22 84 -2 S120 -18 150 -12'
  page.drawSvgPath(path, { x, y, borderColor: blue, borderWidth: 1.3 })
}

/** The page made smaller under the head that a mail program prints. */
async function mailed(bytes: Uint8Array): Promise<Uint8Array> {
  const doc = await PDFDocument.create()
  const font = await doc.embedFont(StandardFonts.Helvetica)
  const [inner] = await doc.embedPdf(bytes)
  if (!inner) return bytes
  const page = doc.addPage([612, 792])
  const head = ['From: Calloway Billing', 'Subject: Your statement for professional services', 'To: Accounts Payable']
  for (const [at, text] of head.entries()) page.drawText(text, { x: 40, y: 762 - 13 * at, size: 9, font })
  page.drawLine({ start: { x: 40, y: 726 }, end: { x: 572, y: 726 }, thickness: 1 })
  page.drawPage(inner, { x: 40, y: 20, xScale: 0.86, yScale: 0.86 })
  return doc.save()
}

/** A line that is highlighted, with a note beside it; the first of the texts that the page prints. */
export const highlighted =
  (text: string, other = text): Mark =>
  async (page, _, bytes) =>
    highlight(page, await placeOf(bytes, text).catch(() => placeOf(bytes, other)))

function highlight(page: PDFPage, [left, foot, right, top]: [number, number, number, number]): void {
  const { context } = page.doc
  const common = { Type: 'Annot', F: 4, C: [1, 0.9, 0.2], T: PDFString.of('Auditor') }
  const QuadPoints = [left, top, right, top, left, foot, right, foot]
  const mark = { ...common, Subtype: 'Highlight', Rect: [left, foot, right, top], QuadPoints }
  const Contents = PDFString.of('Please send the bill for this one.')
  const note = { ...common, Subtype: 'Text', Rect: [right + 4, foot, right + 22, foot + 18], Contents, Name: 'Comment' }
  for (const each of [mark, note]) page.node.addAnnot(context.register(context.obj(each)))
}

const ACCOUNT = '417-28-6603'

export const ACTS: Record<string, Act> = {
  'printed-again': by('gs', 'at-tischler', '-q -dNOPAUSE -dBATCH -sDEVICE=pdfwrite -sOutputFile=OUT IN'),
  'printed-by-cairo': by('pdftocairo', 'za-cheque', '-pdf IN OUT'),
  linearised: by('qpdf', 'pt-fatura', '--linearize IN OUT'),
  compressed: by('qpdf', 'us-startup', '--object-streams=generate --recompress-flate --compression-level=9 IN OUT'),
  'for-the-archive': by('gs', 'sg-offer', '-q -dNOPAUSE -dBATCH -dPDFA=2 -sDEVICE=pdfwrite -sOutputFile=OUT IN'),
  turned: by('qpdf', 'in-payslip', '--rotate=+90 IN OUT'),
  'read-under-scan': { ...onGlass('us-1099-nec-web', 'ocr'), program: 'tesseract' },
  'punched-and-stained': onGlass('pt-fatura', 'punched'),
  'note-by-hand': onGlass('za-superette', 'noted'),
  'poor-jpeg': {
    paper: 'gb-monthly',
    medium: 'scan',
    do: async (bytes, { made }) => squeezed(await scanned(bytes, LOOKS.copier as Look, 'poor', made), made),
  },
  'stamp-paid': marked('gb-signs', (page) => stamp(page, ['PAID', '11 FEB 2025'], 70, 345, 12)),
  'stamp-received': marked('no-faktura', (page) => stamp(page, ['MOTTATT', '06 FEB 2025'], 60, 470, -6), 'revision'),
  bates: marked('ie-current', (page, number) => footNote(page, `NIDH-00041${number}`, 18), 'whole', true),
  'mail-head': { paper: 'us-attorney', do: (bytes) => mailed(bytes) },
  'signed-in-ink': marked('us-verify', (page) => ink(page, 84, 450)),
  envelope: marked(
    'at-bestaetigung',
    async (page) => {
      const font = await page.doc.embedFont(StandardFonts.Helvetica)
      const text = 'DocuSign Envelope ID: 7C2E41B0-93AD-4F6E-8B15-D20A66C1F7E3'
      page.drawText(text, { x: 18, y: page.getHeight() - 16, size: 7, font })
      ink(page, 90, 572)
    },
    'revision',
  ),
  'highlight-and-note': marked('in-savings', highlighted('CREDIT INTEREST', 'KSEB'), 'revision'),
  'number-blacked-out': {
    ...marked('us-w2-portal', async (page, _, bytes) => {
      const [x, y, right, top] = await placeOf(bytes, ACCOUNT)
      page.drawRectangle({ x: x - 2, y: y - 3, width: right - x + 4, height: top - y + 4, color: rgb(0, 0, 0) })
    }),
    hides: ['employee_ssn'],
  },
  cropped: marked('fi-lasku', (page) => {
    const { width, height } = page.getSize()
    page.setCropBox(14, 14, width - 28, height - 28)
  }),
  'with-another': {
    paper: 'sg-event',
    async do(bytes, _, others) {
      const doc = await PDFDocument.load(bytes)
      const other = others.get('ie-recipe')
      if (!other) return bytes
      const [page] = await doc.copyPages(await PDFDocument.load(other), [0])
      if (page) doc.addPage(page)
      return doc.save()
    },
  },
  'form-filled': { paper: 'ca-t5-broker', do: (_, sheet) => filledForm(sheet) },
  watermark: marked('us-940', async (page) => {
    const font = await page.doc.embedFont(StandardFonts.HelveticaBold)
    page.drawText('COPY', { x: 150, y: 250, size: 120, font, rotate: degrees(45), opacity: 0.12 })
  }),
}
