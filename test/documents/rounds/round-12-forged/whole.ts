import { PDFDocument } from '@cantoo/pdf-lib'
import type { Change } from '../round-11-forged/sheet.ts'
import { exiftool, through } from '../round-11-forged/tools.ts'
import type { Forgery } from '../round-file.ts'
import { append, shown } from './hands-within.ts'
import { embedded, opened, saved } from './pens.ts'
import { placesOf } from './places.ts'
import { printed } from './printers.ts'
import { type Paper, paperOf } from './sheets.ts'
import { jobOf } from './wishes.ts'

interface Whole {
  technique: string
  family: Forgery['family']
  field: string
  paper: Paper
  places: Forgery['places']
  make: () => Promise<Uint8Array>
}

/** One paper as a picture with the words of another laid under it, as recognition would leave them. */
export async function layeredScan(seen: Paper, said: Paper): Promise<Uint8Array> {
  const bytes = await printed(seen)
  const jpeg = through(
    'pdftoppm',
    ['-jpeg', '-r', '200', '-gray', '-f', '1', '-singlefile', 'in.pdf', 'out'],
    {},
    'out.jpg',
  )
  const pdf = await PDFDocument.create()
  const { width, height } = (await opened(bytes)).getPage(0).getSize()
  const page = pdf.addPage([width, height])
  page.drawImage(await pdf.embedJpg(jpeg(bytes)), { x: 0, y: 0, width, height })
  const font = await embedded(pdf, { ...said, face: 'sans' }, false)
  append(page, said.cells.map((cell) => shown(page, cell, font, said.face, { mode: 3 })).join('\n'))
  return saved(pdf)
}

function layerLies(field: string, name: string, changes: Change[], shownIsNew: boolean): Whole {
  const job = jobOf(paperOf(name), changes)
  const [seen, said] = shownIsNew ? [job.after, job.paper] : [job.paper, job.after]
  const technique = shownIsNew ? 'layer-of-the-first-state' : 'layer-lies'
  return {
    technique,
    family: 'hidden',
    field,
    paper: job.paper,
    places: placesOf(job),
    make: () => layeredScan(seen, said),
  }
}

/** Pages of two papers as one file. */
export async function together(...parts: [Uint8Array, ...number[]][]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  for (const [bytes, ...pages] of parts) {
    const from = await opened(bytes)
    const wanted = pages.length > 0 ? pages : from.getPageIndices()
    for (const page of await pdf.copyPages(from, wanted)) pdf.addPage(page)
  }
  return saved(pdf)
}

const WHOLE_PAGE: Forgery['places'] = [{ page: 2, box: [40, 560, 572, 750] }]
const CARD = paperOf('us-card')

const exchanged = (technique: string, changes: Change[], field: string): Whole => {
  const { after } = jobOf(CARD, changes)
  const make = async () => together([await printed(CARD), 0], [await printed(after), 1])
  return { technique, family: 'clean', field, paper: CARD, places: WHOLE_PAGE, make }
}

const invented = (technique: string, name: string, changes: Change[], by: string, tags: string[]): Whole => {
  const job = jobOf(paperOf(name), changes)
  const make = async () => exiftool(...tags)(await printed(job.after, by))
  return { technique, family: 'clean', field: 'employee_name', paper: job.paper, places: placesOf(job), make }
}

export const WHOLE: readonly Whole[] = [
  layerLies('closing_balance', 'pl-wyciag', [['4 587,06', '9 587,06']], false),
  layerLies('net_pay', 'ie-payslip', [['€2,950.74', '€3,950.74']], true),
  layerLies('wages_tips_other_compensation', 'us-w2', [['66300.00', '86300.00']], false),
  exchanged(
    'page-of-another-month',
    [
      ['08/', '07/'],
      ['09/04/2026', '08/04/2026'],
      ['139.95', '39.95'],
      ['212.00', '65.10'],
    ],
    'transactions.2.withdrawal',
  ),
  exchanged('page-with-less-spent', [['212.00', '12.00']], 'transactions.5.withdrawal'),
  invented(
    'template',
    'us-stub',
    [
      ['Yolanda M Pruitt', 'Brandon T Keller'],
      ['27.60', '45.00'],
      ['2,208.00', '3,600.00'],
      ['138.40', '138.40 '],
      ['2,346.40', '3,738.40', 0],
      ['145.48', '231.78'],
      ['34.02', '54.21'],
      ['485.67', '592.16'],
      ['$1,655.41', '$2,940.92'],
    ],
    'plain',
    ['-Producer=jsPDF 2.5.1', '-Creator='],
  ),
  invented(
    'template-consistent',
    'us-stub',
    [
      ['Yolanda M Pruitt', 'Brandon T Keller'],
      ['27.60', '48.27'],
      ['2,208.00', '3,861.60'],
      ['44,160.00', '77,232.00'],
      ['2,346.40', '4,000.00', 0],
      ['46,928.00', '80,000.00'],
      ['145.48', '248.00'],
      ['2,909.60', '4,960.00'],
      ['34.02', '58.00'],
      ['680.40', '1,160.00'],
      ['485.67', '612.17'],
      ['9,713.40', '12,243.40'],
      ['$1,655.41', '$3,182.51'],
      ['$33,108.20', '$63,650.20'],
    ],
    'library',
    ['-Producer=ADP, Inc.', '-Creator=ADP iPay'],
  ),
  invented(
    'template-letter',
    'de-bescheinigung',
    [
      ['Kemal Aydogan', 'Dennis Brockmann'],
      ['3.280,00', '5.850,00'],
    ],
    'writer',
    ['-Producer=Microsoft® Word für Microsoft 365', '-Creator=Microsoft® Word für Microsoft 365'],
  ),
]
