import { PDFDocument } from '@cantoo/pdf-lib'
import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas'
import type { Chance } from '../../../chance.ts'
import { through } from './programs.ts'

/** A device that takes pictures of paper. */
interface Device {
  dpi: number
  /** How far the paper may lie askew, degrees. */
  skew: number
  noise: number
  paper: string
  quality: number
  /** How much darker the far corner is, 0 to 1. */
  shadow?: number
  /** Only black and white, as a fax sends. */
  bilevel?: boolean
  producer: string
}

export const DEVICES: Record<string, Device> = {
  office: { dpi: 200, skew: 0.6, noise: 8, paper: '#fdfdfb', quality: 78, producer: 'RICOH IM C3000' },
  copier: { dpi: 300, skew: 0.3, noise: 5, paper: '#ffffff', quality: 85, producer: 'KONICA MINOLTA bizhub C368' },
  grey: { dpi: 200, skew: 1.2, noise: 12, paper: '#dcdcd6', quality: 70, producer: 'EPSON Scan 2' },
  photo: { dpi: 220, skew: 1.8, noise: 14, paper: '#f1ece0', quality: 72, shadow: 0.35, producer: 'iOS Version 17.5' },
  fax: { dpi: 200, skew: 0.8, noise: 30, paper: '#ffffff', quality: 90, bilevel: true, producer: 'eFax Messenger' },
  coarse: { dpi: 150, skew: 1, noise: 8, paper: '#f8f8f4', quality: 62, producer: 'CamScanner' },
}

type Paint = (pen: ReturnType<Canvas['getContext']>, scale: number, width: number, height: number) => void

/** Every page of a file as a device sees it; `paint` is what lies on the paper. */
export async function pictures(bytes: Uint8Array, device: Device, chance: Chance, paint?: Paint): Promise<Canvas[]> {
  const { length } = (await PDFDocument.load(bytes)).getPages()
  const numbers = Array.from({ length }, (_, at) => at + 1)
  return Promise.all(
    numbers.map(async (page) => {
      const command = `pdftoppm -r ${device.dpi} -f ${page} -l ${page} -png -singlefile in.pdf out`
      const clean = await loadImage(through({ 'in.pdf': bytes }, 'out.png', command))
      return seen(clean, device, chance, paint)
    }),
  )
}

function seen(clean: Awaited<ReturnType<typeof loadImage>>, device: Device, chance: Chance, paint?: Paint): Canvas {
  const { width, height } = clean
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  pen.fillStyle = device.paper
  pen.fillRect(0, 0, width, height)
  pen.save()
  pen.translate(width / 2, height / 2)
  pen.rotate(((chance.next() * 2 - 1) * device.skew * Math.PI) / 180)
  pen.translate(-width / 2, -height / 2)
  pen.globalCompositeOperation = 'multiply'
  pen.drawImage(clean, 0, 0)
  paint?.(pen, device.dpi / 72, width, height)
  pen.restore()
  if (device.shadow) {
    const light = pen.createLinearGradient(0, 0, width, height)
    light.addColorStop(0.2, 'rgba(0,0,0,0)')
    light.addColorStop(1, `rgba(20,15,10,${device.shadow})`)
    pen.fillStyle = light
    pen.fillRect(0, 0, width, height)
  }
  addNoise(canvas, device, chance)
  return canvas
}

function addNoise(canvas: Canvas, { noise, bilevel }: Device, chance: Chance): void {
  const pen = canvas.getContext('2d')
  const image = pen.getImageData(0, 0, canvas.width, canvas.height)
  const { data } = image
  for (let at = 0; at < data.length; at += 4) {
    const grain = (chance.next() + chance.next() - 1) * noise
    const level = ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3 + grain
    for (let part = at; part < at + 3; part++)
      data[part] = bilevel ? (level < 150 ? 0 : 255) : (data[part] ?? 0) + grain
  }
  pen.putImageData(image, 0, 0)
}

/** Pictures as the pages of a file, as large as the paper was. */
export async function pdfOf(
  pages: readonly Canvas[],
  { dpi, quality, bilevel, producer }: Device,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  for (const canvas of pages) {
    const picture = bilevel
      ? await pdf.embedPng(canvas.toBuffer('image/png'))
      : await pdf.embedJpg(canvas.toBuffer('image/jpeg', quality))
    const [width, height] = [(canvas.width * 72) / dpi, (canvas.height * 72) / dpi]
    pdf.addPage([width, height]).drawImage(picture, { x: 0, y: 0, width, height })
  }
  pdf.setProducer(producer)
  for (const set of ['setCreationDate', 'setModificationDate'] as const) pdf[set](new Date('2025-11-20T09:30:00Z'))
  return pdf.save()
}

export async function scanned(bytes: Uint8Array, by: string, chance: Chance, paint?: Paint): Promise<Uint8Array> {
  const device = DEVICES[by]
  if (!device) throw new Error(`nobody scans with ${by}`)
  return pdfOf(await pictures(bytes, device, chance, paint), device)
}
