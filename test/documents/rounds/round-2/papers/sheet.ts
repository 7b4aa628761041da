import { PDFDocument, type PDFFont, PDFHexString, PDFOperator, type PDFPage, rgb } from '@cantoo/pdf-lib'
import type { Paper } from './read-papers.ts'

/** A text at its place: left edge (or right edge, when `right`) and base line in points from the foot. */
interface Run {
  page: number
  x: number
  y: number
  text: string
  size: number
  bold: boolean
  right: boolean
}

interface Frame {
  page: number
  box: [number, number, number, number]
  fill: boolean
}

const SIZES: Record<string, [number, number]> = { A4: [595, 842], Letter: [612, 792], Landscape: [842, 595] }

/*
 * A sheet is lines of text: `@40 text` begins at the fortieth hundredth of the width, `@95> text` ends there.
 * `# ` is a heading, `* ` bold. `!size n`, `!lead n`, `!skip n`, `!at row`, `!page`, `!rule from to`,
 * `!box from to rows`, `!fill from to rows` are what they are called.
 */
function lay(body: string, [width, height]: [number, number]): { runs: Run[]; frames: Frame[]; pages: number } {
  const [runs, frames]: [Run[], Frame[]] = [[], []]
  const state = { page: 0, size: 9, lead: 13, y: height - 40 }
  const across = (columns: string) => (Number(columns) / 100) * width
  const frame = (from: string, to: string, rows: number, fill: boolean) => {
    const [top, foot] = [state.y + state.lead * 0.75, state.y + state.lead * (0.75 - rows)]
    frames.push({ page: state.page, box: [across(from), foot, across(to), top], fill })
  }
  const orders: Record<string, (a: string, b: string, c: string) => void> = {
    size: (a) => (state.size = Number(a)),
    lead: (a) => (state.lead = Number(a)),
    skip: (a) => (state.y -= Number(a) * state.lead),
    at: (a) => (state.y = height - 40 - Number(a) * state.lead),
    page: () => Object.assign(state, { page: state.page + 1, y: height - 40 }),
    rule: (a, b) => frame(a, b, 0, false),
    box: (a, b, c) => frame(a, b, Number(c), false),
    fill: (a, b, c) => frame(a, b, Number(c), true),
  }
  for (const line of body.split('\n')) {
    const [, order = '', a = '', b = '', c = ''] = /^!(\w+) ?(\S*) ?(\S*) ?(\S*)/.exec(line) ?? []
    if (order) orders[order]?.(a, b, c)
    else {
      const [, mark = '', rest = ''] = /^([#*] )?(.*)$/.exec(line) ?? []
      const size = mark === '# ' ? state.size * 1.6 : state.size
      for (const [, at = '', edge, text = ''] of rest.matchAll(/@([\d.]+)(>?) (.*?)(?=\s*@[\d.]+>? |$)/g)) {
        const place = { page: state.page, x: across(at), y: state.y, text }
        if (text) runs.push({ ...place, size, bold: mark !== '', right: edge === '>' })
      }
      state.y -= state.lead
    }
  }
  return { runs, frames, pages: state.page + 1 }
}

type Faces = Record<'plain' | 'bold', PDFFont>
type Hand = (page: PDFPage, run: Run, font: PDFFont, left: number) => void

const whole: Hand = (page, { text, y, size }, font, x) => page.drawText(text, { x, y, size, font })

const byWords: Hand = (page, { text, y, size }, font, left) => {
  let x = left
  for (const word of text.split(' ')) {
    if (word) page.drawText(word, { x, y, size, font })
    for (const letter of `${word} `) x += font.widthOfTextAtSize(letter, size)
  }
}

/** Pieces with small corrections between them, as typesetting programs write. */
const kerned: Hand = (page, { text, y, size }, font, x) => {
  const { context } = page.doc
  const pieces = text.match(/.{1,3}/g) ?? []
  const array = context.obj(pieces.flatMap((piece, at) => [PDFHexString.of(font.encodeText(piece).asString()), at % 3]))
  const name = page.node.newFontDictionary(font.name, font.ref)
  const operator = (word: string, args: unknown[] = []) => PDFOperator.of(word as never, args as never)
  const place = [1, 0, 0, 1, x.toFixed(2), y.toFixed(2)].map(String)
  const operators = [operator('BT'), operator('Tf', [name, String(size)]), operator('Tm', place)]
  page.pushOperators(...operators, operator('TJ', [array]), operator('ET'))
}

const HANDS: Record<string, Hand> = { runs: whole, words: byWords, columns: whole, kerned }

/** Prints a sheet as its option `hand` says: whole runs, word by word, column after column, or with kerning. */
export async function printSheet({ body, options, name }: Paper): Promise<Uint8Array> {
  const size = SIZES[options.page ?? 'A4'] ?? (options.page?.split('x').map(Number) as [number, number])
  const { runs, frames, pages } = lay(body, size)
  const pdf = await PDFDocument.create()
  const sheets = Array.from({ length: pages }, () => pdf.addPage(size))
  const family = options.font ?? 'Helvetica'
  const faces: Faces = {
    plain: await pdf.embedFont(family === 'Times' ? 'Times-Roman' : family),
    bold: await pdf.embedFont(`${family}-Bold`),
  }
  for (const { page, box, fill } of frames) drawFrame(sheets[page], box, fill)
  const hand = HANDS[options.hand ?? 'runs'] ?? whole
  const order = options.hand === 'columns' ? runs.toSorted((a, b) => a.page - b.page || a.x - b.x) : runs
  for (const run of order) {
    const font = run.bold ? faces.bold : faces.plain
    const left = run.right ? run.x - font.widthOfTextAtSize(run.text, run.size) : run.x
    hand(sheets[run.page] as PDFPage, run, font, left)
  }
  pdf.setProducer(options.by ?? 'iText 5.5.13.2')
  pdf.setTitle(options.title ?? name)
  for (const set of ['setCreationDate', 'setModificationDate'] as const) pdf[set](new Date(`${options.made}T08:00:00Z`))
  return pdf.save({ useObjectStreams: options.by?.includes('2') ?? false })
}

function drawFrame(sheet: PDFPage | undefined, [x, y, right, top]: Frame['box'], fill: boolean): void {
  const place = { x, y, width: right - x, height: top - y }
  if (fill) sheet?.drawRectangle({ ...place, color: rgb(0.88, 0.9, 0.93) })
  else if (y === top) sheet?.drawLine({ start: { x, y }, end: { x: right, y }, thickness: 0.6 })
  else sheet?.drawRectangle({ ...place, borderWidth: 0.6, borderColor: rgb(0.2, 0.2, 0.2) })
}
