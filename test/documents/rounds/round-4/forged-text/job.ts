import { PDFDict, PDFDocument, PDFName, type PDFPage } from '@cantoo/pdf-lib'
import { embed, type FontName, measureOf, widthOf } from '../../round-1/fonts.ts'
import { rgb } from '../../round-1/printer.ts'
import { redacted } from '../../round-2/forgeries/overlay.ts'
import { contentsOf, putContents } from '../../round-3/forgeries/content.ts'
import { type Box, joined } from '../../round-3/forgeries/job.ts'
import type { Spot } from '../../round-3/forgeries/spot.ts'
import type { Paper } from './papers.ts'

/** A text of a page and what shall stand there. */
export interface Change {
  spot: Spot
  to: string
  /** How often the same text stands before it. */
  times: number
}

/** What is to be forged: a genuine file and every place of it that its forger thinks of. */
export interface Job {
  bytes: Uint8Array
  changes: Change[]
  paper: Paper
}

export type Way = (job: Job) => Promise<Uint8Array>

export const isAmount = (text: string) => /[.,]\d\d$/.test(text)

/** The standard font that comes nearest, or Arial where the paper has something like it. */
export function faceOf({ font }: Spot): FontName {
  const [bold, mono] = [/Bold|-B$/.test(font), /Mono|Cour/.test(font)]
  if (mono) return bold ? 'Courier-Bold' : 'Courier'
  if (/Serif|Times|Roman|C059|Century/.test(font)) return bold ? 'Times-Bold' : 'Times-Roman'
  return bold ? 'Helvetica-Bold' : 'Helvetica'
}

export const arialOf = (spot: Spot): FontName => (/Bold/.test(spot.font) ? 'Arial-Bold' : 'Arial')

/** Where the new text begins: amounts keep their right end. */
export function startOf({ spot, to }: Change, face: FontName): number {
  return isAmount(to) ? spot.box[2] - widthOf(to, face, spot.size) : spot.box[0]
}

/** What the old text and the new one take together. */
export function reach(change: Change): Box {
  const [x, width] = [startOf(change, faceOf(change.spot)), widthOf(change.to, faceOf(change.spot), change.spot.size)]
  return joined(change.spot.box, [x, change.spot.box[1], x + width, change.spot.box[3]])
}

/** A file opened by an editor, changed place by place and saved; some editors sign what they save. */
export async function each(
  { bytes, changes, paper }: Job,
  producer: string | undefined,
  work: (page: PDFPage, pdf: PDFDocument, change: Change) => Promise<void> | void,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  for (const change of changes) await work(pdf.getPage(change.spot.page - 1), pdf, change)
  if (producer) pdf.setProducer(producer)
  if (producer) pdf.setModificationDate(later(paper.made))
  return pdf.save({ useObjectStreams: false, updateFieldAppearances: false })
}

export const later = (day: string) => new Date(Date.parse(`${day}T20:41:08Z`) + 9 * 86_400_000)

/** The paper without its old texts, taken out of its contents as a redaction does. */
export const emptied = async (job: Job): Promise<Job> => ({
  ...job,
  bytes: await redacted(
    job.bytes,
    job.changes.map(({ spot }) => spot),
  ),
})

export function add(page: PDFPage, pdf: PDFDocument, ops: string): void {
  putContents(page, pdf, `q\n${contentsOf(page, pdf)}\nQ\n${ops}`)
}

/** Puts something into a kind of the page's resources under a name of its own. */
export function resource(page: PDFPage, kind: string, value: unknown): string {
  const resources = page.node.Resources() as PDFDict
  const found = resources.lookup(PDFName.of(kind))
  const all = found instanceof PDFDict ? found : (page.doc.context.obj({}) as PDFDict)
  if (all !== found) resources.set(PDFName.of(kind), all)
  const name = `${kind.slice(0, 1)}x${all.keys().length}`
  all.set(PDFName.of(name), page.doc.context.obj(value as never))
  return name
}

export const plate = ([x, y, right, top]: Box) => `${x} ${y} ${right - x} ${top - y} re`

export const cover = (box: Box, colour = '#ffffff') => `q ${rgb(colour)} rg ${plate(box)} f Q`

interface Manner {
  face?: FontName
  scale?: number
  /** Drawn as wide as the old text was. */
  fitted?: boolean
  /** Stroked too, as those do who have no bold face. */
  fat?: boolean
}

/** The operators that type the new text where the old one stood. */
export async function typed(page: PDFPage, pdf: PDFDocument, change: Change, manner: Manner = {}): Promise<string> {
  const { spot, to } = change
  const { face = faceOf(spot), scale = 1, fitted, fat } = manner
  const name = resource(page, 'Font', await embed(pdf, face))
  const [left, , right] = spot.box
  const stretch = fitted ? (100 * (right - left)) / widthOf(to, face, spot.size) : 100
  const at = `1 0 0 1 ${(fitted ? left : startOf(change, face)).toFixed(2)} ${spot.y.toFixed(2)} Tm`
  const ink = `${rgb(spot.color)} rg ${fat ? `${rgb(spot.color)} RG 2 Tr 0.3 w` : ''} ${stretch.toFixed(1)} Tz`
  return `q BT ${ink} /${name} ${spot.size * scale} Tf ${at} ${measureOf(face).encodeText(to)} Tj ET Q`
}
