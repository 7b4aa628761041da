import { decodePDFRawStream, type PDFFont, PDFName, type PDFPage, PDFRawStream, PDFString } from '@cantoo/pdf-lib'
import { recoded } from '../round-11-forged/codes.ts'
import type { Cell, Change } from '../round-11-forged/sheet.ts'
import { exiftool, ghostscript, mutool, qpdf, through } from '../round-11-forged/tools.ts'
import type { Hand, Job } from './job.ts'
import { boxOf, embedded, leftOf, opened, saved, standard, write } from './pens.ts'
import { cairo } from './printers.ts'

/** Digits changed in the contents, in the font that they have. */
const contents: Hand = (bytes, { changes }) => recoded(bytes, changes)

/** The file without the old texts. */
export const emptied: Hand = (bytes, { cells, changes }) => {
  const nth = changes[0]?.[2]
  const gone = [...new Set(cells.map(([was]) => was.text))]
  return recoded(
    bytes,
    gone.map((text): Change => (nth === undefined ? [text, ''] : [text, '', nth])),
  )
}

type Face = (job: Job) => (pdf: Awaited<ReturnType<typeof opened>>, bold: boolean) => Promise<PDFFont>
const anew: Face =
  ({ paper }) =>
  (pdf, bold) =>
    embedded(pdf, paper, bold)
const other: Face =
  ({ paper }) =>
  (pdf, bold) =>
    standard(pdf, paper, bold)

/** The old text taken out and the new one set, in a font subset anew or in another program of the same face. */
const retyped =
  (face: Face): Hand =>
  async (bytes, job) => {
    const pdf = await opened(await emptied(bytes, job))
    for (const [, is] of job.cells) write(pdf.getPage(is.page - 1), is, await face(job)(pdf, is.bold))
    return saved(pdf)
  }

/** Contents of one's own behind those of the page. */
export function append(page: PDFPage, contents: string): void {
  const { node, doc } = page
  node.normalize()
  const [start, end] = [doc.context.getPushGraphicsStateContentStream(), doc.context.getPopGraphicsStateContentStream()]
  node.wrapContentStreams(start, end)
  node.addContentStream(doc.context.register(doc.context.flateStream(contents)))
}

interface Shown {
  mode?: number
  grey?: number
  /** Where it is written instead. */
  at?: readonly [number, number]
  size?: number
}

/** A text in the page's own operators. */
export function shown(page: PDFPage, cell: Cell, font: PDFFont, face: Job['paper']['face'], how: Shown = {}): string {
  const key = page.node.newFontDictionary(font.name, font.ref).asString()
  const [x, y] = how.at ?? [leftOf(cell, face), page.getHeight() - cell.top]
  const { mode = 0, grey = 0, size = cell.size } = how
  return `BT ${grey} g ${key} ${size} Tf ${mode} Tr ${x} ${y} Td ${font.encodeText(cell.text)} Tj ET`
}

type Laying = (page: PDFPage, pair: readonly [Cell, Cell], font: PDFFont, job: Job) => string

/** Something written into the contents for each cell, over the page as it is or without its old texts. */
const laid =
  (without: boolean, laying: Laying): Hand =>
  async (bytes, job) => {
    const pdf = await opened(without ? await emptied(bytes, job) : bytes)
    for (const pair of job.cells) {
      const page = pdf.getPage(pair[0].page - 1)
      append(page, laying(page, pair, await embedded(pdf, job.paper, pair[1].bold), job))
    }
    return saved(pdf)
  }

/** The new text is seen, the old one stays for programs: without ink. */
const oldUnseen = laid(true, (page, [was, is], font, { paper: { face } }) =>
  [shown(page, was, font, face, { mode: 3 }), shown(page, is, font, face)].join('\n'),
)
const newFor = (how: (page: PDFPage, cell: Cell) => Shown) =>
  laid(false, (page, [, is], font, { paper: { face } }) => shown(page, is, font, face, how(page, is)))
/** The page is as it was, programs read something else: without ink, in white, tiny, or off the page. */
const newUnseen = newFor(() => ({ mode: 3 }))
const newWhite = newFor((page, { x, top }) => ({ grey: 1, at: [x - 60, page.getHeight() - top + 11] }))
const newTiny = newFor((page, { x, top }) => ({ size: 0.4, at: [x - 70, page.getHeight() - top] }))
const newOutside = newFor((page, { top }) => ({ at: [page.getWidth() + 20, page.getHeight() - top] }))

const utf16 = (text: string) => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`

/** The new text is seen, what is copied from it is the old one. */
const actualText = laid(true, (page, [was, is], font, { paper: { face } }) =>
  [`/Span <</ActualText ${utf16(was.text)}>> BDC`, shown(page, is, font, face), 'EMC'].join('\n'),
)

/** The old text cut away by a clip without area, the new one beside it. */
const clipped = laid(true, (page, [was, is], font, { paper: { face } }) =>
  [`q 0 0 0 0 re W n ${shown(page, was, font, face)} Q`, shown(page, is, font, face)].join('\n'),
)

/** The old text on a layer that is off, the new one on a layer that is on. */
const layered: Hand = async (bytes, job) => {
  const pdf = await opened(await emptied(bytes, job))
  const { context } = pdf
  const layer = (name: string) => {
    const group = context.obj({ Type: 'OCG' })
    group.set(PDFName.of('Name'), PDFString.of(name))
    return context.register(group)
  }
  const [on, off] = [layer('Revised'), layer('Original')]
  if (!on || !off) throw new Error('no layers')
  const config = context.obj({ OCGs: [on, off], D: { ON: [on], OFF: [off], Order: [on, off] } })
  pdf.catalog.set(PDFName.of('OCProperties'), config)
  for (const [was, is] of job.cells) {
    const page = pdf.getPage(was.page - 1)
    const font = await embedded(pdf, job.paper, is.bold)
    page.node.normalizedEntries().Resources.set(PDFName.of('Properties'), context.obj({ L1: on, L0: off }))
    const { face } = job.paper
    append(page, `/OC /L0 BDC ${shown(page, was, font, face)} EMC\n/OC /L1 BDC ${shown(page, is, font, face)} EMC`)
  }
  return saved(pdf)
}

/** A font whose map to Unicode names the old digits for the new shapes. */
const mapLies: Hand = async (bytes, job) => {
  const first = await retyped(anew)(bytes, job)
  const pdf = await opened(first)
  const [pair] = job.cells
  if (!pair) return first
  const [was, is] = [[...pair[0].text], [...pair[1].text]]
  for (const [, object] of pdf.context.enumerateIndirectObjects().toReversed()) {
    if (!(object instanceof PDFRawStream)) continue
    const map = Buffer.from(decodePDFRawStream(object).decode()).toString('latin1')
    if (!map.includes('beginbfchar')) continue
    const hex = (text = '') => `<${text.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}>`
    const at = is.findIndex((letter, place) => letter !== was[place])
    const lying = map.replace(new RegExp(`(<\\w+>) ${hex(is[at])}`, 'i'), `$1 ${hex(was[at])}`)
    const ref = pdf.context.getObjectRef(object)
    if (ref) pdf.context.assign(ref, pdf.context.flateStream(lying))
    break
  }
  return saved(pdf)
}

/** Contents changed in a second state of the file, behind the first. */
const updated: Hand = (bytes, job) => {
  const lines = job.cells.map(([was, is]) => {
    const [x, y, width, height] = boxOf(was, job.paper)
    const octal = (letter: string) => `\\${letter.charCodeAt(0).toString(8)}`
    const text = is.text.replace(/[()\\\u0080-\u00ff]/g, octal)
    const left = leftOf(is, job.paper.face)
    const letters = `BT /Helv ${is.size} Tf ${left} ${y + 0.22 * is.size} Td (${text}) Tj ET`
    return `1 g ${x} ${y} ${width} ${height} re f 0 g ${letters}`
  })
  const script = [
    `var o = pdf.findPage(0); var f = pdf.addSimpleFont(new Font('Helvetica'), 'Latin');`,
    `if (!o.Resources.Font) o.Resources.Font = {}; o.Resources.Font.Helv = f;`,
    `var s = pdf.addStream(${JSON.stringify(`\nQ q ${lines.join(' ')} Q`)});`,
    `var c = o.Contents; var a = pdf.newArray(); a.push(pdf.addStream('q\\n'));`,
    `if (c.isArray()) c.forEach(function (x) { a.push(x) }); else a.push(c);`,
    `a.push(s); o.Contents = a;`,
  ]
  return mutool(script.join('\n'), 'incremental')(bytes)
}

/** The page cut so that what stands below is not seen. */
const cut: Hand = async (bytes, { cells }) => {
  const pdf = await opened(bytes)
  const page = pdf.getPage(0)
  const top = Math.min(...cells.map(([was]) => was.top)) - 12
  page.setCropBox(0, page.getHeight() - top, page.getWidth(), top)
  page.setMediaBox(0, page.getHeight() - top, page.getWidth(), top)
  return saved(pdf)
}

/** Every page as one picture, at the quality of a messenger. */
const pictures: Hand = async (bytes) => {
  const pdf = await opened(bytes)
  const sizes = pdf.getPages().map((page) => page.getSize())
  const out = await (await import('@cantoo/pdf-lib')).PDFDocument.create()
  for (const [at, { width, height }] of sizes.entries()) {
    const only = ['-f', `${at + 1}`, '-singlefile']
    const jpeg = through('pdftoppm', ['-jpeg', '-r', '150', ...only, 'in.pdf', 'out'], {}, 'out.jpg')(bytes)
    out.addPage([width, height]).drawImage(await out.embedJpg(jpeg), { x: 0, y: 0, width, height })
  }
  return saved(out)
}

const FAKED = ['-Producer=iText 2.1.7 by 1T3XT', '-Creator=JasperReports 6.4.1', '-CreateDate=2026:10:01 05:02:11Z']

export const WITHIN: Record<string, Hand> = {
  ...{ contents, oldUnseen, newUnseen, newWhite, newTiny, newOutside, actualText, clipped, layered, mapLies },
  ...{ updated, cut, pictures, retyped: retyped(anew), otherFont: retyped(other) },
  distilled: (bytes) => ghostscript()(bytes),
  cairo: (bytes) => cairo(bytes),
  packed: (bytes) => qpdf('--object-streams=generate', '--recompress-flate')(bytes),
  wiped: (bytes) => qpdf('--linearize')(exiftool('-all=')(bytes)),
  faked: (bytes) => qpdf('--linearize')(exiftool(...FAKED, '-ModifyDate=2026:10:01 05:02:11Z')(bytes)),
}
