import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument, PDFName, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'
import type { Shot } from './glass.ts'

/** How pictures become a file. */
export interface Filing {
  /** JPEG at a quality, without loss, one bit a dot; or no PDF: a JPEG, a TIFF of one bit in Group 4. */
  as: number | 'png' | 'bits' | 'jpeg' | 'g4'
  maker?: string
  when?: Date
  /** What the PDF lays over the picture of the first page. */
  over?: (page: PDFPage, pdf: PDFDocument) => Promise<void>
}

const WHEN = new Date(Date.UTC(2026, 6, 2, 9, 12))

export async function filed(
  shots: readonly Shot[],
  { as, maker = 'Brother MFC-L5750DW', when = WHEN, over }: Filing,
): Promise<Uint8Array> {
  const [first] = shots
  if (!first) throw new Error('nothing was scanned')
  if (as === 'jpeg') return new Uint8Array(first.canvas.toBuffer('image/jpeg', 88))
  if (as === 'g4') return groupFour(shots)
  const pdf = await PDFDocument.create()
  pdf.setCreationDate(when)
  pdf.setModificationDate(when)
  pdf.setProducer(maker)
  pdf.setCreator(maker)
  for (const { canvas, size } of shots) {
    const page = pdf.addPage([...size])
    const all = { x: 0, y: 0, width: size[0], height: size[1] }
    if (as === 'bits') drawBits(pdf, page, canvas, size)
    else if (as === 'png') page.drawImage(await pdf.embedPng(canvas.toBuffer('image/png')), all)
    else page.drawImage(await pdf.embedJpg(canvas.toBuffer('image/jpeg', as)), all)
  }
  await over?.(pdf.getPage(0), pdf)
  return pdf.save({ useObjectStreams: false })
}

function drawBits(pdf: PDFDocument, page: PDFPage, canvas: Shot['canvas'], size: Shot['size']): void {
  const { width, height } = canvas
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height)
  const row = Math.ceil(width / 8)
  const bits = new Uint8Array(row * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if ((data[4 * (y * width + x)] ?? 0) > 127)
        bits[y * row + (x >> 3)] = (bits[y * row + (x >> 3)] ?? 0) | (128 >> (x & 7))
  const picture = {
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    BitsPerComponent: 1,
    ColorSpace: 'DeviceGray',
  }
  const { context } = pdf
  page.node.setXObject(PDFName.of('Im0'), context.register(context.flateStream(bits, picture)))
  const paint = context.register(context.flateStream(`q ${size[0]} 0 0 ${size[1]} 0 0 cm /Im0 Do Q`))
  page.node.addContentStream(paint)
}

/** A TIFF as copiers and fax servers send it, by ImageMagick. */
function groupFour(shots: readonly Shot[]): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'g4-'))
  try {
    const pages = shots.map(({ canvas }, at) => {
      const name = join(folder, `${at}.png`)
      writeFileSync(name, canvas.toBuffer('image/png'))
      return name
    })
    const [across, down] = shots[0]?.device.dpi ?? [200, 200]
    const out = join(folder, 'out.tif')
    const how = [
      '-threshold',
      '50%',
      '-type',
      'bilevel',
      '-density',
      `${across}x${down}`,
      '-units',
      'PixelsPerInch',
      '-compress',
      'Group4',
    ]
    execFileSync('convert', [...pages, ...how, out])
    return new Uint8Array(readFileSync(out))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A text that the PDF lays over the picture, on a box of the paper's colour or on nothing. */
export const typedOver =
  (
    text: string,
    box: readonly [number, number, number, number],
    size: number,
    cover?: string,
  ): NonNullable<Filing['over']> =>
  async (page, pdf) => {
    const font = await pdf.embedFont(StandardFonts.Helvetica)
    const [x, y, width, height] = box
    const foot = page.getHeight() - y - height
    const tone = Number.parseInt(cover ?? 'ff', 16) / 255
    if (cover)
      page.drawRectangle({ x: x - 2, y: foot - 1, width: width + 4, height: height + 2, color: rgb(tone, tone, tone) })
    page.drawText(text, { x: x + width - font.widthOfTextAtSize(text, size), y: foot + 0.22 * size, size, font })
  }
