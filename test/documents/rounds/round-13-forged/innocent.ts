import { degrees, PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib'
import { sign } from '../../tamper-twins.ts'
import { ghostscript, mutool, qpdf, through } from '../round-11-forged/tools.ts'
import { WITHIN } from '../round-12-forged/hands-within.ts'
import type { Job } from '../round-12-forged/job.ts'
import { boxOf, opened, saved } from '../round-12-forged/pens.ts'
import { cairo, printed } from '../round-12-forged/printers.ts'
import type { Paper } from '../round-12-forged/sheets.ts'

type Work = (bytes: Uint8Array, paper: Paper) => Promise<Uint8Array> | Uint8Array

interface Act {
  act: string
  paper: string
  work: Work
}

const act = (name: string, paper: string, work: Work): Act => ({ act: name, paper, work })

const lib =
  (work: (pdf: PDFDocument, paper: Paper) => Promise<void> | void): Work =>
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

/** A cross in blue beside a line, as one ticks off what was checked. */
const ticked = (text: string): Work =>
  lib((pdf, paper) => {
    const [x, y, width] = boxAt(paper, text)
    const page = pdf.getPage(0)
    const ink = { thickness: 1.1, color: rgb(0.1, 0.2, 0.6) }
    page.drawLine({ start: { x: x + width + 4, y: y + 3 }, end: { x: x + width + 7, y }, ...ink })
    page.drawLine({ start: { x: x + width + 7, y }, end: { x: x + width + 13, y: y + 9 }, ...ink })
  })

const ringed = (text: string): Work =>
  lib((pdf, paper) => {
    const [x, y, width, height] = boxAt(paper, text)
    const middle = { x: x + width / 2, y: y + height / 2 }
    const ring = { xScale: width / 2 + 6, yScale: height / 2 + 4, borderColor: rgb(0.8, 0.1, 0.1), borderWidth: 1.3 }
    pdf.getPage(0).drawEllipse({ ...middle, ...ring })
  })

/** A cover sheet of who sends it. */
const covered = lib(async (pdf) => {
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  const page = pdf.insertPage(pdf.getPageCount(), [595, 842])
  page.drawText('Fax cover sheet', { x: 60, y: 760, size: 20, font })
  page.drawText('To: Mortgage desk     Pages: 2', { x: 60, y: 720, size: 11, font })
})

/** Two pages on a sheet that is laid across. */
const twoUp: Work = async (bytes) => {
  const pdf = await PDFDocument.create()
  const [page] = await pdf.embedPdf(bytes)
  if (!page) return bytes
  const sheet = pdf.addPage([842, 595])
  const scale = Math.min(421 / page.width, 595 / page.height)
  sheet.drawPage(page, { x: 0, y: 0, xScale: scale, yScale: scale })
  return saved(pdf)
}

/** The white margin cut away, as readers of small screens do. */
const trimmed = lib((pdf) => {
  const page = pdf.getPage(0)
  page.setCropBox(24, 40, page.getWidth() - 48, page.getHeight() - 70)
})

/** A mark of an archive along the side of the page. */
const along = lib(async (pdf) => {
  const font = await pdf.embedFont(StandardFonts.Courier)
  const page = pdf.getPage(0)
  page.drawText('DOC-ID 88213-2026-0917 / 001', { x: 16, y: 300, size: 7, font, rotate: degrees(90) })
})

const raster =
  (...how: string[]): Work =>
  async (bytes) => {
    const png = through('pdftoppm', ['-png', '-singlefile', ...how, 'in.pdf', 'out'], {}, 'out.png')(bytes)
    const first = await opened(bytes)
    const { width, height } = first.getPage(0).getSize()
    const pdf = await PDFDocument.create()
    pdf.addPage([width, height]).drawImage(await pdf.embedPng(png), { x: 0, y: 0, width, height })
    return saved(pdf)
  }

const NOTHING = (paper: Paper): Job => ({ paper, after: paper, changes: [], cells: [] })
const pictures: Work = (bytes, paper) => WITHIN.pictures?.(bytes, NOTHING(paper)) ?? bytes

/** The addressee's own black bar, with the letters gone from the file. */
const barred = (text: string): Work =>
  lib((pdf, paper) => {
    const [x, y, width, height] = boxAt(paper, text)
    pdf.getPage(0).drawRectangle({ x: x - 1, y, width: width + 2, height, color: rgb(0, 0, 0) })
  })

/** What honest people do with a text that they have. */
export const ACTS: readonly Act[] = [
  act('ticked', 'us-checking', ticked('Prairie Mutual')),
  act('ringed', 'fr-releve', ringed('312,60')),
  act('sent-with-a-cover-sheet', 'uk-payslip', covered),
  act('two-up', 'ca-stub', twoUp),
  act('trimmed', 'it-fattura', trimmed),
  act('filed-in-an-archive', 'de-rechnung', along),
  act('kept-as-pictures', 'ca-stub', pictures),
  act('kept-as-pictures', 'us-checking', pictures),
  act('kept-as-a-picture-without-loss', 'it-fattura', raster('-r', '200', '-gray')),
  act('kept-as-a-small-picture', 'nl-bon', raster('-r', '130')),
  act('printed-again', 'us-w2-twice', (bytes) => cairo(bytes)),
  act('distilled', 'uk-payslip', (bytes) => ghostscript('-dPDFSETTINGS=/ebook')(bytes)),
  act('signed', 'ca-letter', (bytes) => sign(bytes, 'Harold Umberto')),
  act('barred', 'ca-letter', barred('Harold Umberto')),
  act('rotated-and-saved', 'nl-bon', (bytes) => qpdf('--rotate=+180', '--linearize')(bytes)),
  act(
    'underlined-in-an-update',
    'it-fattura',
    mutool(
      `var a = page.createAnnotation('Underline'); a.setQuadPoints([[450, 315, 553, 315, 450, 327, 553, 327]]);
      a.update();`,
      'incremental',
    ),
  ),
  act('reprinted-by-another-program', 'us-checking', async (_, paper) => printed(paper, 'writer')),
]
