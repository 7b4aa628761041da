import { PDFDocument, PDFName, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { mutool } from '../round-11-forged/tools.ts'
import { type Filing, filed } from '../round-11-scans/file.ts'
import { pixelsOf, type Shot } from '../round-11-scans/glass.ts'
import type { Job } from '../round-12-forged/job.ts'
import { layerOf, WHEN } from '../round-12-forged-scans/making.ts'
import { unionOf } from '../round-12-forged-scans/page.ts'

/** How a forger's file is made of a picture: as `as` says, with what is laid over it. */
export type Kept = Filing['as'] | 'mask' | 'pngfile'

type Over = NonNullable<Filing['over']>

/** A box of the picture in points from its lower left. */
function placed(shot: Shot, pair: Job['cells'][number], { paper }: Job): [number, number, number, number] {
  const [across, down] = [72 / shot.device.dpi[0], 72 / shot.device.dpi[1]]
  const [x, y, width, height] = pixelsOf(shot, unionOf(pair, paper))
  return [x * across, shot.size[1] - (y + height) * down, width * across, height * down]
}

/** The paper's tone and a text of the file over the picture's. */
const typed =
  (shot: Shot, job: Job): Over =>
  async (page, pdf) => {
    const font = await pdf.embedFont(job.cells[0]?.[1].bold ? StandardFonts.HelveticaBold : StandardFonts.Helvetica)
    for (const pair of job.cells) {
      const [x, y, width, height] = placed(shot, pair, job)
      const [, is] = pair
      const [u, v] = pixelsOf(shot, unionOf(pair, job.paper), 1)
      const [r = 0, g = 0, b = 0] = shot.canvas.getContext('2d').getImageData(u, v, 1, 1).data
      page.drawRectangle({ x, y, width, height, color: rgb(r / 255, g / 255, b / 255) })
      const left = x + width - font.widthOfTextAtSize(is.text, is.size)
      page.drawText(is.text, { x: left, y: y + 0.25 * is.size, size: is.size, font, color: rgb(0.13, 0.13, 0.13) })
    }
  }

const COARSE = 0.6

/** A cutting of the other scan, coarser than the page, laid over it by the file. */
const patched =
  (shot: Shot, job: Job, donor: Shot): Over =>
  async (page, pdf) => {
    for (const pair of job.cells) {
      const [x, y, width, height] = placed(shot, pair, job)
      const from = pixelsOf(donor, unionOf(pair, job.paper))
      const cut = createCanvas(Math.round(from[2] * COARSE), Math.round(from[3] * COARSE))
      cut.getContext('2d').drawImage(donor.canvas, ...from, 0, 0, cut.width, cut.height)
      page.drawImage(await pdf.embedJpg(cut.toBuffer('image/jpeg', 80)), { x, y, width, height })
    }
  }

/** A typewriter's note with a ground, over the scan. */
function noted(bytes: Uint8Array, shot: Shot, job: Job): Uint8Array {
  const notes = job.cells.map((pair) => {
    const [x, y, width, height] = placed(shot, pair, job)
    const [, is] = pair
    const rect = [x - 3, shot.size[1] - y - height - 1, x + width + 3, shot.size[1] - y + 2]
    return `var n = page.createAnnotation('FreeText'); n.setRect([${rect}]); n.setContents(${JSON.stringify(is.text)});
n.setDefaultAppearance('Helv', ${is.size}, [0, 0, 0]); n.setColor([0.96, 0.96, 0.95]); n.setBorder(0);
n.setQuadding(2); n.update();`
  })
  return mutool(`${notes.join('\n')}\npage.update();`)(bytes)
}

/** One bit for each dot, high for paper; those of the changed places from a print without grain. */
function bitsOf(canvas: Canvas): { bits: Uint8Array; width: number; height: number } {
  const { width, height } = canvas
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height)
  const row = Math.ceil(width / 8)
  const bits = new Uint8Array(row * height)
  for (let at = 0; at < width * height; at++)
    if ((data[4 * at] ?? 0) > 140) {
      const place = row * Math.floor(at / width) + ((at % width) >> 3)
      bits[place] = (bits[place] ?? 0) | (128 >> ((at % width) & 7))
    }
  return { bits, width, height }
}

/** As compressing scanners file a page: the paper as a small picture, the ink as a mask of one bit over it. */
export async function masked(shot: Shot, job: Job, donor: Shot): Promise<Uint8Array> {
  const ink = createCanvas(shot.canvas.width, shot.canvas.height)
  const pen = ink.getContext('2d')
  pen.drawImage(shot.canvas, 0, 0)
  for (const pair of job.cells) {
    const at = pixelsOf(shot, unionOf(pair, job.paper), 1)
    pen.drawImage(donor.canvas, ...at, ...at)
  }
  const small = createCanvas(Math.round(ink.width / 8), Math.round(ink.height / 8))
  small.getContext('2d').fillStyle = '#f4f3f0'
  small.getContext('2d').fillRect(0, 0, small.width, small.height)
  const pdf = await PDFDocument.create()
  pdf.setCreationDate(WHEN)
  pdf.setProducer('Canon iR-ADV C3530')
  const page = pdf.addPage([...shot.size])
  const whole = { x: 0, y: 0, width: shot.size[0], height: shot.size[1] }
  page.drawImage(await pdf.embedJpg(small.toBuffer('image/jpeg', 70)), whole)
  inkOver(page, bitsOf(ink), shot.size)
  return pdf.save({ useObjectStreams: false })
}

function inkOver(page: PDFPage, { bits, width, height }: ReturnType<typeof bitsOf>, size: Shot['size']): void {
  const { context } = page.doc
  const kind = { Type: 'XObject', Subtype: 'Image', ImageMask: true, Width: width, Height: height, BitsPerComponent: 1 }
  page.node.setXObject(PDFName.of('Mask0'), context.register(context.flateStream(bits, kind)))
  const paint = `q 0.1 g ${size[0]} 0 0 ${size[1]} 0 0 cm /Mask0 Do Q`
  page.node.addContentStream(context.register(context.flateStream(paint)))
}

/** The file of a picture. */
export async function keptAs(
  as: Kept,
  how: string | undefined,
  shot: Shot,
  job: Job,
  donor: Shot,
): Promise<Uint8Array> {
  if (as === 'pngfile') return new Uint8Array(shot.canvas.toBuffer('image/png'))
  if (as === 'mask') return masked(shot, job, donor)
  const overs: Record<string, Over> = {
    typed: typed(shot, job),
    patched: patched(shot, job, donor),
    layer: layerOf(job.after),
    'layer-old': layerOf(job.paper),
  }
  const over = overs[how ?? '']
  const bytes = await filed([shot], { as, when: WHEN, ...(over && { over }) })
  return how === 'noted' ? noted(bytes, shot, job) : bytes
}
