import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { degrees, PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib'
import type { Truth } from '../../../specimen.ts'
import { installed } from '../../installed.ts'
import { jobOf, saved } from './job.ts'
import { PAPERS } from './papers.ts'
import { boxOf, type Cell, type Sheet } from './sheet.ts'
import { w2 } from './trade-papers.ts'
import { withXml } from './whole.ts'
import { type Edit, fileOf, shown, thingsOf, updated } from './write.ts'

/** Something that people do to papers without lying, and what the page says then. */
export interface Act {
  act: string
  done: () => Promise<{ bytes: Uint8Array; truth: Truth }> | { bytes: Uint8Array; truth: Truth }
}

type Name = keyof typeof PAPERS

const edited = (act: string, paper: Name, edit: (sheet: Sheet) => Edit, behind = false): Act => ({
  act,
  done: () => {
    const sheet = PAPERS[paper]()
    const after = thingsOf(sheet, edit(sheet))
    return { bytes: behind ? updated(thingsOf(sheet), after) : fileOf(after), truth: sheet.truth }
  },
})

const worked = (act: string, paper: Name, work: (pdf: PDFDocument) => Promise<void> | void): Act => ({
  act,
  done: async () => {
    const sheet = PAPERS[paper]()
    const pdf = await PDFDocument.load(fileOf(thingsOf(sheet)), { updateMetadata: false })
    await work(pdf)
    return { bytes: await pdf.save({ useObjectStreams: act.length % 2 === 0 }), truth: sheet.truth }
  },
})

const program = (act: string, paper: Name, name: string, words: (from: string, to: string) => string[]): Act[] =>
  installed(name)
    ? [
        {
          act,
          done: () => {
            const sheet = PAPERS[paper]()
            return { bytes: through(name, words, fileOf(thingsOf(sheet))), truth: sheet.truth }
          },
        },
      ]
    : []

function through(name: string, words: (from: string, to: string) => string[], bytes: Uint8Array): Uint8Array {
  const folder = mkdtempSync(path.join(tmpdir(), 'round-8-'))
  const [from, to] = [path.join(folder, 'a.pdf'), path.join(folder, 'b.pdf')]
  try {
    writeFileSync(from, bytes)
    execFileSync(name, words(from, to), { stdio: 'ignore', timeout: 90_000 })
    return new Uint8Array(readFileSync(to))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const cell = ({ cells }: Sheet, key: string) => cells.find((each) => each.key === key) as Cell

/** An owner who hides an account's number, the words taken out with it. */
const hidden = (paper: Name, key: string): Act => ({
  act: 'account-redacted-by-owner',
  done: () => {
    const sheet = PAPERS[paper]()
    const old = cell(sheet, key)
    const [x, y, right, top] = boxOf(old)
    const over = [`0 g ${x - 1} ${y - 1} ${right - x + 2} ${top - y + 2} re f`]
    const { [key]: _, ...fields } = sheet.truth.fields
    const bytes = fileOf(
      thingsOf(sheet, { texts: new Map([[old, '']]), over, info: { Producer: 'Adobe Acrobat Pro 24.2' } }),
    )
    return { bytes, truth: { ...sheet.truth, fields, optional: [...(sheet.truth.optional ?? []), key] } }
  },
})

/** A form of the employer's whose answers are fields, as it was filled, or flattened afterwards. */
const filled = (flat: boolean): Act => ({
  act: flat ? 'form-flattened' : 'form-filled',
  done: async () => {
    const sheet = PAPERS.letter()
    const keys = ['employee_name', 'gross_income', 'letter_date']
    const cells = keys.map((key) => cell(sheet, key))
    const blank = fileOf(thingsOf(sheet, { texts: new Map(cells.map((each) => [each, ''])) }))
    const pdf = await PDFDocument.load(blank, { updateMetadata: false })
    const form = pdf.getForm()
    for (const each of cells) {
      const [x, y, right, top] = boxOf(each)
      const field = form.createTextField(each.key)
      field.setText(each.text)
      field.addToPage(pdf.getPage(0), {
        x: x - 2,
        y: y - 2,
        width: right - x + 14,
        height: top - y + 5,
        borderWidth: 0,
      })
      field.setFontSize(10)
    }
    if (flat) form.flatten()
    return { bytes: await pdf.save(), truth: sheet.truth }
  },
})

/** An issuer that prints what varies on paper of its own, in another face than the words on that paper. */
const letterhead: Act = {
  act: 'variables-in-another-face',
  done: () => {
    const sheet = PAPERS.salary()
    sheet.cells = sheet.cells.map((each) => (/^said/.test(each.key) ? each : { ...each, font: 'Courier', size: 10 }))
    return { bytes: fileOf(thingsOf(sheet)), truth: sheet.truth }
  },
}

/** An issuer's own second version: another figure throughout, and the word for it over the head. */
const corrected: Act = {
  act: 'corrected-by-issuer',
  done: () => {
    const { before, after, ...rest } = jobOf(w2, (v) => Object.assign(v, { wages: 50_112.9, tax: 4731.1 }))
    after.cells.push({ ...cell(after, 'employer_name'), key: 'said-c', text: 'CORRECTED', x: 420, y: 740, size: 12 })
    return { bytes: saved({ before: after, after: before, ...rest, changes: [] }, {}), truth: after.truth }
  },
}

const envelope = 'DocuSign Envelope ID: 7D3B0F52-91C4-4E0A-B6B2-2F4C8C0D9A11'

const helvetica = (pdf: PDFDocument) => pdf.embedFont(StandardFonts.Helvetica)

const COPY = { key: '', page: 1, right: false, text: 'COPY', font: 'Times-Bold' } as const

export const ACTS: readonly Act[] = [
  ...program('linearised', 'chequing', 'qpdf', (from, to) => ['--linearize', from, to]),
  ...program('compressed', 'society', 'gs', (from, to) => [
    '-q',
    '-dBATCH',
    '-dNOPAUSE',
    '-sDEVICE=pdfwrite',
    '-dPDFSETTINGS=/ebook',
    `-sOutputFile=${to}`,
    from,
  ]),
  ...program('cleaned', 'bill', 'mutool', (from, to) => ['clean', '-gggz', from, to]),
  ...program('printed-to-pdf', 'salary', 'pdftocairo', (from, to) => ['-pdf', from, to]),
  edited(
    'saved-again-behind',
    'konto',
    () => ({ info: { ModDate: 'D:20260720090000Z', Producer: 'Adobe Acrobat Reader' } }),
    true,
  ),
  hidden('chequing', 'account_number'),
  hidden('bill', 'iban'),
  filled(false),
  filled(true),
  letterhead,
  corrected,
  { act: 'e-invoice', done: () => ({ bytes: withXml(), truth: PAPERS.rechnung().truth }) },
  worked('bates-numbers', 'stub', async (pdf) => {
    pdf.getPage(0).drawText('OKORO-000417', { x: 500, y: 18, size: 8, font: await helvetica(pdf) })
  }),
  worked('envelope', 'letter', async (pdf) => {
    const font = await helvetica(pdf)
    pdf.getPage(0).drawText(envelope, { x: 8, y: 780, size: 7, font })
    pdf.getPage(0).drawText('Yolanda Whitcomb', {
      x: 74,
      y: 436,
      size: 15,
      font: await pdf.embedFont(StandardFonts.TimesRomanItalic),
    })
    pdf
      .getPage(0)
      .drawRectangle({ x: 68, y: 428, width: 150, height: 30, borderColor: rgb(0.1, 0.3, 0.7), borderWidth: 0.8 })
  }),
  worked('paid-stamp', 'bill', async (pdf) => {
    const font = await pdf.embedFont(StandardFonts.HelveticaBold)
    const red = rgb(0.8, 0.1, 0.1)
    pdf
      .getPage(0)
      .drawText('PAID 21 JUL 2026', { x: 120, y: 470, size: 24, rotate: degrees(14), color: red, opacity: 0.6, font })
  }),
  worked('page-numbers', 'society', async (pdf) => {
    pdf.getPage(0).drawText('Page 1 of 1 - printed 3 Jun 2026', { x: 430, y: 20, size: 7, font: await helvetica(pdf) })
  }),
  worked('rotated', 'w2', (pdf) => pdf.getPage(0).setRotation(degrees(90))),
  worked('cropped', 'konto', (pdf) => pdf.getPage(0).setCropBox(30, 330, 535, 490)),
  worked('merged', 'stub', async (pdf) => {
    const more = await PDFDocument.load(fileOf(thingsOf(PAPERS.w2())))
    for (const page of await pdf.copyPages(more, [0])) pdf.addPage(page)
  }),
  worked('dunning-stamp', 'rechnung', async (pdf) => {
    const font = await pdf.embedFont(StandardFonts.HelveticaBold)
    pdf.getPage(0).drawText('2. MAHNUNG', { x: 60, y: 470, size: 20, color: rgb(0.7, 0, 0), font })
  }),
  edited('highlighted', 'chequing', (sheet) => marked(cell(sheet, 'transactions.1.deposit')), true),
  edited(
    'commented',
    'konto',
    (sheet) => {
      const [x, y] = boxOf(cell(sheet, 'closing_balance'))
      const rect = `[${x + 70} ${y} ${x + 88} ${y + 18}]`
      return {
        page: '/Annots [200 0 R]',
        things: [
          [
            200,
            {
              source: `<< /Type /Annot /Subtype /Text /Rect ${rect} /Contents (bitte pruefen) /Name /Comment >>`,
            },
          ],
        ],
      }
    },
    true,
  ),
  edited('ticked-by-hand', 'stub', (sheet) => {
    const [x, y] = boxOf(cell(sheet, 'net_pay'))
    return {
      over: [`q 0.1 0.2 0.8 RG 1.4 w ${x - 14} ${y + 4} m ${x - 10} ${y} l ${x - 2} ${y + 12} l S Q`],
      apart: true,
    }
  }),
  edited('bold-by-cms', 'bill', (sheet) => ({
    texts: new Map([
      [
        cell(sheet, 'due_date'),
        shown({ ...cell(sheet, 'due_date'), font: 'Arial-Bold', x: cell(sheet, 'due_date').x - 4 }),
      ],
    ]),
  })),
  edited('metadata-stripped', 'salary', () => ({ info: { Producer: '', CreationDate: '' } })),
  edited('watermarked', 'letter', () => ({
    under: [`q 0.85 g ${shown({ ...COPY, x: 180, y: 500, size: 120 })} Q`],
  })),
]

/** A yellow highlight as readers write it, multiplied with what is under it. */
function marked(of: Cell): Partial<Edit> {
  const [x, y, right, top] = boxOf(of)
  const rect = `[${x - 2} ${y - 1} ${right + 2} ${top + 1}]`
  const drawn = `/G gs 1 1 0.2 rg ${x - 2} ${y - 1} ${right - x + 4} ${top - y + 2} re f`
  const group = '/Group << /S /Transparency >> /Resources << /ExtGState << /G << /BM /Multiply >> >> >>'
  const form = `<< /Type /XObject /Subtype /Form /BBox ${rect} ${group} /Length ${drawn.length} >>`
  const quads = `/QuadPoints [${x} ${top} ${right} ${top} ${x} ${y} ${right} ${y}]`
  const things: NonNullable<Edit['things']> = [
    [
      200,
      {
        source: `<< /Type /Annot /Subtype /Highlight /F 4 /Rect ${rect} ${quads} /C [1 1 0.2] /AP << /N 201 0 R >> >>`,
      },
    ],
    [201, { source: form, stream: Buffer.from(drawn, 'latin1') }],
  ]
  return { page: '/Annots [200 0 R]', things }
}
