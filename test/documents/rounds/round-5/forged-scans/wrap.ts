import { deflateSync } from 'node:zlib'
import {
  PDFDict,
  PDFDocument,
  type PDFImage,
  PDFName,
  type PDFPage,
  PDFRef,
  PDFString,
  rgb,
  StandardFonts,
} from '@cantoo/pdf-lib'
import { createCanvas } from '@napi-rs/canvas'
import type { Chance } from '../../../chance.ts'
import { shownBox } from '../../round-1/scan.ts'
import { contentsOf, putContents } from '../../round-3/forgeries/content.ts'
import type { Box } from '../../round-3/forgeries/job.ts'
import { through } from '../../round-3/forgeries/through.ts'
import { through as sent } from '../../round-3/papers/programs.ts'
import { type Area, areaOf, css, type Edit, imagined, penOf, tonesOf, typed } from './brush.ts'
import type { Sheet } from './lens.ts'

/** How a picture becomes a file. */
export interface Way {
  /** ImageMagick's arguments for the last saving. */
  save: string
  form: string
  maker: string
  made: string
}

export const jpegOf = (sheet: Sheet, save: string): Uint8Array =>
  through('convert', ['IN', '-strip', ...save.split(' '), 'jpg:OUT'], sheet.canvas.toBuffer('image/png'), 'png')

const signed = (pdf: PDFDocument, maker: string, made: string): Promise<Uint8Array> => {
  pdf.setProducer(maker)
  pdf.setCreationDate(new Date(`${made}T10:41:09Z`))
  pdf.setModificationDate(new Date(`${made}T10:41:09Z`))
  return pdf.save({ useObjectStreams: false, updateFieldAppearances: false })
}

type Form = (sheet: Sheet, save: string) => Promise<PDFDocument>

const pageOf = async ({ size }: Sheet) => {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  return { pdf, page: pdf.addPage(size) }
}

/** One picture on a page of its size. */
const single: Form = async (sheet, save) => {
  const { pdf, page } = await pageOf(sheet)
  const [width, height] = sheet.size
  page.drawImage(await pdf.embedJpg(jpegOf(sheet, save)), { x: 0, y: 0, width, height })
  return pdf
}

/** Strips of 256 lines, as devices without much memory write them. */
const strips: Form = async (sheet, save) => {
  const { pdf, page } = await pageOf(sheet)
  const { width, height } = sheet.canvas
  const unit = 72 / sheet.dpi
  for (let top = 0; top < height; top += 256) {
    const tall = Math.min(256, height - top)
    const canvas = createCanvas(width, tall)
    canvas.getContext('2d').drawImage(sheet.canvas, 0, -top)
    const image = await pdf.embedJpg(jpegOf({ ...sheet, canvas }, save))
    page.drawImage(image, { x: 0, y: sheet.size[1] - (top + tall) * unit, width: width * unit, height: tall * unit })
  }
  return pdf
}

const viaMupdf: Form = async (sheet, save) => {
  const dots = ['-density', `${sheet.dpi}`, '-units', 'PixelsPerInch']
  const jpeg = through(
    'convert',
    ['IN', ...save.split(' '), ...dots, 'jpg:OUT'],
    sheet.canvas.toBuffer('image/png'),
    'png',
  )
  const bytes = through('mutool', ['convert', '-F', 'pdf', '-o', 'OUT', 'IN'], jpeg, 'jpg')
  return PDFDocument.load(bytes, { updateMetadata: false })
}

/** Black and white only, a bit for each pixel, as a mask that is painted black. */
function maskOf(pdf: PDFDocument, sheet: Sheet, level: number) {
  const { width, height } = sheet.canvas
  const { data } = penOf(sheet).getImageData(0, 0, width, height)
  const row = Math.ceil(width / 8)
  const bits = Buffer.alloc(row * height, 255)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    const at = y * row + (x >> 3)
    if ((data[4 * pixel + 1] ?? 255) < level) bits[at] = (bits[at] ?? 0) & ~(0x80 >> (x & 7))
  }
  const head = { Type: 'XObject', Subtype: 'Image', Width: width, Height: height, ImageMask: true, BitsPerComponent: 1 }
  return pdf.context.register(pdf.context.stream(deflateSync(bits), { ...head, Filter: 'FlateDecode' }))
}

function paintMask(page: PDFPage, pdf: PDFDocument, sheet: Sheet, level: number): void {
  const [width, height] = sheet.size
  const name = page.node.newXObject('Mask', maskOf(pdf, sheet, level)).asString()
  const paint = `q 0.07 g ${width.toFixed(2)} 0 0 ${height.toFixed(2)} 0 0 cm ${name} Do Q`
  page.node.addContentStream(pdf.context.register(pdf.context.flateStream(paint)))
}

const fax: Form = async (sheet) => {
  const { pdf, page } = await pageOf(sheet)
  paintMask(page, pdf, sheet, 150)
  return pdf
}

/** What is dark as a mask over a coarse picture of the paper, as copiers make small files. */
const layers: Form = async (sheet) => {
  const { pdf, page } = await pageOf(sheet)
  const [width, height] = sheet.size
  const png = sheet.canvas.toBuffer('image/png')
  const coarse = ['-morphology', 'Close', 'Square:6', '-resize', '30%', '-quality', '45', 'jpg:OUT']
  page.drawImage(await pdf.embedJpg(through('convert', ['IN', ...coarse], png, 'png')), { x: 0, y: 0, width, height })
  paintMask(page, pdf, sheet, 140)
  return pdf
}

const FORMS: Record<string, Form> = { single, strips, mupdf: viaMupdf, fax, layers }

export async function wrapped(sheet: Sheet, { save, form, maker, made }: Way): Promise<Uint8Array> {
  const make = FORMS[form]
  if (!make) throw new Error(`no form ${form}`)
  return signed(await make(sheet, save), maker, made)
}

const hexOf = (text: string) => [...text].map((letter) => letter.charCodeAt(0).toString(16).padStart(4, '0')).join('')

/** What tesseract reads in the picture lies over it unseen; some of it is made to say something else. */
export async function layered(
  sheet: Sheet,
  { save, maker, made }: Way,
  said: readonly (readonly [string, string])[] = [],
): Promise<Uint8Array> {
  const command = `OMP_THREAD_LIMIT=1 tesseract IN DIR/out --dpi ${sheet.dpi} -l eng pdf`
  const file = await sent(jpegOf(sheet, save), 'jpg', 'out.pdf', command)
  const pdf = await PDFDocument.load(file, { updateMetadata: false })
  const page = pdf.getPage(0)
  let text = contentsOf(page, pdf)
  for (const [from, to] of said) {
    const old = new RegExp(hexOf(from), 'i')
    if (!old.test(text)) throw new Error(`${from} was not read`)
    text = text.replace(old, hexOf(to))
  }
  putContents(page, pdf, text)
  return signed(pdf, maker, made)
}

type Late = (file: Uint8Array, sheet: Sheet, edits: readonly Edit[], chance: Chance) => Promise<Uint8Array>
const EDITED = '2026-05-06'
const opened = (file: Uint8Array) => PDFDocument.load(file, { updateMetadata: false })
const RAISED = 2

/** The value with some of the paper around it, drawn elsewhere and twice as fine. */
async function pieceOf(pdf: PDFDocument, sheet: Sheet, edit: Edit, chance: Chance): Promise<[PDFImage, Area]> {
  const area = areaOf(sheet, edit.box, 3)
  const [x, y, width, height] = area
  const canvas = createCanvas(width * RAISED, height * RAISED)
  const at: Sheet['at'] = (u, v) => {
    const [px, py] = sheet.at(u, v)
    return [RAISED * (px - x), RAISED * (py - y)]
  }
  const piece: Sheet = { ...sheet, canvas, at }
  penOf(piece).fillStyle = css(tonesOf(sheet, area, 0.65))
  penOf(piece).fillRect(0, 0, canvas.width, canvas.height)
  typed(piece, edit, { ink: css(tonesOf(sheet, area, 0.03)) }, chance)
  return [await pdf.embedJpg(jpegOf(piece, '-quality 93')), area]
}

const onPage = ({ dpi, size }: Sheet, [x, y, width, height]: Area) => {
  const unit = 72 / dpi
  return { x: x * unit, y: size[1] - (y + height) * unit, width: width * unit, height: height * unit }
}

const patched: Late = async (file, sheet, edits, chance) => {
  const pdf = await opened(file)
  for (const edit of edits) {
    const [image, area] = await pieceOf(pdf, sheet, edit, chance)
    pdf.getPage(0).drawImage(image, onPage(sheet, area))
  }
  return signed(pdf, 'Canva', EDITED)
}

const baseOf = (sheet: Sheet, { spot }: Edit): Box => shownBox(sheet, [spot.box[0], spot.y, spot.box[2], spot.y + 0.01])

const writtenOver: Late = async (file, sheet, edits) => {
  const pdf = await opened(file)
  const [page, font] = [pdf.getPage(0), await pdf.embedFont(StandardFonts.Helvetica)]
  for (const edit of edits) {
    const area = areaOf(sheet, edit.box)
    const [r, g, b] = tonesOf(sheet, area, 0.65).map((tone) => tone / 255) as [number, number, number]
    page.drawRectangle({ ...onPage(sheet, area), color: rgb(r, g, b) })
    const [left, y, right] = baseOf(sheet, edit)
    const { size } = edit.spot
    const x = edit.right ? right - font.widthOfTextAtSize(edit.to, size) : left
    page.drawText(edit.to, { x, y, size, font, color: rgb(0.1, 0.1, 0.1) })
  }
  return signed(pdf, 'PDF24 Creator', EDITED)
}

/** The value lies over the scan as an annotation: a box of text with its own ground. */
const noted: Late = async (file, sheet, edits) => {
  const pdf = await opened(file)
  const font = await pdf.embedFont(StandardFonts.TimesRoman)
  const notes = edits.map((edit) => {
    const { x, y, width, height } = onPage(sheet, areaOf(sheet, edit.box, 1))
    const size = edit.spot.size
    const left = edit.right ? width - font.widthOfTextAtSize(edit.to, size) - 0.6 : 0.6
    const base = baseOf(sheet, edit)[1] - y
    const text = `BT /F ${size} Tf ${left.toFixed(2)} ${base.toFixed(2)} Td ${font.encodeText(edit.to)} Tj ET`
    const ops = `q 1 g 0 0 ${width.toFixed(2)} ${height.toFixed(2)} re f 0.1 g ${text} Q`
    const Resources = { Font: { F: font.ref } }
    const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height], Resources }
    const N = pdf.context.register(pdf.context.flateStream(ops, form))
    const note = { Type: 'Annot', Subtype: 'FreeText', Rect: [x, y, x + width, y + height], F: 4, AP: { N } }
    const dict = pdf.context.obj({ ...note, DA: PDFString.of('/F 10 Tf 0 g'), Contents: PDFString.of(edit.to) })
    return pdf.context.register(dict)
  })
  pdf.getPage(0).node.set(PDFName.of('Annots'), pdf.context.obj(notes))
  return signed(pdf, 'macOS Version 15.3 (Build 24D60) Quartz PDFContext', EDITED)
}

/** The picture of a file exchanged for another one; what lies over it stays. */
export async function exchanged(file: Uint8Array, sheet: Sheet, save: string): Promise<PDFDocument> {
  const pdf = await opened(file)
  const images = pdf.getPage(0).node.Resources()?.lookup(PDFName.of('XObject'), PDFDict)
  const [name] = images?.keys() ?? []
  if (!images || !name) throw new Error('no picture')
  const old = images.get(name)
  images.set(name, (await pdf.embedJpg(jpegOf(sheet, save))).ref)
  // A whole saving leaves nothing behind of what is not shown.
  if (old instanceof PDFRef) pdf.context.delete(old)
  return pdf
}

export const exchangedFile = async (file: Uint8Array, sheet: Sheet, save: string): Promise<Uint8Array> =>
  signed(await exchanged(file, sheet, save), 'Adobe Acrobat Pro 2025', EDITED)

/** A scan made text: the value's pixels are painted away and its letters set with a font. */
const scanEdited: Late = async (file, sheet, edits, chance) => {
  const bare: Sheet = { ...sheet, canvas: createCanvas(sheet.canvas.width, sheet.canvas.height) }
  penOf(bare).drawImage(sheet.canvas, 0, 0)
  for (const edit of edits) imagined(bare, areaOf(sheet, edit.box, 1), chance, 1)
  const pdf = await exchanged(file, bare, '-quality 84')
  const [page, font] = [pdf.getPage(0), await pdf.embedFont(StandardFonts.TimesRoman)]
  for (const edit of edits) {
    const [left, y, right] = baseOf(sheet, edit)
    const size = edit.spot.size
    const x = edit.right ? right - font.widthOfTextAtSize(edit.to, size) : left
    page.drawText(edit.to, { x, y, size, font, color: rgb(0.13, 0.13, 0.14) })
  }
  return signed(pdf, 'Adobe Acrobat Pro 2025 Paper Capture', EDITED)
}

export const LATE: Record<string, Late> = { patched, 'written-over': writtenOver, noted, 'scan-edited': scanEdited }
