import { degrees, PDFDocument, type PDFPage, StandardFonts } from '@cantoo/pdf-lib'
import { type Act as ActBefore, by, footNote, highlighted, ink, marked, stamp } from '../../round-3/papers/acts.ts'
import { through } from '../../round-3/papers/programs.ts'
import type { Sheet } from '../../round-3/papers/sheet.ts'
import { ownForm, ownPrint } from './own.ts'
import { LOOKS, scanned, toolsOf } from './scan.ts'
import { signed } from './sign.ts'

/** Something that offices and people do to a paper, with the programs that it needs. */
type Act = Omit<ActBefore, 'program'> & { needs?: string[] }

const withProgram = (program: string, paper: string, args: string): Act => ({
  ...by(program, paper, args),
  needs: [program],
})

const GS = '-q -dNOPAUSE -dBATCH -sDEVICE=pdfwrite'

/** A scan of the paper, with what is done to the file afterwards or to the paper before. */
function onScan(paper: string, look: string, after: Act['do'], before?: Act['do'], needs: string[] = []): Act {
  const device = LOOKS[look]
  if (!device) throw new Error(`no look ${look}`)
  const act: Act['do'] = async (bytes, sheet, others) => {
    const paperNow = before ? await before(bytes, sheet, others) : bytes
    return after(await scanned(paperNow, device, `${paper}-${look}-act`, sheet.made), sheet, others)
  }
  return { paper, medium: 'scan', needs: [...toolsOf(device), ...needs], do: act }
}

const same: Act['do'] = async (bytes) => bytes

/** Two files joined, or of such a file only the pages of the first. */
const joined = (paper: string, other: string, pages?: string): Act => ({
  paper,
  needs: ['qpdf'],
  async do(bytes, _, others) {
    const doc = await PDFDocument.load(bytes)
    const more = await PDFDocument.load(others.get(other) ?? bytes)
    for (const page of await doc.copyPages(more, more.getPageIndices())) doc.addPage(page)
    const command = pages ? `qpdf IN --pages IN ${pages} -- OUT` : 'qpdf IN OUT'
    return through(await doc.save(), 'pdf', 'out.pdf', command)
  },
})

/** The number taken out of the page and a black bar put in its place, as a redacting program does. */
async function redacted(_: Uint8Array, sheet: Sheet): Promise<Uint8Array> {
  const text = sheet.text.replace(String(sheet.truth.fields.employee_ssn), '')
  return ownPrint({ ...sheet, text: `${text}\nrect 82 53 84 11 #000000` })
}

async function note(page: PDFPage, text: string, x: number, y: number, size = 7): Promise<void> {
  page.drawText(text, { x, y, size, font: await page.doc.embedFont(StandardFonts.Helvetica) })
}

async function envelope(page: PDFPage): Promise<void> {
  await note(page, 'Docusign Envelope ID: 41882607-5B1D-4E0A-9C33-7F02A1D6E844', 20, page.getHeight() - 14)
  await note(page, 'Signé par :', 360, 372, 6)
  ink(page, 365, 352)
  await note(page, '9F3C41882B7E4D0...', 360, 330, 6)
}

const done = (mark: Act): Act['do'] => mark.do

export const ACTS: Record<string, Act> = {
  'printed-again': withProgram('gs', 'fr-releve', `${GS} -sOutputFile=OUT IN`),
  'printed-by-cairo': withProgram('pdftocairo', 'es-nomina', '-pdf IN OUT'),
  'printed-by-mupdf': withProgram('mutool', 'us-1099-div', 'convert -F pdf -o OUT IN'),
  optimised: withProgram('gs', 'us-saas', `${GS} -dPDFSETTINGS=/ebook -sOutputFile=OUT IN`),
  'for-the-archive': withProgram('gs', 'pl-faktura', `${GS} -dPDFA=2 -dPDFACompatibilityPolicy=1 -sOutputFile=OUT IN`),
  linearised: withProgram('qpdf', 'us-adp', '--linearize IN OUT'),
  compressed: withProgram('qpdf', 'ca-telecom', '--object-streams=generate --recompress-flate IN OUT'),
  // The table of the file's objects is cut off and found again.
  repaired: {
    paper: 'gb-slip',
    needs: ['mutool'],
    do: (bytes) => through(bytes.slice(0, -180), 'pdf', 'out.pdf', 'mutool clean -gggz IN OUT'),
  },
  'locked-for-owners': withProgram('qpdf', 'ie-app', "--encrypt '' archive-4188 256 --modify=none -- IN OUT"),
  'with-another': joined('cz-faktura', 'gb-notice'),
  'split-off': joined('nl-rekening', 'gb-notice', '1'),
  turned: withProgram('qpdf', 'es-extracto', '--rotate=+90 IN OUT'),
  cropped: marked('us-employ', (page) => {
    const { width, height } = page.getSize()
    page.setCropBox(22, 22, width - 44, height - 44)
  }),
  bates: marked('dk-konto', (page, number) => footNote(page, `LIMF-00418${number}`, 20), 'whole', true),
  'stamp-paid': marked('be-brouwer', (page) => stamp(page, ['BETAALD', '14/07/2025'], 60, 330, 9)),
  'stamp-received': marked('de-erp', (page) => stamp(page, ['EINGEGANGEN', '20. 03. 2025'], 210, 690, -4), 'revision'),
  'signed-in-ink': marked('ca-lettre', (page) => ink(page, 64, 578)),
  'signed-digitally': {
    paper: 'gb-reference',
    needs: ['openssl'],
    do: (bytes) => signed(bytes, 'D Pocock', new Date(), [60, 300, 220, 340]),
  },
  envelope: marked('fr-attestation', envelope, 'revision'),
  'highlight-and-note': marked('it-conto', highlighted('F24 TELEMATICO'), 'revision'),
  'form-filled': { paper: 'ca-nr4', do: (_, sheet) => ownForm(sheet) },
  'archive-foot': marked(
    'ch-compte',
    (page, number) => note(page, `Archives 2025-0418 / ${number}`, 46, 14),
    'whole',
    true,
  ),
  'number-blacked-out': { paper: 'us-w2', do: redacted, hides: ['employee_ssn'] },
  'read-under-scan': onScan('mx-cuenta', 'read', same),
  'scan-turned': onScan('us-schedule-k', 'sheetfed', async (bytes) => {
    const doc = await PDFDocument.load(bytes)
    for (const page of doc.getPages()) page.setRotation(degrees(180))
    return doc.save()
  }),
  'scan-made-smaller': onScan(
    'us-quick',
    'phone',
    (bytes) => through(bytes, 'pdf', 'out.pdf', `gs ${GS} -dPDFSETTINGS=/ebook -sOutputFile=OUT IN`),
    undefined,
    ['gs'],
  ),
  'scan-stamped': onScan(
    'au-electrician',
    'office',
    done(marked('au-electrician', (page) => stamp(page, ['PAID', '11 JUN 2025'], 330, 430, 10))),
  ),
  'scan-numbered': onScan('gb-card', 'copier', done(marked('gb-card', (page) => footNote(page, 'PROSSER 000418', 16)))),
  'signed-then-scanned': onScan(
    'gb-reference',
    'flatbed',
    same,
    done(marked('gb-reference', (page) => ink(page, 62, 440))),
  ),
}
