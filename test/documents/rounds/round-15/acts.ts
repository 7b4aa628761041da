import { PDFDocument } from '@cantoo/pdf-lib'
import { sign } from '../../tamper-twins.ts'
import { installed } from '../installed.ts'
import { type Act, by, highlighted, marked, stamp } from '../round-3/papers/acts.ts'
import { through } from '../round-3/papers/programs.ts'
import { ownForm, ownPrint } from '../round-4/papers/own.ts'
import { mutool } from '../round-11-forged/tools.ts'
import type { RoundFile } from '../round-file.ts'
import { all, papers } from './papers/index.ts'

/** The number taken out of the page by a redacting program, a black bar in its place. */
const blackened = (place: string) => (bytes: Uint8Array) =>
  mutool(`var mark = page.createAnnotation('Redact'); mark.setRect([${place}]); page.applyRedactions(true);`)(bytes)

const PICTURE = 'pdftoppm -r 200 -gray -png -singlefile IN DIR/p && tesseract DIR/p.png DIR/out --dpi 200 pdf'

/** What offices and people do to papers of this round without changing what they say. */
const ACTS: Record<string, Act> = {
  'saved-for-the-web': by('qpdf', 'hu-bankszamlakivonat', '--linearize --object-streams=generate IN OUT'),
  'printed-to-pdf': by('gs', 'tr-hesap-hareketleri', '-q -dNOPAUSE -dBATCH -sDEVICE=pdfwrite -sOutputFile=OUT IN'),
  'made-smaller': by(
    'gs',
    'ch-kontoauszug-gutschrift',
    '-q -dNOPAUSE -dBATCH -sDEVICE=pdfwrite -dPDFSETTINGS=/screen -sOutputFile=OUT IN',
  ),
  turned: by('qpdf', 'za-salary-advice', '--rotate=+90 IN OUT'),
  'row-highlighted': marked('gr-kinisi-logariasmou', highlighted('ΜΙΣΘΟΔΟΣΙΑ ΕΚΔΟΣΕΙΣ'), 'revision'),
  'stamped-paid': marked('no-faktura-kid', (page) => stamp(page, ['BETALT', '05.10.2026'], 130, 650, 9)),
  'noted-in-a-viewer': {
    paper: 'qc-bulletin-de-paie',
    program: 'mutool',
    do: async (bytes) =>
      mutool(
        `var note = page.createAnnotation('FreeText'); note.setRect([330, 560, 520, 590]);
        note.setContents('Vérifié avec le dépôt du 10 sept.'); note.update();`,
        'incremental',
      )(bytes),
  },
  'number-blackened': {
    paper: 'fi-palkkalaskelma',
    program: 'mutool',
    do: async (bytes) => blackened('38, 303, 200, 318')(bytes),
  },
  signed: { paper: 'ae-salary-certificate', do: (bytes) => sign(bytes, 'Fatima Al Dhaheri') },
  'form-filled': { paper: 'qc-t4-employee', do: (_, sheet) => ownForm(sheet) },
  'with-another': {
    paper: 'ie-monthly-payslip',
    async do(bytes, _, others) {
      const doc = await PDFDocument.load(bytes)
      const other = await PDFDocument.load(others.get('qc-releve-1') ?? bytes)
      for (const page of await doc.copyPages(other, other.getPageIndices())) doc.addPage(page)
      return doc.save()
    },
  },
  'scanned-and-recognised': {
    paper: 'us-1099-div-letter',
    medium: 'scan',
    program: 'tesseract',
    do: (bytes) => through(bytes, 'pdf', 'out.pdf', PICTURE),
  },
  'watermark-copy': {
    paper: 'us-weekly-shop-stub',
    // The print program lays it under the text.
    do: (_, sheet) =>
      ownPrint({ ...sheet, text: sheet.text.replace('\n', '\nink #dddddd\n150 420 110 H COPY\nink #000000\n') }),
  },
}

/** The papers of the round with what was done to them, and those for which a program is missing. */
export const leftOfActs: string[] = Object.entries(ACTS).flatMap(([act, { program }]) =>
  program && !installed(program) ? [`${act} (no ${program})`] : [],
)

/** Papers and innocent acts, those wanted. */
export async function* files(wanted: (name: string) => boolean = () => true): AsyncGenerator<RoundFile> {
  const prints = new Map<string, Uint8Array>()
  for await (const file of papers()) {
    prints.set(file.name, file.bytes)
    if (wanted(file.name)) yield file
  }
  for (const [act, { paper, program, medium = 'text', hides = [], do: work }] of Object.entries(ACTS)) {
    const [sheet, bytes] = [all.find(({ name }) => name === paper), prints.get(paper)]
    const name = `innocent-${act}-${paper}`
    if (!sheet || !bytes || !wanted(name) || (program && !installed(program))) continue
    const kept = Object.entries(sheet.truth.fields).filter(([field]) => !hides.includes(field))
    const truth = { ...sheet.truth, fields: Object.fromEntries(kept), ...(medium === 'scan' && { scan: true }) }
    yield { name, kind: 'innocent', medium, bytes: new Uint8Array(await work(bytes, sheet, prints)), truth, act }
  }
}
