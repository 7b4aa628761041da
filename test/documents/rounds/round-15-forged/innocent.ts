import { rgb, StandardFonts } from '@cantoo/pdf-lib'
import { sign } from '../../tamper-twins.ts'
import { ghostscript, mutool, qpdf, through } from '../round-11-forged/tools.ts'
import type { Job } from '../round-12-forged/job.ts'
import { boxOf, opened, saved } from '../round-12-forged/pens.ts'
import { printed } from '../round-12-forged/printers.ts'
import type { Paper } from '../round-12-forged/sheets.ts'
import { FILES } from './hands-file.ts'
import { COVERS } from './hands-over.ts'
import { UNSEEN, underOver } from './hands-unseen.ts'

type Work = (bytes: Uint8Array, paper: Paper) => Promise<Uint8Array> | Uint8Array

interface Act {
  act: string
  paper: string
  work: Work
}

const act = (name: string, paper: string, work: Work): Act => ({ act: name, paper, work })

/** A forger's tool, with nothing to change. */
const honestly =
  (tools: Record<string, (bytes: Uint8Array, job: Job) => Promise<Uint8Array> | Uint8Array>, name: string): Work =>
  (bytes, paper) =>
    tools[name]?.(bytes, { paper, after: paper, changes: [], cells: [] }) ?? bytes

const FOOT = [
  '%%MediaBox 0 0 595 842',
  '%%Font R Helvetica Latin',
  '1 g 36 20 523 24 re f 0.4 g BT /R 8 Tf 42 28 Td (Certified copy of the electronic archive, 12 October 2026) Tj ET',
].join('\n')

const footed: Work = (bytes) => {
  const foot = through('mutool', ['create', '-o', 'out.pdf', 'page.txt'], { 'page.txt': FOOT })(new Uint8Array())
  return through('qpdf', ['in.pdf', '--overlay', 'foot.pdf', '--', 'out.pdf'], { 'foot.pdf': foot })(bytes)
}

const NUMBER = '0 setgray /Courier findfont 8 scalefont setfont 470 18 moveto (LND-004418-0003) show'

const numbered: Work = (bytes) =>
  ghostscript(
    '-c',
    `<</EndPage {exch pop 2 ne dup {gsave initgraphics ${NUMBER} grestore} if}>> setpagedevice`,
    '-f',
  )(bytes)

const placeOf = (paper: Paper, text: string) => {
  const cell = paper.cells.find((each) => each.text.includes(text))
  if (!cell) throw new Error(`${paper.name} prints no ${text}`)
  return boxOf(cell, paper)
}

/** A ring in blue about a line and a word beside it, baked into the page. */
const ringed =
  (text: string, word: string): Work =>
  (bytes, paper) => {
    const [x, y, width, height] = placeOf(paper, text)
    const top = (paper.paper === 'a4' ? 842 : 792) - y
    const ring = Array.from({ length: 33 }, (_, at) => {
      const turn = (at * Math.PI) / 16
      return [
        x + width / 2 + (0.5 * width + 5) * Math.cos(turn),
        top - height / 2 + (0.5 * height + 2) * Math.sin(turn),
      ]
    })
    const script = `var a = page.createAnnotation('Ink'); a.setColor([0.1, 0.2, 0.7]); a.setBorder(1.2);
a.setInkList([${JSON.stringify(ring)}]); a.update();
var n = page.createAnnotation('FreeText'); n.setRect([${x + width + 14}, ${top - 14}, ${x + width + 90}, ${top + 4}]);
n.setContents(${JSON.stringify(word)}); n.setDefaultAppearance('Helv', 10, [0.1, 0.2, 0.7]); n.setBorder(0); n.update();
page.update();`
    return qpdf('--flatten-annotations=all')(mutool(script)(bytes))
  }

/** What is nobody's business is taken out of the file, a black bar in its place. */
const takenOut =
  (text: string): Work =>
  (bytes, paper) => {
    const [x, y, width, height] = placeOf(paper, text)
    const top = (paper.paper === 'a4' ? 842 : 792) - y
    const rect = [x - 1, top - height, x + width + 1, top]
    return mutool(`var a = page.createAnnotation('Redact'); a.setRect([${rect}]); a.update();
page.applyRedactions(true, 0); page.update();`)(bytes)
  }

/** A tick of a font of signs before a line, and a word in another face in the margin. */
const ticked =
  (text: string): Work =>
  async (bytes, paper) => {
    const pdf = await opened(bytes)
    const [x, y] = placeOf(paper, text)
    const [signs, letters] = [
      await pdf.embedFont(StandardFonts.ZapfDingbats),
      await pdf.embedFont(StandardFonts.CourierBold),
    ]
    const ink = { size: 11, color: rgb(0.05, 0.45, 0.1) }
    pdf.getPage(0).drawText('✓', { x: x - 14, y: y + 2, font: signs, ...ink })
    pdf.getPage(0).drawText('checked, file 88-117', { x: 60, y: 60, font: letters, ...ink })
    return saved(pdf)
  }

/** A comment in an update, after the file was signed. */
const commentedWhenSigned: Work = async (bytes) =>
  mutool(
    `var a = page.createAnnotation('Text'); a.setRect([587, 60, 607, 80]); a.setContents('second copy for branch 11');
    a.update();`,
    'incremental',
  )(await sign(bytes, 'Document Services'))

/** Another paper put behind it in an update. */
const another =
  (more: Paper): Work =>
  async (bytes) => {
    const script = [
      `var pdf = new PDFDocument('in.pdf'); var other = new PDFDocument('more.pdf');`,
      `pdf.graftPage(-1, other, 0); pdf.save('out.pdf', 'incremental')`,
    ].join('\n')
    return through('mutool', ['run', 'work.js'], { 'work.js': script, 'more.pdf': await printed(more) })(bytes)
  }

/** What honest people do with the tools of this round's forgers. */
export const actsOn = (paperOf: (name: string) => Paper): readonly Act[] => [
  act('foot-laid-over', 'uk-classic', footed),
  act('numbered-when-distilled', 'de-giro', numbered),
  act('numbered-when-distilled', 'ca-card', numbered),
  act('printed-from-a-browser', 'de-giro', honestly(COVERS, 'webEditor')),
  act('ringed-and-baked', 'uk-rent', ringed('£1,240.00', 'ok')),
  act('taken-out', 'us-stub', takenOut('612 Harbor View')),
  act('through-a-word-processor', 'us-w2', honestly(FILES, 'wordProcessor')),
  act('through-a-word-processor', 'us-union', honestly(FILES, 'wordProcessor')),
  act('recognised-over-its-picture', 'us-stub', (bytes) => underOver(bytes, bytes)),
  act('laid-on-white', 'de-giro', honestly(UNSEEN, 'behindWhite')),
  act('commented-when-signed', 'us-stub', commentedWhenSigned),
  act('another-behind-it', 'uk-classic', another(paperOf('uk-rent'))),
  act('e-invoice', 'es-factura', honestly(FILES, 'withXml')),
  act('ticked', 'fr-bulletin', ticked('Salaire de base')),
  act('sanitised', 'us-business', through('mutool', ['clean', '-gggg', '-s', 'in.pdf', 'out.pdf'])),
]
