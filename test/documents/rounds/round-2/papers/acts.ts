import { degrees, PDFDocument, type PDFFont, PDFName, type PDFPage, PDFString, rgb } from '@cantoo/pdf-lib'
import type { Chance } from '../../../chance.ts'
import { through } from './programs.ts'
import { DEVICES, pdfOf, pictures, scanned } from './scan.ts'

/** Something that people do to a paper without meaning ill. */
interface Act {
  paper: string
  /** Programs that must be here. */
  needs?: string[]
  medium?: 'scan'
  /** The file after the act; `other` is a second paper that is put to it. */
  act(bytes: Uint8Array, chance: Chance, other: Uint8Array): Promise<Uint8Array> | Uint8Array
}

const command = (paper: string, line: string): Act => ({
  paper,
  needs: [line.split(' ')[0] ?? ''],
  act: (bytes, _, other) => through({ 'in.pdf': bytes, 'in2.pdf': other }, 'out.pdf', line),
})

const RED = rgb(0.75, 0.1, 0.12)
const INK = rgb(0.1, 0.15, 0.5)

type Draw = (page: PDFPage, font: PDFFont, size: { width: number; height: number }, at: number) => void

/** Something drawn over every page by a program that writes the whole file anew. */
const over = (paper: string, draw: Draw, producer = 'PDFium'): Act => ({
  paper,
  async act(bytes) {
    const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
    const font = await pdf.embedFont('Helvetica')
    for (const [at, page] of pdf.getPages().entries()) draw(page, font, page.getSize(), at)
    pdf.setProducer(producer)
    return pdf.save()
  },
})

const write = (page: PDFPage, font: PDFFont, text: string, x: number, y: number, size = 8, color = rgb(0, 0, 0)) =>
  page.drawText(text, { x, y, size, font, color })

/** The page smaller on a sheet with the head and foot of a mail program. */
async function mailPrint(bytes: Uint8Array): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont('Helvetica')
  for (const inner of await pdf.embedPdf(bytes)) {
    const page = pdf.addPage([595, 842])
    write(page, font, 'Fwd: your document - webmail', 30, 815, 11)
    write(page, font, '11/14/25, 9:12 AM', 480, 815)
    write(page, font, 'https://mail.example.net/u/0/?view=pt&search=all', 30, 18, 7)
    page.drawPage(inner, { x: 60, y: 60, width: inner.width * 0.8, height: inner.height * 0.8 })
  }
  return pdf.save()
}

/** Two form fields at the foot, filled in and saved behind the file as it was. */
async function fillForm(bytes: Uint8Array): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(bytes, { forIncrementalUpdate: true })
  const page = pdf.getPages()[0]
  for (const [at, text] of ['Read and agreed', '2025-02-24'].entries()) {
    const field = pdf.getForm().createTextField(`foot.${at}`)
    field.setText(text)
    field.addToPage(page as PDFPage, { x: 90 + at * 180, y: 40, width: 150, height: 18, borderWidth: 0 })
  }
  return pdf.save()
}

/** A highlight and a comment in the margin, as a reading program keeps them. */
async function comment(bytes: Uint8Array): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(bytes)
  const page = pdf.getPages()[0] as PDFPage
  const { context } = pdf
  const [x, y, right, top] = [60, 500, 330, 514]
  const marker = { Subtype: 'Highlight', Rect: [x, y, right, top], QuadPoints: [x, top, right, top, x, y, right, y] }
  const note = { Subtype: 'Text', Rect: [560, 500, 578, 518], Name: 'Comment' }
  for (const each of [marker, note]) {
    const annotation = context.obj({ Type: 'Annot', C: [1, 0.9, 0.2], F: 4, ...each })
    annotation.set(PDFName.of('Contents'), PDFString.of('checked, filed under 2025'))
    page.node.addAnnot(context.register(annotation))
  }
  return pdf.save()
}

type Paint = Parameters<typeof scanned>[3]

const onPaper = (paper: string, by: string, paint?: Paint): Act => ({
  paper,
  needs: ['pdftoppm'],
  medium: 'scan',
  act: (bytes, chance) => scanned(bytes, by, chance, paint),
})

/** A picture of the page with the words that a recogniser found, unseen above it. */
async function recognised(bytes: Uint8Array, chance: Chance): Promise<Uint8Array> {
  const [page] = await pictures(bytes, DEVICES.copier as NonNullable<(typeof DEVICES)['copier']>, chance)
  const png = page?.toBuffer('image/png') ?? new Uint8Array()
  return through({ 'in.png': png }, 'out.pdf', 'tesseract in.png out --dpi 300 pdf')
}

async function turned(bytes: Uint8Array, chance: Chance): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(await scanned(bytes, 'office', chance))
  for (const page of pdf.getPages()) page.setRotation(degrees(180))
  return pdf.save()
}

async function again(bytes: Uint8Array, chance: Chance): Promise<Uint8Array> {
  const device = { ...DEVICES.coarse, quality: 34 } as NonNullable<(typeof DEVICES)['coarse']>
  return pdfOf(await pictures(await scanned(bytes, 'office', chance), device, chance), device)
}

const rings: Paint = (pen, scale, width, height) => {
  pen.strokeStyle = 'rgba(130,84,30,0.35)'
  for (const [radius, line] of [
    [44, 5],
    [41, 1.5],
  ] as const) {
    pen.lineWidth = line * scale
    pen.beginPath()
    pen.arc(width * 0.44, height * 0.3, radius * scale, 0.2, 6)
    pen.stroke()
  }
}

const creases: Paint = (pen, scale, width, height) => {
  for (const [at, tone] of [
    [1 / 3, 0.3],
    [2 / 3, 0.22],
  ] as const) {
    pen.fillStyle = `rgba(60,60,60,${tone})`
    pen.fillRect(0, height * at, width, scale * 0.8)
    pen.fillStyle = 'rgba(90,90,90,0.08)'
    pen.fillRect(0, height * at, width, scale * 9)
  }
}

const holes: Paint = (pen, scale, _, height) => {
  pen.fillStyle = '#222'
  for (const at of [0.45, 0.55]) {
    pen.beginPath()
    pen.arc(14 * scale, height * at, 7 * scale, 0, 7)
    pen.fill()
  }
}

const byHand =
  (text: string, x: number, y: number): Paint =>
  (pen, scale, width, height) => {
    pen.fillStyle = '#1d2f8a'
    pen.font = `italic ${15 * scale}px "Z003", "URW Chancery L", serif`
    pen.fillText(text, width * x, height * y)
    pen.fillRect(width * x, height * (y + 0.006), text.length * 6 * scale, scale)
  }

const GS = 'gs -q -sDEVICE=pdfwrite -dNOPAUSE -dBATCH'

export const ACTS: Record<string, Act> = {
  'distilled-again': command('gb-studio', `${GS} -sOutputFile=out.pdf in.pdf`),
  'smaller-file': command('us-gusto', `${GS} -dPDFSETTINGS=/ebook -sOutputFile=out.pdf in.pdf`),
  archival: command('au-xero', `${GS} -dPDFA=2 -dPDFACompatibilityPolicy=1 -sOutputFile=out.pdf in.pdf`),
  'printed-by-cairo': command('ie-overdrawn', 'pdftocairo -pdf in.pdf out.pdf'),
  linearised: command('de-elektro', 'qpdf --linearize in.pdf out.pdf'),
  compressed: command('fr-releve', 'qpdf --object-streams=generate --recompress-flate in.pdf out.pdf'),
  cleaned: command('us-credit-union', 'mutool clean -ggz in.pdf out.pdf'),
  turned: command('nl-fietsen', 'qpdf --rotate=+90 in.pdf out.pdf'),
  merged: command('au-plumber', 'qpdf --empty --pages in.pdf in2.pdf -- out.pdf'),
  'mail-print': { paper: 'be-drukker', act: mailPrint },
  'form-filled': { paper: 'us-offer', act: fillForm },
  comments: { paper: 'za-parts', act: comment },
  paid: over('in-landscape', (page, font, { width }) =>
    page.drawText('PAID', { x: width * 0.45, y: 95, size: 40, font, color: RED, rotate: degrees(12), opacity: 0.7 }),
  ),
  received: over('de-elektro', (page, font) => {
    page.drawRectangle({ x: 60, y: 250, width: 130, height: 44, borderColor: INK, borderWidth: 2 })
    for (const [at, text] of ['RECEIVED', '19 MAY 2025'].entries()) write(page, font, text, 75, 275 - at * 16, 12, INK)
  }),
  bates: over('gb-current', (page, font, { width }, at) => write(page, font, `PNH${418 + at}`, width - 70, 14)),
  'archive-pages': over('pl-faktura', (page, font, _, at) =>
    write(page, font, `Archiwum 25/118  -  ${at + 1}`, 40, 12, 7),
  ),
  'portal-foot': over('za-simplepay', (page, font) =>
    write(page, font, 'Downloaded from the employee portal 2025-06-02 08:41 - request 5f2c', 40, 14, 7),
  ),
  envelope: over('ca-confirm', (page, font, { height }) => {
    write(page, font, 'DocuSign Envelope ID: 7C1D40E2-9A3B-4F57-8E61-2B0C55D1A9F4', 20, height - 16, 7)
    page.drawRectangle({ x: 60, y: 470, width: 150, height: 34, borderColor: INK, borderWidth: 1 })
    write(page, font, 'Signed by:', 66, 496, 6, INK)
  }),
  signed: over('gb-note', (page) => {
    const path = 'M0 20 C10 -20 20 -20 18 12 S30 30 40 4 S52 -8 56 14 S70 22 90 6 S120 10 140 2'
    page.drawSvgPath(path, { x: 80, y: 512, borderColor: INK, borderWidth: 1.3 })
  }),
  watermark: over('au-everyday', (page, font, { width, height }) =>
    page.drawText('COPY', {
      x: width * 0.25,
      y: height * 0.3,
      size: 130,
      font,
      color: rgb(0.8, 0.8, 0.8),
      rotate: degrees(45),
      opacity: 0.35,
    }),
  ),
  cropped: over('ca-ceridian', (page, _, { width, height }) => page.setCropBox(25, 20, width - 50, height - 40)),
  'text-layer': { paper: 'gb-sage', needs: ['pdftoppm', 'tesseract'], medium: 'scan', act: recognised },
  'upside-down': { paper: 'de-kontoauszug', needs: ['pdftoppm'], medium: 'scan', act: turned },
  'poor-again': { paper: 'us-landscape', needs: ['pdftoppm'], medium: 'scan', act: again },
  coffee: onPaper('ca-garage', 'office', rings),
  creased: onPaper('de-bescheinigung', 'grey', creases),
  punched: onPaper('dk-kontoudtog', 'copier', holes),
  noted: onPaper('ch-architekt', 'office', byHand('bez. 28.5. Zu', 0.12, 0.62)),
}
