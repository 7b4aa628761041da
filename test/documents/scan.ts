import { PDFDocument } from '@cantoo/pdf-lib'
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { openPdf } from '../../server/src/documents/text/open.ts'
import type { Chance } from './chance.ts'
import type { Generator } from './specimen.ts'

/** How a page came through the scanner. What is not given is left to chance. */
export interface ScanLook {
  /** Dots an inch, 150 to 300. */
  dpi: number
  color: boolean
  /** How far the sheet lies askew, clockwise, up to 3 either way. */
  skewDegrees: number
  /** How the sheet was turned, clockwise. */
  rotation: 0 | 90 | 180 | 270
  /** Standard deviation of the sensor's noise, in 256 steps of brightness. */
  noise: number
  /** Radius in pixels. */
  blur: number
  /** How much darker the darkest edge is, 0 to 1. */
  shade: number
  /** JPEG quality, 40 to 85. */
  quality: number
}

/** Any PDF's pages as an image-only PDF, as a scanner would have made it; the same chance makes the same bytes. */
export async function scan(bytes: Uint8Array, chance: Chance, options: Partial<ScanLook> = {}): Promise<Uint8Array> {
  const pdf = await openPdf(bytes)
  const out = await PDFDocument.create()
  // Dates of the day would make every run's bytes different.
  out.setCreationDate(new Date(0))
  out.setModificationDate(new Date(0))
  const look = { ...drawLook(chance), ...options }
  try {
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number)
      const { width, height } = page.getViewport({ scale: 1 })
      const picture = degrade(await paint(page, look.dpi), look, chance)
      const image = await out.embedJpg(picture.toBuffer('image/jpeg', look.quality))
      const size: [number, number] = look.rotation % 180 === 0 ? [width, height] : [height, width]
      out.addPage(size).drawImage(image, { x: 0, y: 0, width: size[0], height: size[1] })
    }
    return await out.save()
  } finally {
    await pdf.loadingTask.destroy()
  }
}

/** A generator whose documents come through a scanner. */
export function scanned(generator: Generator, options: Partial<ScanLook> = {}): Generator {
  return async (chance) => {
    const { name, bytes, truth } = await generator(chance)
    return { name: `${name}-scan`, bytes: await scan(bytes, chance, options), truth: { ...truth, scan: true } }
  }
}

function drawLook(chance: Chance): ScanLook {
  return {
    dpi: chance.pick([150, 200, 200, 240, 300]),
    color: chance.happens(0.4),
    skewDegrees: chance.happens(0.3) ? 0 : chance.whole(-300, 300) / 100,
    rotation: chance.happens(0.85) ? 0 : chance.pick([90, 180, 270]),
    noise: chance.whole(0, 12),
    blur: chance.whole(0, 8) / 10,
    shade: chance.happens(0.4) ? chance.whole(5, 30) / 100 : 0,
    quality: chance.whole(40, 85),
  }
}

async function paint(page: PDFPageProxy, dpi: number): Promise<Canvas> {
  const viewport = page.getViewport({ scale: dpi / 72 })
  const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height))
  await page.render({
    canvas: null,
    canvasContext: canvas.getContext('2d') as never,
    viewport,
    intent: 'print',
    background: '#fff',
  }).promise
  return canvas
}

function degrade(sheet: Canvas, look: ScanLook, chance: Chance): Canvas {
  const turned = look.rotation % 180 !== 0
  const glass = createCanvas(turned ? sheet.height : sheet.width, turned ? sheet.width : sheet.height)
  const pen = glass.getContext('2d')
  pen.fillStyle = look.color ? '#fbf8ef' : '#fafafa'
  pen.fillRect(0, 0, glass.width, glass.height)
  pen.translate(glass.width / 2, glass.height / 2)
  pen.rotate(((look.rotation + look.skewDegrees) * Math.PI) / 180)
  pen.globalCompositeOperation = 'multiply'
  if (look.blur > 0) pen.filter = `blur(${look.blur}px)`
  pen.drawImage(sheet, -sheet.width / 2, -sheet.height / 2)
  pen.resetTransform()
  pen.filter = 'none'
  if (look.shade > 0) {
    const slant = chance.whole(0, glass.height)
    const light = pen.createLinearGradient(0, slant, glass.width, glass.height - slant)
    const dark = Math.round(255 * (1 - look.shade))
    light.addColorStop(0, '#fff')
    light.addColorStop(1, `rgb(${dark},${dark},${dark})`)
    pen.fillStyle = light
    pen.fillRect(0, 0, glass.width, glass.height)
  }
  roughen(glass, look, chance)
  return glass
}

// The sum of three even chances is near enough to a normal one: its deviation is 0.5, hence the factor 2.
function roughen(glass: Canvas, { noise, color }: ScanLook, chance: Chance): void {
  const pen = glass.getContext('2d')
  const image = pen.getImageData(0, 0, glass.width, glass.height)
  const { data } = image
  for (let at = 0; at < data.length; at += 4) {
    const jitter = noise === 0 ? 0 : noise * 2 * (chance.next() + chance.next() + chance.next() - 1.5)
    const [r = 0, g = 0, b = 0] = [data[at], data[at + 1], data[at + 2]]
    const grey = 0.3 * r + 0.59 * g + 0.11 * b
    data[at] = (color ? r : grey) + jitter
    data[at + 1] = (color ? g : grey) + jitter
    data[at + 2] = (color ? b : grey) + jitter
  }
  pen.putImageData(image, 0, 0)
}
