import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PDFDocument, rgb } from '@cantoo/pdf-lib'
import { element, escaped } from '../round-11-forged/markup.ts'
import { fromHtml, office } from '../round-11-forged/printers.ts'
import { type Cell, sizeOf } from '../round-11-forged/sheet.ts'
import { call, inFolder, through } from '../round-11-forged/tools.ts'
import { writerOf } from '../round-11-forged/writer.ts'
import { embedded, leftOf, standard, write } from './pens.ts'
import type { Paper } from './sheets.ts'

type Printer = (paper: Paper) => Promise<Uint8Array> | Uint8Array

const MAKER = { library: 'OpenPDF 1.3.35', plain: 'FPDF 1.86' }

const byLibrary =
  (maker: keyof typeof MAKER, fonts: typeof embedded): Printer =>
  async (paper) => {
    const pdf = await PDFDocument.create()
    const faces = [await fonts(pdf, paper, false), await fonts(pdf, paper, true)] as const
    for (let page = 0; page < paper.pages; page++) pdf.addPage(sizeOf(paper))
    for (const { page, box, grey } of paper.shades) {
      const [x, y, width, height] = box
      const sheet = pdf.getPage(page - 1)
      sheet.drawRectangle({ x, y: sheet.getHeight() - y - height, width, height, color: rgb(grey, grey, grey) })
    }
    for (const cell of paper.cells) write(pdf.getPage(cell.page - 1), cell, faces[cell.bold ? 1 : 0])
    pdf.setProducer(MAKER[maker])
    pdf.setCreator('')
    const when = new Date('2026-10-16T06:40:00Z')
    pdf.setCreationDate(when)
    pdf.setModificationDate(when)
    return pdf.save({ useObjectStreams: false })
  }

const FAMILY = { sans: 'Liberation Sans', serif: 'Liberation Serif', mono: 'Liberation Mono' }

function htmlOf(paper: Paper, scale = 1): string {
  const [width, height] = sizeOf(paper)
  const pt = (length: number) => `${(length * scale).toFixed(2)}pt`
  const shades = paper.shades.map(({ box: [x, y, wide, high], grey }) => {
    const tone = Math.round(255 * grey)
    const place = `left:${pt(x)};top:${pt(y)};width:${pt(wide)};height:${pt(high)}`
    return element('div', { style: `${place};background:rgb(${tone},${tone},${tone})` })
  })
  const cells = paper.cells.map(({ top, x, right, bold, size, text }) => {
    const side = right ? `right:${pt(width - x)}` : `left:${pt(x)}`
    const weight = bold ? ';font-weight:bold' : ''
    return element(
      'div',
      { style: `top:${pt(top - 0.846 * size)};${side};font-size:${pt(size)}${weight}` },
      escaped(text),
    )
  })
  const size = `width:${pt(width)};height:${pt(height - 4)}`
  const body = `margin:0;position:relative;${size};font-family:"${FAMILY[paper.face]}"`
  const texts = 'div{position:absolute;white-space:pre;line-height:1}'
  const style = `@page{size:${width}pt ${height}pt;margin:0}body{${body}}${texts}`
  const head = element(
    'head',
    {},
    '<meta charset="utf-8">',
    element('title', {}, paper.name),
    element('style', {}, style),
  )
  return `<!doctype html>${element('html', {}, head, element('body', {}, ...shades, ...cells))}`
}

const wkhtmltopdf: Printer = (paper) =>
  inFolder((folder) => {
    const [width, height] = sizeOf(paper)
    writeFileSync(path.join(folder, 'in.html'), htmlOf(paper, 1.3015))
    const margins = ['T', 'B', 'L', 'R'].flatMap((side) => [`-${side}`, '0'])
    const page = ['--page-width', `${width}pt`, '--page-height', `${height}pt`, '--disable-smart-shrinking']
    call('wkhtmltopdf', ['-q', ...page, ...margins, 'in.html', 'out.pdf'], folder)
    return new Uint8Array(readFileSync(path.join(folder, 'out.pdf')))
  })

const NAMES = {
  sans: ['Helvetica', 'Helvetica-Bold'],
  serif: ['Times-Roman', 'Times-Bold'],
  mono: ['Courier', 'Courier-Bold'],
}
const ENCODED = (name: string, as: string) =>
  `/${name} findfont dup length dict begin {1 index /FID ne {def} {pop pop} ifelse} forall ` +
  `/Encoding ISOLatin1Encoding def currentdict end /${as} exch definefont pop`
const literal = (text: string) => `(${text.replace(/[()\\]/g, '\\$&')})`

/** As programs print through a driver: PostScript, distilled. */
const postscript: Printer = (paper) => {
  const height = sizeOf(paper)[1]
  const shades = paper.shades.map(
    ({ box: [x, y, wide, high], grey }) =>
      `${grey} setgray ${x} ${height - y - high} ${wide} ${high} rectfill 0 setgray`,
  )
  const cells = paper.cells.map(({ top, x, right, bold, size, text }) => {
    const show = right ? `${literal(text)} dup stringwidth pop neg 0 rmoveto show` : `${literal(text)} show`
    return `/${bold ? 'B' : 'R'} findfont ${size} scalefont setfont ${x} ${height - top} moveto ${show}`
  })
  const [plain = '', bold = ''] = NAMES[paper.face]
  const source = ['%!PS', ENCODED(plain, 'R'), ENCODED(bold, 'B'), ...shades, ...cells, 'showpage'].join('\n')
  const [width] = sizeOf(paper)
  const size = [`-dDEVICEWIDTHPOINTS=${width}`, `-dDEVICEHEIGHTPOINTS=${height}`]
  const how = ['-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pdfwrite', ...size, '-o', 'out.pdf', 'in.ps']
  return through('gs', how, { 'in.ps': Buffer.from(source, 'latin1') })(new Uint8Array())
}

/** MuPDF's own language of pages. */
const mupdf: Printer = (paper) => {
  const [width, height] = sizeOf(paper)
  const [plain = '', bold = ''] = NAMES[paper.face]
  const head = [`%%MediaBox 0 0 ${width} ${height}`, `%%Font R ${plain} Latin`, `%%Font B ${bold} Latin`]
  const shades = paper.shades.map(
    ({ box: [x, y, wide, high], grey }) => `${grey} g ${x} ${height - y - high} ${wide} ${high} re f 0 g`,
  )
  const line = (cell: Cell) => {
    const at = `${leftOf(cell, paper.face).toFixed(2)} ${height - cell.top}`
    return `BT /${cell.bold ? 'B' : 'R'} ${cell.size} Tf ${at} Td ${literal(cell.text)} Tj ET`
  }
  const source = [...head, ...shades, ...paper.cells.map(line)].join('\n')
  return through('mutool', ['create', '-o', 'out.pdf', 'page.txt'], { 'page.txt': source })(new Uint8Array())
}

export const cairo = through('pdftocairo', ['-pdf', 'in.pdf', 'out.pdf'])
const plain = byLibrary('plain', standard)

const PRINTERS: Record<string, Printer> = {
  library: byLibrary('library', embedded),
  plain,
  chromium: (paper) => fromHtml(htmlOf(paper)),
  wkhtmltopdf,
  writer: (paper) => office('in.fodt', writerOf(paper)),
  postscript,
  mupdf,
  cairo: async (paper) => cairo(await plain(paper)),
}

const prints = new Map<string, Promise<Uint8Array>>()

/** A paper as its printer or another one prints it; office programs are slow, so each is asked once. */
export async function printed(paper: Paper, by = paper.printer): Promise<Uint8Array> {
  const printer = PRINTERS[by]
  if (!printer) throw new Error(`nobody is the printer ${by}`)
  const key = `${by} ${paper.name} ${JSON.stringify(paper.cells)}`
  const print = prints.get(key) ?? Promise.resolve(printer(paper))
  prints.set(key, print)
  return new Uint8Array(await print)
}
