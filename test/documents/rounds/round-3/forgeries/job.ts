import { type PDFDocument, type PDFFont, type PDFPage, PDFDocument as Pdf, rgb } from '@cantoo/pdf-lib'
import type { Chance } from '../../../chance.ts'
import type { Place } from '../../round-file.ts'
import type { Spot } from './spot.ts'

export type Box = Place['box']

/** What is to be forged: a genuine file, where the value stands, and what it shall show. */
export interface Job {
  bytes: Uint8Array
  spot: Spot
  field: string
  to: string
  chance: Chance
}

export interface Done {
  bytes: Uint8Array
  /** Where the change stands, if not where the value stood. */
  box?: Box
  /** The page goes on showing the genuine value. */
  shows?: 'old'
}

export type Technique = (job: Job) => Promise<Done>

/** A file opened in an editor and saved by it. */
export async function edited(
  { bytes, spot }: Pick<Job, 'bytes' | 'spot'>,
  producer: string | undefined,
  edit: (page: PDFPage, pdf: PDFDocument) => Promise<void> | void,
): Promise<Uint8Array> {
  const pdf = await Pdf.load(bytes, { updateMetadata: false })
  await edit(pdf.getPage(spot.page - 1), pdf)
  if (producer) pdf.setProducer(producer)
  if (producer) pdf.setModificationDate(new Date('2026-02-03T19:41:07Z'))
  return pdf.save({ useObjectStreams: false, updateFieldAppearances: false })
}

const isAmount = (text: string) => /[.,]\d\d$/.test(text)

/** The box of the value with what is typed in its place: amounts keep their right end. */
export function newBox({ box: [x, y, right, top], text, size }: Spot, to: string, width = 0): Box {
  const wide = Math.max(width, ((right - x) / text.length) * to.length)
  return isAmount(to) ? [right - wide, y, right, top] : [x, y, x + wide, top + size * 0]
}

export const grown = ([x, y, right, top]: Box, by = 1): Box => [x - by, y - by, right + by, top + by]

export function joined(a: Box, b: Box): Box {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])]
}

export const whole = ({ spot, to }: Pick<Job, 'spot' | 'to'>): Box => joined(spot.box, newBox(spot, to))

export function fill(page: PDFPage, [x, y, right, top]: Box, colour = rgb(1, 1, 1)): void {
  page.drawRectangle({ x, y, width: right - x, height: top - y, color: colour })
}

export function type(page: PDFPage, font: PDFFont, { spot, to }: Pick<Job, 'spot' | 'to'>, factor = 1): void {
  const size = spot.size * factor
  const width = font.widthOfTextAtSize(to, size)
  page.drawText(to, {
    x: newBox(spot, to, width)[isAmount(to) ? 2 : 0] - (isAmount(to) ? width : 0),
    y: spot.y,
    size,
    font,
  })
}
