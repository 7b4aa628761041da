import { PDFDocument } from '@cantoo/pdf-lib'
import { type Canvas, createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import { Chance } from '../../../chance.ts'
import { pngsOf, through } from './programs.ts'

/** What a scanner, a telephone or a fax makes of a sheet. */
export interface Look {
  dpi: number
  /** Degrees. */
  skew: number
  noise: number
  paper: string
  quality: number
  grey?: boolean
  /** How much of the ink is left. */
  ink?: number
  blur?: number
  fax?: boolean
  /** Read by tesseract, the words laid under the picture. */
  read?: boolean
  marks?: readonly (keyof typeof MARKS)[]
}

type Pen = SKRSContext2D

/** What befell the sheet; width and height in pixels, `unit` a point. */
const MARKS = {
  shadow(pen: Pen, width: number, height: number) {
    const dusk = pen.createLinearGradient(0, 0, width, height * 0.7)
    dusk.addColorStop(0, 'rgba(40,30,20,0)')
    dusk.addColorStop(1, 'rgba(40,30,20,0.32)')
    pen.fillStyle = dusk
    pen.fillRect(0, 0, width, height)
  },
  crease(pen: Pen, width: number, height: number, unit: number) {
    for (const [color, y] of [
      ['rgba(0,0,0,0.22)', 0.36],
      ['rgba(0,0,0,0.10)', 0.36 + 0.004],
    ] as const) {
      pen.fillStyle = color
      pen.fillRect(0, height * y, width, 1.2 * unit)
    }
  },
  coffee(pen: Pen, width: number, height: number, unit: number) {
    pen.strokeStyle = 'rgba(120,72,20,0.35)'
    pen.lineWidth = 4 * unit
    pen.beginPath()
    pen.arc(width * 0.72, height * 0.8, 46 * unit, 0.3, 6)
    pen.stroke()
  },
  holes(pen: Pen, _: number, height: number, unit: number) {
    pen.fillStyle = '#333'
    for (const y of [height / 2 - 113 * unit, height / 2 + 113 * unit]) {
      pen.beginPath()
      pen.arc(26 * unit, y, 8 * unit, 0, 7)
      pen.fill()
    }
  },
  handwriting(pen: Pen, width: number, height: number, unit: number) {
    pen.fillStyle = '#1d3a8f'
    pen.font = `italic ${13 * unit}px "Z003", "URW Chancery L", serif`
    pen.rotate(-0.06)
    pen.fillText('lunch for the office', width * 0.08, height * 0.965)
    pen.fillText('claim!', width * 0.66, height * 0.965)
  },
}

export const LOOKS: Record<string, Look> = {
  copier: { dpi: 200, skew: 0.4, noise: 10, paper: '#f7f7f7', quality: 78, grey: true },
  phone: { dpi: 180, skew: -1.5, noise: 14, paper: '#efe7d8', quality: 72, blur: 0.5, marks: ['shadow'] },
  fax: { dpi: 200, skew: 0.6, noise: 26, paper: '#f4f4f4', quality: 90, fax: true },
  grey: { dpi: 150, skew: -0.7, noise: 10, paper: '#d9d9d7', quality: 74, grey: true },
  worn: { dpi: 220, skew: 1.2, noise: 22, paper: '#f1ecdf', quality: 66, ink: 0.82, marks: ['crease'] },
  colour: { dpi: 300, skew: 0, noise: 5, paper: '#fefcf8', quality: 85 },
  thermal: { dpi: 260, skew: 1.9, noise: 16, paper: '#f3f1f4', quality: 70, ink: 0.68, marks: ['shadow'] },
  ocr: { dpi: 200, skew: 0.3, noise: 6, paper: '#fafafa', quality: 80, grey: true, read: true },
  punched: { dpi: 200, skew: -0.5, noise: 9, paper: '#f8f5ee', quality: 75, marks: ['crease', 'coffee', 'holes'] },
  noted: { dpi: 220, skew: 0.9, noise: 12, paper: '#f4f2ee', quality: 74, marks: ['handwriting'] },
}

function seen(page: Awaited<ReturnType<typeof loadImage>>, look: Look, chance: Chance): Canvas {
  const { width, height } = page
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  pen.fillStyle = look.paper
  pen.fillRect(0, 0, width, height)
  pen.globalCompositeOperation = 'multiply'
  pen.globalAlpha = look.ink ?? 1
  if (look.blur) pen.filter = `blur(${look.blur}px)`
  pen.translate(width / 2, height / 2)
  pen.rotate((look.skew * Math.PI) / 180)
  pen.drawImage(page, -width / 2, -height / 2)
  pen.resetTransform()
  pen.filter = 'none'
  pen.globalAlpha = 1
  for (const mark of look.marks ?? []) MARKS[mark](pen, width, height, look.dpi / 72)
  grained(canvas, look, chance)
  return canvas
}

/** Noise of the sensor; a fax is black or white. */
function grained(canvas: Canvas, { noise, grey, fax }: Look, chance: Chance): void {
  const pen = canvas.getContext('2d')
  const image = pen.getImageData(0, 0, canvas.width, canvas.height)
  const { data } = image
  let state = chance.whole(1, 1e9)
  for (let at = 0; at < data.length; at += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const stray = ((state >>> 16) / 65_536 - 0.5) * 2 * noise
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
    const light = 0.3 * r + 0.59 * g + 0.11 * b + stray
    if (fax) data.fill(light > 150 ? 255 : 0, at, at + 3)
    else if (grey) data.fill(light, at, at + 3)
    else data.set([r + stray, g + stray, b + stray], at)
  }
  pen.putImageData(image, 0, 0)
}

/** Pictures as the pages of a file, as a scanner's program writes it. */
async function bound(canvases: readonly Canvas[], { dpi, quality, fax }: Look, made: string): Promise<Uint8Array> {
  const doc = await PDFDocument.create()
  for (const canvas of canvases) {
    const picture = fax
      ? await doc.embedPng(canvas.toBuffer('image/png'))
      : await doc.embedJpg(canvas.toBuffer('image/jpeg', quality))
    const [width, height] = [(canvas.width * 72) / dpi, (canvas.height * 72) / dpi]
    doc.addPage([width, height]).drawImage(picture, { x: 0, y: 0, width, height })
  }
  const day = new Date(`${made}T15:31:00Z`)
  doc.setProducer(fax ? 'HylaFAX tiff2pdf' : 'RICOH IM C3000')
  doc.setCreationDate(day)
  doc.setModificationDate(day)
  return doc.save()
}

/** A file as it comes from the glass. */
export async function scanned(bytes: Uint8Array, look: Look, name: string, made: string): Promise<Uint8Array> {
  const chance = new Chance([...name].reduce((sum, letter) => (sum * 33 + letter.charCodeAt(0)) | 0, 3))
  const pages = await Promise.all((await pngsOf(bytes, look.dpi)).map((png) => loadImage(Buffer.from(png))))
  const canvases = pages.map((page) => seen(page, look, chance))
  const [first] = canvases
  if (!look.read || !first) return bound(canvases, look, made)
  const command = `tesseract IN DIR/out --dpi ${look.dpi} -l eng pdf`
  return through(first.toBuffer('image/jpeg', look.quality), 'jpg', 'out.pdf', command)
}

/** Every picture of a scan once more as a poor JPEG. */
export async function squeezed(bytes: Uint8Array, made: string): Promise<Uint8Array> {
  const poor: Look = { dpi: 150, skew: 0, noise: 0, paper: '#fff', quality: 38 }
  return scanned(bytes, poor, 'squeezed', made)
}
