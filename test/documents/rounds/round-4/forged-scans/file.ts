import { type PDFDict, PDFDocument, PDFName, rgb, StandardFonts } from '@cantoo/pdf-lib'
import { createCanvas } from '@napi-rs/canvas'
import { shownBox } from '../../round-1/scan.ts'
import { contentsOf, putContents } from '../../round-3/forgeries/content.ts'
import type { Box } from '../../round-3/forgeries/job.ts'
import { through } from '../../round-3/forgeries/through.ts'
import { through as sent } from '../../round-3/papers/programs.ts'
import type { Shot } from './camera.ts'
import { boxOf, type Edit, penOf, pixelsOf, toneOf, typeOn } from './desk.ts'

/** When those who work on the file itself did so: later than every paper. */
export const EDITED = '2025-11-12'

/** How a picture becomes a file: the programs it goes through, and who signs it. */
export interface Way {
  /** Arguments of ImageMagick, one saving after the other; those of Ghostscript after `gs`. */
  steps: string[]
  maker: string
  made: string
}

const jpegOf = ({ canvas }: Shot, quality: number) => canvas.encode('jpeg', quality)
const imageStep = (bytes: Uint8Array, step: string) =>
  through('convert', ['IN', ...step.split(' '), 'jpg:OUT'], bytes, 'jpg')

/** Black and white only, a bit for each pixel. */
function bilevel(bytes: Uint8Array, step: string, dpi: number): Uint8Array {
  const dots = ['-density', `${dpi}`, '-units', 'PixelsPerInch', '-type', 'Bilevel']
  const png = through('convert', ['IN', ...step.split(' '), ...dots, 'png:OUT'], bytes, 'jpg')
  return through('mutool', ['convert', '-F', 'pdf', '-o', 'OUT', 'IN'], png, 'png')
}

/** The picture saved as often as the way says, on a page of its size. */
export async function fileOf(shot: Shot, { steps, maker, made }: Way): Promise<Uint8Array> {
  let bytes: Uint8Array = await jpegOf(shot, 96)
  for (const step of steps.filter((each) => !/^gs |-threshold/.test(each))) bytes = imageStep(bytes, step)
  const fax = steps.find((step) => step.startsWith('-threshold'))
  const pdf = fax ? await PDFDocument.load(bilevel(bytes, fax, shot.dpi)) : await PDFDocument.create()
  if (!fax) {
    const [width, height] = shot.size
    pdf.addPage([width, height]).drawImage(await pdf.embedJpg(bytes), { x: 0, y: 0, width, height })
  }
  const file = await signed(pdf, maker, made)
  const last = steps
    .find((step) => step.startsWith('gs '))
    ?.slice(3)
    .split(' ')
  return last ? through('gs', ['-q', '-sDEVICE=pdfwrite', ...last, '-o', 'OUT', 'IN'], file) : file
}

function signed(pdf: PDFDocument, maker: string, made: string): Promise<Uint8Array> {
  pdf.setProducer(maker)
  pdf.setCreator(maker)
  pdf.setCreationDate(new Date(`${made}T09:14:22Z`))
  pdf.setModificationDate(new Date(`${made}T09:14:22Z`))
  return pdf.save({ useObjectStreams: false })
}

/** The new value written over the scan in an editor of PDF files. */
export async function written(file: Uint8Array, shot: Shot, edits: readonly Edit[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(file, { updateMetadata: false })
  const [page, font] = [pdf.getPage(0), await pdf.embedFont(StandardFonts.Helvetica)]
  for (const edit of edits) {
    const [x, y, right, top] = shownBox(shot, boxOf(edit))
    page.drawRectangle({ x, y, width: right - x, height: top - y, color: rgb(1, 1, 1) })
    const [left, base, end] = shownBox(shot, [edit.spot.box[0], edit.spot.y, edit.spot.box[2], edit.spot.y])
    const size = edit.spot.size * 0.98
    const amount = /\d$/.test(edit.to)
    page.drawText(edit.to, { x: amount ? end - font.widthOfTextAtSize(edit.to, size) : left, y: base, size, font })
  }
  return signed(pdf, 'iLovePDF', EDITED)
}

/** The new value on a piece of paper's colour, made elsewhere and laid over the scan as a picture of its own. */
export async function patched(file: Uint8Array, shot: Shot, edits: readonly Edit[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(file, { updateMetadata: false })
  for (const edit of edits) {
    const box = boxOf(edit, 1.5)
    const [u, v, width, height] = pixelsOf(shot, box)
    const canvas = createCanvas(width * 2, height * 2)
    const piece: Shot = { ...shot, canvas, at: (x, y) => [2 * (shot.at(x, y)[0] - u), 2 * (shot.at(x, y)[1] - v)] }
    penOf(piece).fillStyle = toneOf(shot, box, 0.6)
    penOf(piece).fillRect(0, 0, width * 2, height * 2)
    typeOn(piece, edit, { ink: '#2c2c2c' })
    const image = await pdf.embedPng(canvas.toBuffer('image/png'))
    const [unit, top] = [72 / shot.dpi, shot.size[1]]
    const place = { x: u * unit, y: top - (v + height) * unit, width: width * unit, height: height * unit }
    pdf.getPage(0).drawImage(image, place)
  }
  return signed(pdf, 'Canva', EDITED)
}

const hexOf = (text: string) => [...text].map((letter) => letter.charCodeAt(0).toString(16).padStart(4, '0')).join('')

/** What tesseract reads in the picture lies under it; it is made to say the new values where there are any. */
export async function layered(shot: Shot, { maker, made }: Way, said: readonly Edit[]): Promise<Uint8Array> {
  const command = `tesseract IN DIR/out --dpi ${shot.dpi} -l eng pdf`
  const file = await sent(await jpegOf(shot, 88), 'jpg', 'out.pdf', command)
  const pdf = await PDFDocument.load(file, { updateMetadata: false })
  const page = pdf.getPage(0)
  let text = contentsOf(page, pdf)
  for (const { spot, to } of said) {
    const old = new RegExp(hexOf(spot.text), 'i')
    if (!old.test(text)) throw new Error(`${spot.text} was not read`)
    text = text.replace(old, hexOf(to))
  }
  putContents(page, pdf, text)
  return signed(pdf, maker, made)
}

/** Another picture under the words that were read on the old one. */
export async function exchanged(file: Uint8Array, shot: Shot): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(file, { updateMetadata: false })
  const page = pdf.getPage(0)
  const images = page.node.Resources()?.lookup(PDFName.of('XObject')) as PDFDict
  const [name] = images.keys()
  const image = await pdf.embedJpg(await jpegOf(shot, 90))
  if (!name) throw new Error('no picture')
  images.set(name, image.ref)
  return signed(pdf, 'Adobe Acrobat Pro 2024', EDITED)
}

/** Where an edit is seen on the page. */
export const placeOf = (shot: Shot, edit: Edit): Box => shownBox(shot, boxOf(edit, 0))
