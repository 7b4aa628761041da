import { type PDFDocument, PDFName, type PDFPage, StandardFonts } from '@cantoo/pdf-lib'
import { fromHtml } from '../round-11-forged/printers.ts'
import { sizeOf } from '../round-11-forged/sheet.ts'
import { ghostscript, mutool, qpdf, through } from '../round-11-forged/tools.ts'
import { append, shown } from '../round-12-forged/hands-within.ts'
import type { Hand, Job } from '../round-12-forged/job.ts'
import { boxOf, leftOf, opened, saved, standard } from '../round-12-forged/pens.ts'

type Box = readonly [x: number, y: number, width: number, height: number]
type Pair = Job['cells'][number]

/** What the old and the new text cover together, from the lower left. */
function roomOf([was, is]: Pair, { paper }: Job): Box {
  const [a, b] = [boxOf(was, paper), boxOf(is, paper)]
  const [x, right] = [Math.min(a[0], b[0]), Math.max(a[0] + a[2], b[0] + b[2])]
  return [x - 0.6, a[1], right - x + 1.2, a[3]]
}

const PATCH = 'patch.pdf'
const literal = (text: string) => `(${text.replace(/[()\\]/g, '\\$&')})`
const NAMES = { sans: 'Helvetica', serif: 'Times-Roman', mono: 'Courier' } as const
const HEAVY = { sans: 'Helvetica-Bold', serif: 'Times-Bold', mono: 'Courier-Bold' } as const

/** A sheet with white boxes and the new texts alone, as a page of its own. */
function patchOf(job: Job): Uint8Array {
  const { paper, cells } = job
  const [width, height] = sizeOf(paper)
  const head = [
    `%%MediaBox 0 0 ${width} ${height}`,
    `%%Font R ${NAMES[paper.face]} Latin`,
    `%%Font B ${HEAVY[paper.face]} Latin`,
  ]
  const draw = cells.map((pair) => {
    const [, is] = pair
    const at = `${leftOf(is, paper.face).toFixed(2)} ${height - is.top}`
    const text = `BT /${is.bold ? 'B' : 'R'} ${is.size} Tf ${at} Td ${literal(is.text)} Tj ET`
    return `1 g ${roomOf(pair, job).join(' ')} re f 0 g ${text}`
  })
  const source = Buffer.from([...head, ...draw].join('\n'), 'latin1')
  return through('mutool', ['create', '-o', 'out.pdf', 'page.txt'], { 'page.txt': source })(new Uint8Array())
}

const overlaid: Hand = (bytes, job) =>
  through('qpdf', ['in.pdf', '--overlay', PATCH, '--', 'out.pdf'], { [PATCH]: patchOf(job) })(bytes)

/** Ghostscript draws the box and the text at the end of the page that it distils. */
const endPage: Hand = (bytes, job) => {
  const { paper, cells } = job
  const height = sizeOf(paper)[1]
  const draw = cells.map((pair) => {
    const [, is] = pair
    const font = `/${is.bold ? HEAVY[paper.face] : NAMES[paper.face]} findfont ${is.size} scalefont setfont`
    const at = `${leftOf(is, paper.face).toFixed(2)} ${height - is.top} moveto`
    return `1 setgray ${roomOf(pair, job).join(' ')} rectfill 0 setgray ${font} ${at} ${literal(is.text)} show`
  })
  const hook = `<</EndPage {exch pop 2 ne dup {gsave initgraphics ${draw.join(' ')} grestore} if}>> setpagedevice`
  return ghostscript('-c', hook, '-f')(bytes)
}

/** Something drawn over the old text by the page's operators, then the new text in a face that needs no file. */
const drawn =
  (hide: (page: PDFPage, box: Box, pdf: PDFDocument) => Promise<string> | string): Hand =>
  async (bytes, job) => {
    const pdf = await opened(bytes)
    for (const pair of job.cells) {
      const page = pdf.getPage(pair[0].page - 1)
      const cover = await hide(page, roomOf(pair, job), pdf)
      const font = await standard(pdf, job.paper, pair[1].bold)
      append(page, `q ${cover} Q\n${shown(page, pair[1], font, job.paper.face)}`)
    }
    return saved(pdf)
  }

const inlineWhite = drawn((_, [x, y, width, height]) => {
  return `${width} 0 0 ${height} ${x} ${y} cm\nBI /W 1 /H 1 /BPC 8 /CS /G ID \xff\nEI`
})

/** The full square of a font of signs, in white, drawn out to the width of the text. */
const whiteSquare = drawn(async (page, [x, y, width, height], pdf) => {
  const font = await pdf.embedFont(StandardFonts.ZapfDingbats)
  const key = page.node.newFontDictionary(font.name, font.ref).asString()
  const size = height * 1.45
  const stretch = (100 * width) / (0.761 * size)
  return `BT 1 g ${key} ${size} Tf ${stretch * 1.12} Tz ${x - 0.06 * width} ${y + 0.1} Td <6e> Tj ET`
})

/** White that is mixed with the page so that it is white all the same. */
const screened = drawn((page, box, pdf) => {
  const look = pdf.context.obj({ Type: 'ExtGState', BM: 'Screen' })
  const states = page.node.normalizedEntries().Resources.lookup(PDFName.of('ExtGState'))
  const key = PDFName.of('GsScreen')
  if (states && 'set' in states) (states as unknown as Map<PDFName, unknown>).set(key, look)
  else page.node.normalizedEntries().Resources.set(PDFName.of('ExtGState'), pdf.context.obj({ GsScreen: look }))
  return `/GsScreen gs 1 1 1 rg ${box.join(' ')} re f`
})

/** A white pen and a typewriter's note, as readers on a telephone have them, then baked into the page. */
const inked: Hand = (bytes, job) => {
  const height = sizeOf(job.paper)[1]
  const notes = job.cells.map((pair) => {
    const [x, y, width, high] = roomOf(pair, job)
    const [, is] = pair
    const level = height - y - high / 2
    const rect = [x - 2, height - y - high - 2, x + width + 4, height - y + 3]
    return `var a = page.createAnnotation('Ink'); a.setColor([1, 1, 1]); a.setBorder(${high + 1});
a.setInkList([[[${x + 4}, ${level}], [${x + width - 4}, ${level}]]]); a.update();
var n = page.createAnnotation('FreeText'); n.setRect([${rect}]); n.setContents(${JSON.stringify(is.text)});
n.setDefaultAppearance('Helv', ${is.size}, [0, 0, 0]); n.setBorder(0); n.setQuadding(${is.right ? 2 : 0}); n.update();`
  })
  return qpdf('--flatten-annotations=all')(mutool(`${notes.join('\n')}\npage.update();`)(bytes))
}

/** The page drawn as curves in a browser, with a field of the editor over it, and printed from there. */
const webEditor: Hand = (bytes, job) => {
  const svg = through('pdftocairo', ['-svg', 'in.pdf', 'out.svg'], {}, 'out.svg')(bytes)
  const [width, height] = sizeOf(job.paper)
  const fields = job.cells.map((pair) => {
    const [x, y, wide, high] = roomOf(pair, job)
    const [, is] = pair
    const place = `left:${x}pt;top:${height - y - high}pt;width:${wide}pt;height:${high}pt`
    const type = `font:${is.bold ? 'bold ' : ''}${is.size}pt/${high}pt Arial;text-align:${is.right ? 'right' : 'left'}`
    return `<div style="position:absolute;background:#fff;${place};${type}">${is.text}</div>`
  })
  const page = `@page{size:${width}pt ${height}pt;margin:0}body{margin:0;position:relative}svg{display:block}`
  const body = `${Buffer.from(svg)
    .toString('utf8')
    .replace(/^<\?xml.*\n/, '')}${fields.join('')}`
  return fromHtml(`<!doctype html><meta charset="utf-8"><style>${page}</style>${body}`)
}

export const COVERS: Record<string, Hand> = {
  ...{ overlaid, endPage, inlineWhite, whiteSquare, screened, inked, webEditor },
}
