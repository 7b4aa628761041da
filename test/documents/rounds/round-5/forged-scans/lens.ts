import { readFileSync } from 'node:fs'
import { createCanvas } from '@napi-rs/canvas'
import type { Chance } from '../../../chance.ts'
import { developed, type Picture, painted } from '../../round-1/scan.ts'
import type { Box } from '../../round-3/forgeries/job.ts'
import { inverse, type Point, projection, through } from '../../round-4/forged-scans/perspective.ts'

type Tone = [number, number, number]

/** What a sheet is seen through: degrees, pixels, steps of 256, shares. */
export interface Lens {
  dpi: number
  skew: number
  soft: number
  grain: number
  paper: Tone
  ink: Tone
  shade: number
  /** How much paper is brighter and darker from fibre to fibre, and how much toner is missing here and there. */
  fibre: number
  toner: number
  sharpen: number
  /** What becomes black and white, as programs of scanners clip it. */
  black?: number
  white?: number
  /** How dark it gets where the sheet bends into a book or under a lid. */
  gutter?: number
  keystone?: number
  desk?: Tone
  streak?: number
  specks?: number
  grey?: boolean
}

/** A picture that knows where each point of its sheet, in points from its bottom left, came to lie. */
export interface Sheet extends Picture {
  at(x: number, y: number): Point
}

const lenses = JSON.parse(readFileSync(new URL('lenses.json', import.meta.url), 'utf8')) as Record<string, Lens>

export function lensOf(name: string): Lens {
  const lens = lenses[name]
  if (!lens) throw new Error(`there is no lens ${name}`)
  return lens
}

const framed = (picture: Omit<Picture, 'toPixels'>, at: Sheet['at']): Sheet => ({
  ...picture,
  at,
  toPixels: ([x0, y0, x1, y1]: Box): Box => {
    const corners = [at(x0, y0), at(x1, y0), at(x0, y1), at(x1, y1)]
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  },
})

/** The sheet as it is printed, before anything sees it. */
export async function sheetOf(bytes: Uint8Array, dpi: number): Promise<Sheet> {
  const picture = await painted(new Uint8Array(bytes), dpi)
  const scale = dpi / 72
  return framed(picture, (x, y) => [x * scale, (picture.size[1] - y) * scale])
}

/** Soft noise between -1 and 1 that changes over some pixels. */
export function clouds(chance: Chance, cell: number): (x: number, y: number) => number {
  const table = Float32Array.from({ length: 65_536 }, () => 2 * chance.next() - 1)
  return (x, y) => {
    const [u, v] = [x / cell + 4096, y / cell + 4096]
    const [left, top] = [Math.floor(u), Math.floor(v)]
    const [fx, fy] = [u - left, v - top]
    const value = (i: number, j: number) => table[((top + j) & 255) * 256 + ((left + i) & 255)] ?? 0
    const upper = value(0, 0) * (1 - fx) + value(1, 0) * fx
    return upper * (1 - fy) + (value(0, 1) * (1 - fx) + value(1, 1) * fx) * fy
  }
}

/** The corners of the sheet in the picture, from the top left clockwise. */
function cornersOf([width, height]: Point, { skew, keystone = 0, desk }: Lens, chance: Chance): Point[] {
  const [angle, half] = [(skew * Math.PI) / 180, desk ? 0.47 : 0.5]
  const stray = () => (chance.next() - 0.5) * 2 * keystone * width
  const corner = (u: number, v: number): Point => {
    const [x, y] = [u * half * width, v * half * height]
    return [
      width / 2 + x * Math.cos(angle) - y * Math.sin(angle) + stray(),
      height / 2 + x * Math.sin(angle) + y * Math.cos(angle) + stray(),
    ]
  }
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]
}

/** What the lens makes of a sheet, saved once as the device saves it. */
export async function seen(sheet: Sheet, lens: Lens, chance: Chance, quality = 92): Promise<Sheet> {
  const { width, height } = sheet.canvas
  const forth = projection(cornersOf([width, height], lens, chance))
  const planes = exposed(sheet, lens, chance, inverse(forth))
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  const image = pen.createImageData(width, height)
  finish(planes, image, lens)
  soil(image, lens, chance)
  pen.putImageData(image, 0, 0)
  const at = (x: number, y: number): Point => {
    const [u, v] = sheet.at(x, y)
    return through(forth, [u / width, v / height])
  }
  return { ...framed({ ...sheet, canvas }, at), canvas: (await developed({ ...sheet, canvas }, quality)).canvas }
}

/** Light that comes from the sheet, three bands of it. */
function exposed(sheet: Sheet, lens: Lens, chance: Chance, back: number[]): Float32Array {
  const { width, height } = sheet.canvas
  const source = softened(sheet, lens.soft)
  const [rough, fine, wide, side] = [clouds(chance, 1.6), clouds(chance, 2.3), clouds(chance, 9), chance.next() * 6.28]
  const planes = new Float32Array(width * height * 3)
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = back
  let drift = 0
  for (let y = 0, to = 0; y < height; y++)
    for (let x = 0; x < width; x++, to += 3) {
      const depth = g * x + h * y + i
      const [u, v] = [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth]
      const onSheet = u >= 0 && v >= 0 && u < 1 && v < 1
      const texture = rough(x, y)
      const [px, py] = [
        Math.min(Math.max(u * width + 0.3 * texture, 0), width - 1.01),
        Math.min(Math.max(v * height + 0.3 * fine(x, y), 0), height - 1.01),
      ]
      const [left, top] = [Math.floor(px), Math.floor(py)]
      const [fx, fy] = [px - left, py - top]
      const light = lightAt(x / width, y / height, lens, side) * (1 + lens.fibre * (fine(x, y) + wide(x, y)))
      drift = 0.4 * drift + (chance.next() + chance.next() - 1) * 2 * lens.grain
      const missing = lens.toner * Math.max(0, texture)
      for (let band = 0; band < 3; band++) {
        const at = 4 * (top * width + left) + band
        const upper = (source[at] ?? 0) * (1 - fx) + (source[at + 4] ?? 0) * fx
        const lower = (source[at + 4 * width] ?? 0) * (1 - fx) + (source[at + 4 * width + 4] ?? 0) * fx
        const dark = (1 - (upper * (1 - fy) + lower * fy) / 255) * (1 - missing)
        const [paper = 0, ink = 0] = [lens.paper[band], lens.ink[band]]
        const bare = onSheet ? paper + (ink - paper) * dark : ((lens.desk ?? lens.paper)[band] ?? 0)
        const colour = lens.grey ? 0 : (chance.next() - 0.5) * lens.grain
        planes[to + band] = bare * light + (drift + colour) * Math.sqrt(0.25 + (0.75 * bare) / 255)
      }
    }
  return planes
}

function softened({ canvas }: Sheet, soft: number): Uint8ClampedArray {
  const blurred = createCanvas(canvas.width, canvas.height)
  const pen = blurred.getContext('2d')
  pen.filter = `blur(${soft}px)`
  pen.drawImage(canvas, 0, 0)
  return pen.getImageData(0, 0, canvas.width, canvas.height).data
}

function lightAt(u: number, v: number, { shade, gutter = 0 }: Lens, side: number): number {
  const [x, y] = [u - 0.5, v - 0.5]
  const slope = shade * (0.5 + x * Math.cos(side) + y * Math.sin(side) + x * x + y * y)
  return (1 - Math.max(0, slope)) * (1 - gutter * Math.exp(-u * 22))
}

/** Sharpens as firmware does, clips, and drops colours where there are none. */
function finish(planes: Float32Array, { width, height, data }: ImageDataLike, lens: Lens): void {
  const { sharpen, black = 0, white = 255, grey } = lens
  const stretch = 255 / (white - black)
  for (let y = 0, pixel = 0; y < height; y++)
    for (let x = 0; x < width; x++, pixel++) {
      const inside = x > 0 && y > 0 && x < width - 1 && y < height - 1
      const tone = [0, 0, 0]
      for (let band = 0; band < 3; band++) {
        const at = pixel * 3 + band
        const own = planes[at] ?? 0
        const beside = (planes[at - 3] ?? 0) + (planes[at + 3] ?? 0)
        const around = inside ? (beside + (planes[at - 3 * width] ?? 0) + (planes[at + 3 * width] ?? 0)) / 4 : own
        tone[band] = (own + sharpen * (own - around) - black) * stretch
      }
      const [r = 0, g = 0, b = 0] = tone
      if (grey) tone.fill(0.3 * r + 0.59 * g + 0.11 * b)
      for (let band = 0; band < 3; band++) data[4 * pixel + band] = tone[band] ?? 0
      data[4 * pixel + 3] = 255
    }
}

interface ImageDataLike {
  width: number
  height: number
  data: Uint8ClampedArray
}

/** Dust on the glass draws a line down the sheet; specks lie where they fell. */
function soil({ width, height, data }: ImageDataLike, { streak, specks = 0 }: Lens, chance: Chance): void {
  const column = Math.round((streak ?? 0) * width)
  for (let y = 0; streak && y < height; y++)
    for (let band = 0; band < 3; band++) {
      const at = 4 * (y * width + column) + band
      data[at] = (data[at] ?? 0) - 17
    }
  for (let left = specks; left > 0; left--) {
    const at = 4 * (chance.whole(0, height - 3) * width + chance.whole(0, width - 3))
    const dots = [0, 4, 4 * width, 4 * width + 4].slice(0, chance.whole(1, 4))
    for (const dot of dots) data.fill(chance.whole(40, 110), at + dot, at + dot + 3)
  }
}
