import { rgb } from '@cantoo/pdf-lib'
import { anyGlass, type Glass, type Picture, painted, pdfOf, scanned, shownBox } from '../../../round-1/scan.ts'
import type { Box } from '../find-text.ts'
import { itemsOf } from '../find-text.ts'
import type { Job, Technique } from '../job.ts'
import { around, withEdit } from '../overlay.ts'
import { cut, onScan, pixelsOf, placesOn, targets, typedDigits } from './scan-pixels.ts'

async function lay(pdf: Uint8Array, job: Job, change: Partial<Glass> = {}): Promise<[Picture, Glass]> {
  const glass: Glass = { ...anyGlass(job.chance), skew: 0, dpi: 200, ...change }
  return [await scanned(await painted(pdf, glass.dpi), glass, job.chance), glass]
}

/** A scan with its recognised text, one of both from before the change. */
const layersApart =
  (changed: 'picture' | 'text'): Technique =>
  async (job) => {
    const other = await job.paper.print(job.swaps)
    const [seen, read] = changed === 'picture' ? [other, job.pdf] : [job.pdf, other]
    const [picture, glass] = await lay(seen, job)
    const bytes = await pdfOf(picture, glass.quality, 'ABBYY FineReader PDF 16', job.paper.made, itemsOf(read))
    const forged = { bytes, medium: 'scan' as const, places: placesOn(job.spots, picture) }
    return changed === 'picture' ? forged : { ...forged, shows: 'old' }
  }

/** A paper printed anew with other figures, and scanned. */
const reprintScanned: Technique = async (job) => {
  const [picture, glass] = await lay(await job.paper.print(job.swaps), job, { skew: job.chance.whole(-8, 8) / 10 })
  const bytes = await pdfOf(picture, glass.quality, 'Brother MFC-L2750DW', job.paper.made)
  return { bytes, medium: 'scan', places: placesOn(job.spots, picture) }
}

async function scanOf(job: Job): Promise<{ bytes: Uint8Array; picture: Picture }> {
  const [picture, glass] = await lay(job.pdf, job)
  return { bytes: await pdfOf(picture, glass.quality, 'KONICA MINOLTA bizhub C250i', job.paper.made), picture }
}

/** A box in the paper's colour and typed text over the picture, as editors of PDFs set them. */
const typedOverScan: Technique = async (job) => {
  const { bytes, picture } = await scanOf(job)
  const forged = await withEdit(bytes, async (pdf) => {
    for (const spot of job.spots) {
      const page = pdf.getPage(0)
      const box = shownBox(picture, spot.reach)
      page.drawRectangle({ ...around(box), color: rgb(0.964, 0.964, 0.957) })
      const font = await pdf.embedFont(spot.font)
      page.drawText(spot.to, { x: box[0] + spot.x - spot.reach[0], y: spot.baseline, size: spot.size, font })
    }
  })
  return { bytes: forged, medium: 'scan', places: placesOn(job.spots, picture) }
}

/** A second picture over the first: a patch of a scan of the other figures. */
const patchOverScan: Technique = async (job) => {
  const { bytes, picture } = await scanOf(job)
  const [other] = await lay(await job.paper.print(job.swaps), job, { dpi: 300 })
  const forged = await withEdit(bytes, async (pdf) => {
    for (const { reach } of job.spots) {
      const box: Box = [reach[0] - 2, reach[1] - 1, reach[2] + 2, reach[3] + 1]
      const png = await cut(other.canvas, pixelsOf(other, box)).encode('png')
      pdf.getPage(0).drawImage(await pdf.embedPng(png), around(shownBox(picture, box), 0))
    }
  })
  return { bytes: forged, medium: 'scan', places: placesOn(job.spots, picture) }
}

/** Strokes, in shares of a digit's box, that a fine pen adds to turn one digit into another. */
const STROKES: Record<string, [number, number, number, number][]> = {
  '1>4': [
    [0.45, 0.12, 0.12, 0.56],
    [0.12, 0.56, 0.92, 0.56],
  ],
  '3>8': [
    [0.2, 0.2, 0.2, 0.42],
    [0.2, 0.5, 0.2, 0.72],
  ],
  '1>7': [[0.12, 0.1, 0.6, 0.1]],
  '5>6': [[0.18, 0.4, 0.18, 0.68]],
  '0>8': [[0.2, 0.42, 0.8, 0.42]],
  '0>9': [[0.2, 0.44, 0.8, 0.44]],
}

/** The paper altered with a pen before it is scanned. */
const penned = onScan((desk) => {
  const pen = desk.picture.canvas.getContext('2d')
  for (const { spot, wanted, glyph, at } of targets(desk)) {
    const old = spot.glyphs.find(({ box }) => box === glyph)?.text
    pen.strokeStyle = '#20264a'
    pen.lineWidth = spot.size * 0.22
    pen.lineCap = 'round'
    const [width, height] = [at[2] - at[0], (at[3] - at[1]) * 0.78]
    for (const [x, y, right, foot] of STROKES[`${old}>${wanted}`] ?? []) {
      pen.beginPath()
      pen.moveTo(at[0] + x * width, at[1] + y * height)
      pen.lineTo(at[0] + right * width, at[1] + foot * height)
      pen.stroke()
    }
  }
  return undefined
})

/** Light that falls off to a side, as on a table by a window. */
function shaded(picture: Picture): void {
  const { width, height } = picture.canvas
  const pen = picture.canvas.getContext('2d')
  const light = pen.createLinearGradient(0, 0, width, height)
  light.addColorStop(0, 'rgba(255,250,235,1)')
  light.addColorStop(1, 'rgba(176,168,158,1)')
  pen.globalCompositeOperation = 'multiply'
  pen.fillStyle = light
  pen.fillRect(0, 0, width, height)
  pen.globalCompositeOperation = 'source-over'
}

/** A photograph whose digits were wiped and typed on the telephone. */
const photographed = onScan(
  (desk) => {
    shaded(desk.picture)
    return typedDigits(({ blur }) => ({ erase: 'above', blur, ink: '#2b2825', noise: 0 }))(desk)
  },
  { grey: false, noise: 7, blur: 0.7, dpi: 220 },
)

export const SCAN_LAYERS: Record<string, Technique> = {
  'text-layer-changed': layersApart('text'),
  'picture-changed-text-left': layersApart('picture'),
  'reprint-and-scan': reprintScanned,
  'typed-over-scan': typedOverScan,
  'patch-over-scan': patchOverScan,
  'strokes-of-a-pen': penned,
  'photograph-retouched': photographed,
}
