import { degrees, type PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib'
import type { Truth } from '../../specimen.ts'
import { sign } from '../../tamper-twins.ts'
import { boxOf, opened, saved } from './hands.ts'
import { printed } from './printers.ts'
import { type Sheet, sheetOf } from './sheet.ts'
import { exiftool, ghostscript, mutool, qpdf, through } from './tools.ts'
import { joined, layered } from './whole.ts'

interface Done {
  bytes: Uint8Array
  truth: Truth
}

interface Act {
  act: string
  paper: string
  done: (sheet: Sheet) => Promise<Done>
}

type Work = (bytes: Uint8Array, sheet: Sheet) => Promise<Uint8Array> | Uint8Array

const acted = (act: string, paper: string, work: Work, change: (truth: Truth) => Truth = (truth) => truth): Act => ({
  act,
  paper,
  done: async (sheet) => ({ bytes: await work(await printed(sheet), sheet), truth: change(sheet.truth) }),
})

const lib =
  (work: (pdf: PDFDocument) => Promise<void> | void): Work =>
  async (bytes) => {
    const pdf = await opened(bytes)
    await work(pdf)
    return saved(pdf)
  }

const note = (kind: string, box: readonly number[], more = '') =>
  [
    `var a = page.createAnnotation('${kind}');`,
    kind === 'Highlight' ? `a.setQuadPoints([[${quad(box)}]]); a.setColor([1, 1, 0]);` : `a.setRect([${box}]);`,
    `${more} a.update(); page.update();`,
  ].join('\n')
const quad = ([left, top, right, foot]: readonly number[]) => [left, top, right, top, left, foot, right, foot]
const at = (sheet: Sheet, text: string) => {
  const cell = sheet.cells.find((each) => each.text.includes(text))
  if (!cell) throw new Error(`${sheet.name} prints no ${text}`)
  return boxOf(cell)
}

/** Values typed into fields, in the order of the page. */
const filledIn = async (sheet: Sheet): Promise<Done> => {
  const value = /^\d+\.\d\d$/
  const pdf = await opened(await printed({ ...sheet, cells: sheet.cells.filter(({ text }) => !value.test(text)) }))
  const font = await pdf.embedFont(StandardFonts.Courier)
  for (const [nth, cell] of sheet.cells.filter(({ text }) => value.test(text)).entries()) {
    const field = pdf.getForm().createTextField(`box${nth}`)
    field.addToPage(pdf.getPage(0), {
      x: cell.x - 2,
      y: 792 - cell.top - 4,
      width: 110,
      height: 14,
      font,
      borderWidth: 0,
    })
    field.setFontSize(10)
    field.setText(cell.text)
    field.updateAppearances(font)
  }
  return { bytes: await saved(pdf), truth: sheet.truth }
}

const STAMP = [
  '<< /EndPage { exch pop 2 lt dup { gsave 0.8 0 0 setrgbcolor 400 330 translate 12 rotate',
  '/Helvetica-Bold 26 selectfont 0 0 moveto (RECEIVED) show',
  '0 -18 moveto /Helvetica 11 selectfont (05 OCT 2026) show',
  '2 setlinewidth -8 -26 160 56 rectstroke grestore } if } >> setpagedevice',
].join(' ')

const withoutAccount = (truth: Truth): Truth => ({ ...truth, optional: [...(truth.optional ?? []), 'account_number'] })

/** Things that people and programs do to honest papers. */
export const ACTS: readonly Act[] = [
  { act: 'fields-filled', paper: 'us-w2', done: filledIn },
  {
    act: 'fields-flattened',
    paper: 'us-w2',
    done: async (sheet) => {
      const { bytes, truth } = await filledIn(sheet)
      return { bytes: qpdf('--flatten-annotations=all')(bytes), truth }
    },
  },
  acted('signed', 'ca-letter', (bytes) => sign(bytes, 'Harold Quist')),
  acted('signed', 'nl-factuur', (bytes) => sign(bytes, 'Van Houtum')),
  acted('merged', 'us-stub', async (bytes) => joined(bytes, await printed(sheetOf('us-checking')))),
  acted('split', 'us-checking', async (bytes) =>
    qpdf('--pages', 'in.pdf', '1', '--')(joined(bytes, await printed(sheetOf('us-stub')))),
  ),
  acted('compressed', 'fr-bulletin', qpdf('--object-streams=generate', '--recompress-flate', '--compression-level=9')),
  acted('optimised', 'gb-card', ghostscript('-dPDFSETTINGS=/ebook')),
  acted('optimised', 'us-stub', ghostscript('-dPDFSETTINGS=/screen')),
  acted('reprinted', 'de-konto', through('pdftocairo', ['-pdf', 'in.pdf', 'out.pdf'])),
  acted('reprinted-smaller', 'es-nomina', ghostscript('-sPAPERSIZE=letter', '-dFIXEDMEDIA', '-dPDFFitPage')),
  acted('stamped', 'it-fattura', ghostscript('-c', STAMP, '-f')),
  acted('annotated', 'us-checking', (bytes) =>
    mutool(note('Text', [580, 60, 600, 80], `a.setContents('rent and payroll checked');`), 'incremental')(bytes),
  ),
  acted(
    'redacted',
    'us-checking',
    (bytes, sheet) => {
      const [, top, right, foot] = at(sheet, 'Account number')
      const box = [right - 72, top, right, foot]
      return mutool(`${note('Redact', box)} page.applyRedactions(true, 0);`)(bytes)
    },
    withoutAccount,
  ),
  acted('linearised', 'es-ticket', qpdf('--linearize')),
  acted(
    'page-numbers',
    'pt-extrato',
    lib(async (pdf) => {
      const font = await pdf.embedFont(StandardFonts.TimesRoman)
      pdf.getPage(0).drawText('Page 14 of 62', { x: 270, y: 20, size: 9, font })
    }),
  ),
  acted(
    'bates-number',
    'us-w2',
    lib(async (pdf) => {
      const font = await pdf.embedFont(StandardFonts.Courier)
      pdf.getPage(0).drawText('APPL-2026-004417', { x: 460, y: 14, size: 9, font })
    }),
  ),
  acted('highlighted', 'us-stub', (bytes, sheet) => mutool(note('Highlight', at(sheet, '$1,612.45')))(bytes)),
  acted(
    'watermarked',
    'de-konto',
    lib(async (pdf) => {
      const font = await pdf.embedFont(StandardFonts.HelveticaBold)
      pdf.getPage(0).drawText('KOPIE', {
        x: 140,
        y: 260,
        size: 120,
        font,
        rotate: degrees(45),
        opacity: 0.12,
        color: rgb(0.5, 0.5, 0.5),
      })
    }),
  ),
  {
    act: 'recognised',
    paper: 'us-checking',
    done: async (sheet) => ({ bytes: await layered(sheet, sheet, 200), truth: sheet.truth }),
  },
  acted('rotated', 'nl-factuur', qpdf('--rotate=90')),
  acted(
    'cropped',
    'us-stub',
    lib((pdf) => pdf.getPage(0).setCropBox(20, 300, 572, 472)),
  ),
  acted('letterhead-merged', 'ca-letter', async (bytes, sheet) => {
    const head = {
      ...sheet,
      cells: sheet.cells
        .filter(({ top }) => top < 100)
        .map((cell) => ({ ...cell, top: cell.top + 660, x: 300, size: 8 })),
    }
    return through('qpdf', ['in.pdf', '--underlay', 'head.pdf', '--', 'out.pdf'], {
      'head.pdf': await printed(head, 'standard'),
    })(bytes)
  }),
  acted('encrypted-decrypted', 'gb-card', (bytes) =>
    qpdf('--decrypt')(qpdf('--encrypt', '', 'owner', '256', '--')(bytes)),
  ),
  acted('described-by-archive', 'fr-bulletin', (bytes) =>
    exiftool(
      '-Title=Bulletin 2026-09',
      '-Keywords=paie;2026',
      '-Producer=Alfresco 7.2',
      '-ModifyDate=2026:11:02 09:00:00Z',
    )(bytes),
  ),
  acted(
    'received-mark',
    'it-fattura',
    lib(async (pdf) => {
      const font = await pdf.embedFont(StandardFonts.Helvetica)
      pdf
        .getPage(0)
        .drawText('Prot. 2026/11873 del 16/09/2026', { x: 42, y: 815, size: 8, font, color: rgb(0, 0, 0.7) })
    }),
  ),
]
