import { degrees, PDFName, PDFString, rgb, StandardFonts } from '@cantoo/pdf-lib'
import type { Truth } from '../../specimen.ts'
import { sign } from '../../tamper-twins.ts'
import { factur } from '../round-11-forged/invoice-xml.ts'
import type { Change } from '../round-11-forged/sheet.ts'
import { exiftool, ghostscript, mutool, qpdf, through } from '../round-11-forged/tools.ts'
import { formOf, NOTES } from './hands-notes.ts'
import { WITHIN } from './hands-within.ts'
import { boxOf, opened, saved } from './pens.ts'
import { cairo, printed } from './printers.ts'
import { type Paper, paperOf } from './sheets.ts'
import { layeredScan, together } from './whole.ts'
import { jobOf } from './wishes.ts'

export interface Act {
  act: string
  paper: Paper
  truth: Truth
  make: () => Promise<Uint8Array>
}

type Work = (bytes: Uint8Array, paper: Paper) => Promise<Uint8Array> | Uint8Array

const act = (name: string, of: string, work: Work, lost: readonly string[] = []): Act => {
  const paper = paperOf(of)
  const fields = Object.fromEntries(Object.entries(paper.truth.fields).filter(([field]) => !lost.includes(field)))
  return { act: name, paper, truth: { ...paper.truth, fields }, make: async () => work(await printed(paper), paper) }
}

type Pdf = Awaited<ReturnType<typeof opened>>
const lib =
  (work: (pdf: Pdf, paper: Paper) => Promise<void> | void): Work =>
  async (bytes, paper) => {
    const pdf = await opened(bytes)
    await work(pdf, paper)
    return saved(pdf)
  }

const boxAt = (paper: Paper, text: string) => {
  const cell = paper.cells.find((each) => each.text.includes(text))
  if (!cell) throw new Error(`${paper.name} prints no ${text}`)
  return boxOf(cell, paper)
}

const line = (text: string, x: number, y: number, size = 8, grey = 0): Work =>
  lib(async (pdf) => {
    const font = await pdf.embedFont(StandardFonts.Helvetica)
    for (const page of pdf.getPages()) page.drawText(text, { x, y, size, font, color: rgb(grey, grey, grey) })
  })

/** A banner above the page, which grows for it. */
const banner = lib(async (pdf) => {
  const font = await pdf.embedFont(StandardFonts.HelveticaBold)
  const page = pdf.getPage(0)
  const { width, height } = page.getSize()
  page.setMediaBox(0, 0, width, height + 26)
  page.drawRectangle({ x: 0, y: height, width, height: 26, color: rgb(1, 0.93, 0.6) })
  const warning = '[EXTERNAL] This message came from outside the organisation. Scanned by the mail gateway.'
  page.drawText(warning, {
    x: 12,
    y: height + 9,
    size: 8,
    font,
  })
})

const highlighted = (text: string): Work =>
  lib((pdf, paper) => {
    const [x, y, width, height] = boxAt(paper, text)
    const quad = [x, y + height, x + width, y + height, x, y, x + width, y]
    const note = {
      Type: 'Annot',
      Subtype: 'Highlight',
      Rect: [x, y, x + width, y + height],
      C: [1, 1, 0],
      QuadPoints: quad,
      F: 4,
    }
    pdf.getPage(0).node.addAnnot(pdf.context.register(pdf.context.obj(note)))
  })

const marked = (text: string): Work =>
  lib((pdf, paper) => {
    const [x, y, width, height] = boxAt(paper, text)
    pdf.getPage(0).drawRectangle({ x, y, width, height, color: rgb(1, 1, 0), opacity: 0.4 })
  })

const stamp = (text: string, x: number, y: number, turn: number): Work =>
  lib(async (pdf) => {
    const font = await pdf.embedFont(StandardFonts.HelveticaBold)
    const red = rgb(0.75, 0.1, 0.1)
    const page = pdf.getPage(0)
    page.drawText(text, { x, y, size: 18, font, color: red, rotate: degrees(turn), opacity: 0.8 })
    page.drawRectangle({
      x: x - 6,
      y: y - 8,
      width: 190,
      height: 30,
      borderColor: red,
      borderWidth: 2,
      rotate: degrees(turn),
    })
  })

const signature = (x: number, y: number): Work =>
  lib((pdf) => {
    const path = 'M 0 0 C 10 -22 18 -24 14 0 C 12 12 26 -18 32 -4 C 36 6 44 -20 50 -2 C 56 8 70 -10 96 -6'
    pdf.getPage(0).drawSvgPath(path, { x, y, borderColor: rgb(0.1, 0.1, 0.5), borderWidth: 1.2 })
  })

/** The owner's black bar over what is nobody's business, with the text gone. */
const redacted =
  (text: string): Work =>
  async (bytes, paper) => {
    const job = jobOf(paper, [[text, '']] as Change[])
    const pdf = await opened(bytes)
    for (const [was] of job.cells) {
      const [x, y, width, height] = boxOf(was, paper)
      pdf.getPage(was.page - 1).drawRectangle({ x, y, width, height, color: rgb(0, 0, 0) })
    }
    return saved(pdf)
  }

const attached = lib(async (pdf, paper) => {
  const xml = factur(paper.truth, String(paper.truth.fields.iban))
  await pdf.attach(Buffer.from(xml), 'factur-x.xml', { mimeType: 'text/xml', description: 'Factur-X' })
})

/** An outline of the pages, and their numbers. */
const numbered = lib(async (pdf) => {
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  const root = pdf.context.nextRef()
  const item = pdf.context.register(
    pdf.context.obj({ Title: PDFString.of('Statement'), Parent: root, Dest: [pdf.getPage(0).ref, 'Fit'] }),
  )
  pdf.context.assign(root, pdf.context.obj({ Type: 'Outlines', First: item, Last: item, Count: 1 }))
  pdf.catalog.set(PDFName.of('Outlines'), root)
  for (const [at, page] of pdf.getPages().entries())
    page.drawText(`${at + 1} / ${pdf.getPageCount()}`, { x: page.getWidth() / 2 - 8, y: 18, size: 8, font })
})

/** A page laid smaller on a sheet of another size. */
const fitted =
  (width: number, height: number, scale: number): Work =>
  async (bytes) => {
    const { PDFDocument } = await import('@cantoo/pdf-lib')
    const pdf = await PDFDocument.create()
    for (const page of await pdf.embedPdf(bytes)) {
      const [x, y] = [(width - page.width * scale) / 2, (height - page.height * scale) / 2]
      pdf.addPage([width, height]).drawPage(page, { x, y, xScale: scale, yScale: scale })
    }
    return saved(pdf)
  }

const recognised: Work = (bytes) => {
  const png = through('pdftoppm', ['-r', '200', '-gray', '-png', '-singlefile', 'in.pdf', 'out'], {}, 'out.png')(bytes)
  return through('tesseract', ['in.pdf', 'out', '--dpi', '200', 'pdf'])(png)
}

const form =
  (after: (bytes: Uint8Array, paper: Paper) => Promise<Uint8Array> | Uint8Array): Work =>
  (_, paper) =>
    formOf(paper, printed).then((bytes) => after(bytes, paper))

const flat: Work = (bytes, paper) => NOTES.flattened?.(bytes, jobOf(paper, [])) ?? bytes
const pictured: Work = (bytes, paper) => WITHIN.pictures?.(bytes, jobOf(paper, [])) ?? bytes
const secret = 'guard'

export const ACTS: readonly Act[] = [
  act('saved-again', 'uk-current', qpdf('--linearize', '--object-streams=generate')),
  act('cleaned', 'be-facture', through('mutool', ['clean', '-gggz', 'in.pdf', 'out.pdf'])),
  act('distilled', 'at-konto', (bytes) => ghostscript('-dPDFSETTINGS=/screen')(bytes)),
  act('archived', 'es-factura', (bytes) => ghostscript('-dPDFA=2', '-sColorConversionStrategy=RGB')(bytes)),
  act('printed-again', 'us-stub', (bytes) => cairo(bytes)),
  act('printed-as-curves', 'ie-payslip', (bytes) => ghostscript('-dNoOutputFonts')(bytes)),
  act('printed-as-picture', 'pl-wyciag', pictured),
  act('merged', 'us-1099', async (bytes) => together([bytes], [await printed(paperOf('uk-letter'))])),
  act('split', 'us-card', (bytes) => qpdf('--pages', 'in.pdf', '1', '--')(bytes)),
  act('rotated', 'de-lohn', (bytes) => qpdf('--rotate=+90')(bytes)),
  act('recognised', 'us-w2', recognised),
  act('layered-by-a-scanner', 'ca-noa', (_, paper) => layeredScan(paper, paper)),
  act(
    'form-filled',
    'us-w2',
    form((bytes) => bytes),
  ),
  act('form-flattened', 'us-w2', form(flat)),
  act('form-filled-signed', 'ca-t4', form(signature(420, 300))),
  act('redacted', 'uk-current', redacted('61882045'), ['account_number']),
  act('redacted', 'us-1099', redacted('93-2746018'), ['payer_tin']),
  act('highlighted', 'us-stub', highlighted('$1,655.41')),
  act('marked', 'at-konto', marked('2.418,55')),
  act(
    'commented',
    'us-invoice',
    lib((pdf) => {
      const note = pdf.context.obj({ Type: 'Annot', Subtype: 'Text', Rect: [560, 500, 580, 520], Name: 'Comment' })
      note.set(PDFName.of('Contents'), PDFString.of('checked against PO, paid 9/21'))
      pdf.getPage(0).node.addAnnot(pdf.context.register(note))
    }),
  ),
  act('stamped-received', 'be-facture', stamp('REÇU 17 SEP 2026', 300, 330, 8)),
  act('stamped-paid', 'us-invoice', stamp('PAID 09/21/2026', 230, 520, 14)),
  act('signed-by-hand', 'uk-letter', signature(62, 502)),
  act('signed', 'de-bescheinigung', (bytes) => sign(bytes, 'Birgit Tiedemann')),
  act('numbered', 'us-card', numbered),
  act('bates', 'pl-wyciag', line('KW-2026-000417', 470, 14)),
  act('banner', 'se-lon', banner),
  act(
    'watermark',
    'ie-payslip',
    lib(async (pdf) => {
      const font = await pdf.embedFont(StandardFonts.HelveticaBold)
      pdf.getPage(0).drawText('COPY', {
        x: 150,
        y: 500,
        size: 110,
        font,
        color: rgb(0.6, 0.6, 0.6),
        opacity: 0.25,
        rotate: degrees(30),
      })
    }),
  ),
  act('e-invoice', 'be-facture', attached),
  act('fitted-to-another-sheet', 'us-stub', fitted(595, 842, 0.94)),
  act('titled', 'ca-t4', exiftool('-Title=T4 2024 scan for mortgage', '-Author=Émilie')),
  act('locked-and-unlocked', 'ca-noa', (bytes) =>
    qpdf('--decrypt', `--password=${secret}`)(qpdf('--encrypt', secret, secret, '256', '--')(bytes)),
  ),
  act(
    'noted-in-an-update',
    'uk-letter',
    mutool(
      `var a = page.createAnnotation('Text'); a.setRect([500, 60, 520, 80]);
      a.setContents('for the broker'); a.update();`,
      'incremental',
    ),
  ),
]
