import { type PDFDict, PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'
import type { Truth } from '../../../specimen.ts'
import { rgb } from '../../round-1/printer.ts'
import type { Box } from '../../round-3/forgeries/job.ts'
import { withXml } from '../../round-5/forged-text/xml.ts'
import { type Face, plainFace, subsetFace } from './faces.ts'
import { laidOut, type PrintedLine, type Stroke } from './layout.ts'
import { fail, handOf, type Paper, truthOf } from './papers.ts'

/** How a program writes its files. */
interface Hand {
  producer: string
  creator?: string
  /** Embeds only the letters it uses. */
  subset?: boolean
  /** Its pages run from the top down. */
  flipped?: boolean
  /** Every word by itself. */
  words?: boolean
}

const HANDS: Record<string, Hand> = {
  std: { producer: 'PDFlib+PDI 9.3.1 (C++/Win64)', creator: 'StatementComposer 6.2' },
  sub: { producer: 'Apache FOP Version 2.9', creator: 'Apache FOP Version 2.9', subset: true },
  skia: { producer: 'Skia/PDF m138', creator: 'Chromium', subset: true, flipped: true },
  words: { producer: 'Microsoft: Print To PDF', words: true },
}

/** A stretch of text as it stands in the file: a value, or the words around one. */
export interface Piece {
  field: string
  text: string
  page: number
  x: number
  y: number
  width: number
  size: number
  face: string
  color: string
  /** Its right end stays where it is when it changes. */
  right: boolean
  /** The operators that show it, which stand once on its page. */
  ops: string
}

/** A printed paper, and what is known of where everything stands in it. */
export interface Print {
  paper: Paper
  bytes: Uint8Array
  pieces: Piece[]
  /** The operators that show a piece with changes, in the frame of its page. */
  show(piece: Piece, how?: Showing): string
  /** The letters that the font of a piece has in this file. */
  has(piece: Piece): ReadonlySet<string>
}

export interface Showing {
  text?: string
  x?: number
  up?: number
  size?: number
  color?: string
  /** Another font of the page by its name there, whose codes are these. */
  font?: string
  code?: string
  /** Operators before it is shown. */
  before?: string
}

const at = (number: number) => number.toFixed(2).replace(/\.?0+$/, '')

/** What every piece of a printed line is, its operators yet to be written. */
function piecesOf(line: PrintedLine, face: Face): Piece[] {
  const { page, y, size, color } = line
  const widths = line.stretches.map(({ text }) => face.widthOf(text, size))
  const wide = widths.reduce((sum, each) => sum + each, 0)
  let x = line.at - (line.side === '>' ? wide : line.side === '|' ? wide / 2 : 0)
  return line.stretches.map(({ field, text }, index) => {
    const width = widths[index] ?? 0
    const right = line.side === '>' && index === line.stretches.length - 1
    const piece = { field, text, page, x, y, width, size, face: line.face, color, right, ops: '' }
    x += width
    return piece
  })
}

function strokeOps({ box: [x, y, right, top], fill }: Stroke, flip: number): string {
  const foot = flip ? flip - top : y
  const plate = `${at(x)} ${at(foot)} ${at(right - x)} ${at(top - y)} re`
  return fill ? `q ${rgb(fill)} rg ${plate} f Q` : `q 0.6 w ${plate} S Q`
}

/** What is otherwise than the paper and its program say. */
interface Changed {
  producer?: string
  made?: string
  /** What the invoice for machines says. */
  xml?: Truth
}

/** Prints a paper as the program does that its first line names. */
export async function printed(paper: Paper, changed: Changed = {}): Promise<Print> {
  const hand = HANDS[handOf(paper)] ?? fail(`no hand ${paper.by}`)
  const layout = laidOut(paper)
  const pdf = await PDFDocument.create({ updateMetadata: false })
  const faces = new Map<string, Face>()
  const names = new Map<string, string>()
  const fonts = pdf.context.obj({}) as PDFDict
  for (const { face } of layout.lines) {
    if (faces.has(face)) continue
    const made = await (hand.subset ? subsetFace : plainFace)(pdf, face)
    names.set(face, `F${names.size + 1}`)
    fonts.set(PDFName.of(`F${names.size}`), made.ref)
    faces.set(face, made)
  }
  const flip = hand.flipped ? paper.size[1] : 0
  const shower = showerOf(faces, names, hand, flip)
  const pieces = layout.lines.flatMap((line) => piecesOf(line, faces.get(line.face) ?? fail(line.face)))
  for (const piece of pieces) piece.ops = shower(piece)
  for (let number = 1; number <= layout.pages; number++) {
    const page = pdf.addPage(paper.size)
    page.node.set(PDFName.of('Resources'), pdf.context.obj({ Font: fonts }))
    const strokes = layout.strokes.filter((stroke) => stroke.page === number).map((stroke) => strokeOps(stroke, flip))
    const texts = pieces.filter((piece) => piece.page === number).map(({ ops }) => ops)
    const head = flip ? [`1 0 0 -1 0 ${at(flip)} cm`] : []
    const stream = pdf.context.flateStream([...head, ...strokes, ...texts].join('\n'))
    page.node.set(PDFName.of('Contents'), pdf.context.register(stream))
  }
  const bytes = await saved(pdf, paper, { ...hand, ...changed })
  const letters = (name: string) => new Set(pieces.filter(({ face }) => face === name).flatMap(({ text }) => [...text]))
  return { paper, bytes, pieces, show: shower, has: ({ face }) => letters(face) }
}

async function saved(pdf: PDFDocument, paper: Paper, { producer, creator, xml, made = paper.made }: Hand & Changed) {
  pdf.setProducer(producer)
  if (creator) pdf.setCreator(creator)
  pdf.setCreationDate(new Date(`${made}T06:${made.slice(8)}:41Z`))
  pdf.setModificationDate(new Date(`${made}T06:${made.slice(8)}:41Z`))
  pdf.context.trailerInfo.ID = pdf.context.obj([PDFString.of(paper.name), PDFString.of(paper.name)])
  const bytes = await pdf.save({ useObjectStreams: false, updateFieldAppearances: false })
  return paper.after === 'zugferd' ? withXml(bytes, xml ?? truthOf(paper)) : bytes
}

const showerOf =
  (faces: ReadonlyMap<string, Face>, names: ReadonlyMap<string, string>, { flipped, words }: Hand, flip: number) =>
  (piece: Piece, how: Showing = {}): string => {
    const face = faces.get(piece.face) ?? fail(piece.face)
    const { text = piece.text, size = piece.size, font = names.get(piece.face), color = piece.color, before } = how
    const y = piece.y + (how.up ?? 0)
    const one = (part: string, x: number) => {
      const code = how.code ?? face.codeOf(part)
      const matrix = `1 0 0 ${flipped ? -1 : 1} ${at(x)} ${at(flipped ? flip - y : y)} Tm`
      const ink = `${rgb(color)} rg${before ? ` ${before}` : ''}`
      return `BT ${ink} /${font} ${at(size)} Tf ${matrix} <${code}> Tj ET`
    }
    const start = how.x ?? startOf(piece, text, face.widthOf(text, size))
    if (!words || how.code) return one(text, start)
    const shown: string[] = []
    let x = start
    for (const part of text.split(/(?<= )/)) {
      shown.push(one(part, x))
      x += face.widthOf(part, size)
    }
    return shown.join('\n')
  }

const startOf = (piece: Piece, text: string, width: number) =>
  piece.right && text !== piece.text ? piece.x + piece.width - width : piece.x

/** What a piece takes of its page, with the room that another text of some width takes in its place. */
export function boxOf(piece: Piece, width = 0): Box {
  const { x, y, size, right } = piece
  const end = x + piece.width
  const [from, to] = right ? [Math.min(x, end - width), end] : [x, Math.max(end, x + width)]
  return [from, y - 0.22 * size, to, y + 0.74 * size]
}

export const pieceOf = ({ pieces, paper }: Print, field: string): Piece =>
  pieces.find((piece) => piece.field === field) ?? fail(`${paper.name} does not print ${field}`)
