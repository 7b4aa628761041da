import { type Canvas, createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import { openPdf } from '../../../../../server/src/documents/text/open.ts'
import type { Chance } from '../../../chance.ts'
import type { Place } from '../../round-file.ts'

/** How a device sees paper. */
export interface Lens {
  dpi: number
  /** Degrees, clockwise. */
  skew: number
  noise: number
  blur: number
  quality: number
  colour: boolean
  /** How much darker the far corner is. */
  shade: number
}

export const LENSES = {
  office: { dpi: 200, skew: 0.35, noise: 5, blur: 0.5, quality: 78, colour: false, shade: 0 },
  home: { dpi: 150, skew: -0.8, noise: 7, blur: 0.6, quality: 70, colour: true, shade: 0.06 },
  fine: { dpi: 300, skew: 0.1, noise: 4, blur: 0.7, quality: 85, colour: true, shade: 0 },
  phone: { dpi: 170, skew: 1.3, noise: 6, blur: 0.9, quality: 72, colour: true, shade: 0.22 },
  fax: { dpi: 200, skew: 0.5, noise: 0, blur: 0.4, quality: 90, colour: false, shade: 0 },
} as const satisfies Record<string, Lens>

export type LensName = keyof typeof LENSES

/** A page as a picture, with the way from points to its pixels. */
export interface Glass {
  canvas: Canvas
  lens: Lens
  size: readonly [number, number]
}

/** The first page, as if printed. */
export async function painted(bytes: Uint8Array, dpi: number): Promise<Canvas> {
  const pdf = await openPdf(new Uint8Array(bytes))
  try {
    const page = await pdf.getPage(1)
    const viewport = page.getViewport({ scale: dpi / 72 })
    const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height))
    const canvasContext = canvas.getContext('2d') as never
    await page.render({ canvas: null, canvasContext, viewport, intent: 'print', background: '#fff' }).promise
    return canvas
  } finally {
    await pdf.loadingTask.destroy()
  }
}

/** A pen in points from the page's bottom left, as the page lies on the glass. */
export function penOf({ canvas, lens, size: [width, height] }: Glass, flipped = false): SKRSContext2D {
  const pen = canvas.getContext('2d')
  pen.resetTransform()
  const scale = lens.dpi / 72
  pen.translate(canvas.width / 2, canvas.height / 2)
  pen.rotate((lens.skew * Math.PI) / 180)
  pen.scale(scale, flipped ? -scale : scale)
  pen.translate(-width / 2, flipped ? -height / 2 : -height / 2)
  return pen
}

/** Where a box of the page is in the picture, in points of the picture's own page. */
export function seenBox({ lens, size: [width, height] }: Glass, [x, y, right, top]: Place['box']): Place['box'] {
  const angle = (-lens.skew * Math.PI) / 180
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  const corners = [
    [x, y],
    [right, y],
    [x, top],
    [right, top],
  ].map(([a = 0, b = 0]) => {
    const [dx, dy] = [a - width / 2, b - height / 2]
    return [width / 2 + dx * cos - dy * sin, height / 2 + dx * sin + dy * cos] as const
  })
  const [xs, ys] = [corners.map(([a]) => a), corners.map(([, b]) => b)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** Pixels of a box, a little wider. */
export function pixelsOf(glass: Glass, box: Place['box'], more = 1): [number, number, number, number] {
  const [x, y, right, top] = seenBox(glass, box)
  const scale = glass.lens.dpi / 72
  const at = [x - more, glass.size[1] - top - more, right - x + 2 * more, top - y + 2 * more]
  return at.map((side) => Math.round(side * scale)) as [number, number, number, number]
}

/** Paper under a lens; `before` may draw on it as it lies there. */
export async function scanned(
  sheet: Canvas,
  lens: Lens,
  size: readonly [number, number],
  chance: Chance,
  paper = lens.colour ? '#faf7f0' : '#f6f6f6',
): Promise<Glass> {
  const canvas = createCanvas(sheet.width, sheet.height)
  const glass = { canvas, lens, size }
  const pen = canvas.getContext('2d')
  pen.fillStyle = paper
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.globalCompositeOperation = 'multiply'
  pen.filter = `blur(${lens.blur}px)`
  const page = penOf(glass)
  page.drawImage(sheet, 0, 0, size[0], size[1])
  pen.resetTransform()
  pen.filter = 'none'
  if (lens.shade > 0) {
    const light = pen.createLinearGradient(0, 0, canvas.width, canvas.height)
    const dark = Math.round(255 * (1 - lens.shade))
    light.addColorStop(0, '#fff')
    light.addColorStop(1, `rgb(${dark},${dark},${Math.round(dark * 0.97)})`)
    pen.fillStyle = light
    pen.fillRect(0, 0, canvas.width, canvas.height)
  }
  pen.globalCompositeOperation = 'source-over'
  noised(glass, [0, 0, canvas.width, canvas.height], lens.noise, chance)
  return { ...glass, canvas: await pressed(canvas, lens.quality) }
}

/** Noise of a sensor over some pixels. */
export function noised({ canvas, lens }: Glass, box: readonly number[], noise: number, chance: Chance): void {
  const [x = 0, y = 0, width = 1, height = 1] = box
  if (noise === 0) return
  const pen = canvas.getContext('2d')
  const image = pen.getImageData(x, y, width, height)
  const { data } = image
  for (let at = 0; at < data.length; at += 4) {
    const jitter = noise * 2 * (chance.next() + chance.next() + chance.next() - 1.5)
    const grey = ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3
    for (const side of [0, 1, 2]) {
      const own = lens.colour ? (data[at + side] ?? 0) + jitter * (0.7 + 0.3 * side) : grey + jitter
      data[at + side] = own
    }
  }
  pen.putImageData(image, x, y)
}

/** The picture as it comes back from a JPEG. */
export async function pressed(canvas: Canvas, quality: number): Promise<Canvas> {
  const image = await loadImage(canvas.toBuffer('image/jpeg', quality))
  const back = createCanvas(canvas.width, canvas.height)
  back.getContext('2d').drawImage(image, 0, 0)
  return back
}
