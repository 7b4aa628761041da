import { PDFDocument, PDFHexString, PDFString, rgb, StandardFonts } from '@cantoo/pdf-lib'
import { createCanvas } from '@napi-rs/canvas'
import { shownBox } from '../../round-1/scan.ts'
import { later } from '../../round-4/forged-text/job.ts'
import { type Area, areaOf, css, type Edit, penOf, tonesOf, typed } from '../../round-5/forged-scans/brush.ts'
import type { Sheet } from '../../round-5/forged-scans/lens.ts'
import { wrapped } from '../../round-5/forged-scans/wrap.ts'
import { type ReadText, recognised } from '../forged-text/recognised.ts'
import { seeded } from './originals.ts'

/** How a picture becomes a file. */
export interface Way {
  quality: number
  form: string
  maker: string
  made: string
  /** What a machine read, where it is kept below the picture. */
  texts: readonly ReadText[]
}

const when = (day: string) => new Date(`${day}T11:26:53Z`)

function signed(pdf: PDFDocument, maker: string, day: Date): Promise<Uint8Array> {
  pdf.setProducer(maker)
  pdf.setCreationDate(pdf.getCreationDate() ?? day)
  pdf.setModificationDate(day)
  return pdf.save({ useObjectStreams: false, updateFieldAppearances: false })
}

/** The picture in one piece, or in strips of 256 lines as machines without much memory write it. */
async function pictured(sheet: Sheet, { quality }: Way, tall: number): Promise<PDFDocument> {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  const page = pdf.addPage(sheet.size)
  const { width, height } = sheet.canvas
  for (let top = 0; top < height; top += tall) {
    const part = createCanvas(width, Math.min(tall, height - top))
    part.getContext('2d').drawImage(sheet.canvas, 0, -top)
    const image = await pdf.embedJpg(await part.encode('jpeg', quality))
    page.drawImage(image, onPage(sheet, [0, top, width, part.height]))
  }
  return pdf
}

export async function filed(sheet: Sheet, way: Way): Promise<Uint8Array> {
  const { form, maker, made, quality, texts } = way
  if (form === 'fax') return wrapped(sheet, { save: '', form, maker, made })
  if (form === 'layered') {
    const words = texts.map((each) => ({ ...each, box: shownBox(sheet, each.box) }))
    const jpeg = await sheet.canvas.encode('jpeg', quality)
    const pdf = await recognised({ jpeg, size: sheet.size }, words, maker, when(made))
    return signed(pdf, maker, when(made))
  }
  return signed(await pictured(sheet, way, form === 'strips' ? 256 : sheet.canvas.height), maker, when(made))
}

const onPage = ({ dpi, size }: Sheet, [x, y, width, height]: Area) => {
  const unit = 72 / dpi
  return { x: x * unit, y: size[1] - (y + height) * unit, width: width * unit, height: height * unit }
}

type Late = (pdf: PDFDocument, sheet: Sheet, edit: Edit) => Promise<void>

/** Where the base line of a new value begins on the page, when a font sets it there. */
function startOf(sheet: Sheet, { spot, right }: Edit, wide: number): [x: number, y: number] {
  const [left, y, end] = shownBox(sheet, [spot.box[0], spot.y, spot.box[2], spot.y + 0.01])
  return [right ? end - wide : left, y]
}

/** A plate in the colour of the scan, and a text of the program's on it. */
const boxed: Late = async (pdf, sheet, edit) => {
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  const area = areaOf(sheet, edit.box, 1)
  const [r, g, b] = tonesOf(sheet, area, 0.65).map((tone) => tone / 255) as [number, number, number]
  const page = pdf.getPage(0)
  page.drawRectangle({ ...onPage(sheet, area), color: rgb(r, g, b) })
  const { size } = edit.spot
  const [x, y] = startOf(sheet, edit, font.widthOfTextAtSize(edit.to, size))
  page.drawText(edit.to, { x, y, size, font, color: rgb(0.12, 0.12, 0.12) })
}

/** A box for notes with its white ground. */
const noted: Late = async (pdf, sheet, edit) => {
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  const { x, y, width, height } = onPage(sheet, areaOf(sheet, edit.box, 2))
  const { size } = edit.spot
  const [left, base] = startOf(sheet, edit, font.widthOfTextAtSize(edit.to, size))
  const start = `${(left - x).toFixed(2)} ${(base - y).toFixed(2)}`
  const shown = `BT 0.1 g /F ${size} Tf ${start} Td ${font.encodeText(edit.to)} Tj ET`
  const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height], Resources: { Font: { F: font.ref } } }
  const N = pdf.context.register(pdf.context.flateStream(`1 g 0 0 ${width} ${height} re f ${shown}`, form))
  const note = { Type: 'Annot', Subtype: 'FreeText', Rect: [x, y, x + width, y + height], F: 4, AP: { N } }
  const more = { DA: PDFString.of('/Helv 10 Tf 0 g'), Contents: PDFHexString.fromText(edit.to) }
  pdf.getPage(0).node.addAnnot(pdf.context.register(pdf.context.obj({ ...note, ...more })))
}

/** A picture of the value, drawn twice as fine, laid over the scan. */
const patch: Late = async (pdf, sheet, edit) => {
  const area = areaOf(sheet, edit.box, 3)
  const [x, y, width, height] = area
  const canvas = createCanvas(2 * width, 2 * height)
  const at: Sheet['at'] = (u, v) => {
    const [px, py] = sheet.at(u, v)
    return [2 * (px - x), 2 * (py - y)]
  }
  const piece: Sheet = { ...sheet, canvas, at }
  penOf(piece).fillStyle = css(tonesOf(sheet, area, 0.65))
  penOf(piece).fillRect(0, 0, canvas.width, canvas.height)
  typed(piece, edit, { ink: css(tonesOf(sheet, area, 0.03)) }, seeded(edit.to))
  pdf.getPage(0).drawImage(await pdf.embedJpg(await canvas.encode('jpeg', 92)), onPage(sheet, area))
}

export const LATE: Record<string, Late> = { box: boxed, note: noted, patch }

/** The scan opened in an editor of PDFs, each value put over it, and saved. */
export async function lateOver(
  file: Uint8Array,
  sheet: Sheet,
  edits: readonly Edit[],
  late: Late,
  way: Way,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(file, { updateMetadata: false })
  for (const edit of edits) await late(pdf, sheet, edit)
  return signed(pdf, way.maker, later(way.made))
}
