import { readFileSync } from 'node:fs'
import { createCanvas } from '@napi-rs/canvas'
import type { Chance } from '../../../chance.ts'
import { developed, type Picture, painted } from '../../round-1/scan.ts'
import type { Box } from '../../round-3/forgeries/job.ts'
import { inverse, type Point, projection, through } from './perspective.ts'

type Tone = [number, number, number]

/** What a scanner or a telephone makes of a sheet: degrees, pixels, steps of 256, shares of the sheet. */
export interface Look {
  dpi: number
  skew: number
  blur: number
  noise: number
  paper: Tone
  ink: Tone
  shade: number
  quality: number
  keystone?: number
  curl?: number
  grey?: boolean
  /** What lies around a sheet that is photographed. */
  desk?: Tone
  specks?: number
  /** Where dirt on the glass draws a line down the sheet. */
  streak?: number
  /** Pixels from one line of a screen that is photographed to the next. */
  grid?: number
}

/** A picture that knows where each point of its sheet came to lie. */
export interface Shot extends Picture {
  look: Look
  /** Pixels of a point of the sheet, in points from its bottom left. */
  at(x: number, y: number): Point
}

const looks = JSON.parse(readFileSync(new URL('looks.json', import.meta.url), 'utf8')) as Record<string, Look>

export function lookOf(name: string): Look {
  const look = looks[name]
  if (!look) throw new Error(`no look ${name}`)
  return look
}

/** The sheet itself, before anything sees it. */
export async function sheetOf(bytes: Uint8Array, look: Look, page = 1): Promise<Shot> {
  const picture = await painted(new Uint8Array(bytes), look.dpi, page)
  const scale = look.dpi / 72
  return { ...picture, look, at: (x, y) => [x * scale, (picture.size[1] - y) * scale] }
}

/** The corners of the sheet in the picture, from the top left clockwise. */
function cornersOf([width, height]: Point, { skew, keystone = 0, desk }: Look, chance: Chance): Point[] {
  const shrink = desk ? 0.93 : 1
  const angle = (skew * Math.PI) / 180
  const stray = () => (chance.next() - 0.5) * 2 * keystone * width
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([u = 0, v = 0]) => {
    const [x, y] = [(u * shrink * width) / 2, (v * shrink * height) / 2]
    const turned = [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)] as const
    return [width / 2 + turned[0] + stray(), height / 2 + turned[1] + stray()] as Point
  })
}

/** The sheet as the look sees it, saved as a JPEG. */
export async function shot(sheet: Shot, look: Look, chance: Chance): Promise<Shot> {
  const { width, height } = sheet.canvas
  if (look.grid) ruled(sheet, look.grid)
  const soft = createCanvas(width, height)
  const brush = soft.getContext('2d')
  brush.filter = `blur(${look.blur}px)`
  brush.drawImage(sheet.canvas, 0, 0)
  const source = brush.getImageData(0, 0, width, height).data
  const forth = projection(cornersOf([width, height], look, chance))
  const bend = (u: number) => (look.curl ?? 0) * Math.sin(Math.PI * u * 1.3)
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  const image = pen.createImageData(width, height)
  expose(image, { look, chance, seen: seenBy(source, [width, height], inverse(forth), bend) })
  pen.putImageData(image, 0, 0)
  const at = (x: number, y: number): Point => {
    const [u, v] = sheet.at(x, y)
    return through(forth, [u / width, v / height + bend(u / width)])
  }
  const toPixels = ([x0, y0, x1, y1]: Box): Box => {
    const corners = [at(x0, y0), at(x1, y0), at(x0, y1), at(x1, y1)]
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  }
  return { ...(await developed({ ...sheet, canvas, toPixels }, look.quality)), look, at }
}

/** The dark lines between the dots of a screen. */
function ruled({ canvas }: Shot, step: number): void {
  const { width, height } = canvas
  const pen = canvas.getContext('2d')
  pen.fillStyle = 'rgba(0,0,0,0.07)'
  for (let x = 0; x < width; x += step) pen.fillRect(x, 0, 1, height)
  for (let y = 0; y < height; y += step) pen.fillRect(0, y, width, 1)
}

/** Puts the colour of the sheet at a pixel of the picture into `tone`; says no beside the sheet. */
type Seen = (x: number, y: number, tone: Float64Array) => boolean

function seenBy(source: Uint8ClampedArray, [width, height]: Point, back: number[], bend: (u: number) => number): Seen {
  return (x, y, tone) => {
    const [u, bent] = through(back, [x, y])
    const v = bent - bend(u)
    if (u < 0 || v < 0 || u > 1 || v > 1) return false
    const [px, py] = [Math.min(u * width, width - 1.001), Math.min(v * height, height - 1.001)]
    const [left, top] = [Math.floor(px), Math.floor(py)]
    const [fx, fy] = [px - left, py - top]
    for (let band = 0; band < 3; band++) {
      const at = 4 * (top * width + left) + band
      const upper = (source[at] ?? 0) * (1 - fx) + (source[at + 4] ?? 0) * fx
      const lower = (source[at + 4 * width] ?? 0) * (1 - fx) + (source[at + 4 * width + 4] ?? 0) * fx
      tone[band] = upper * (1 - fy) + lower * fy
    }
    return true
  }
}

type Film = { width: number; height: number; data: Uint8ClampedArray }

/** Light and noise on what is seen, then dust. */
function expose(image: Film, { look, chance, seen }: { look: Look; chance: Chance; seen: Seen }) {
  const { width, height, data } = image
  const { paper, ink, desk = paper, shade, noise, grey, streak = -1, specks = 0 } = look
  const [side, tone] = [chance.next() * 6.28, new Float64Array(3)]
  const [along, down] = [0.7 * Math.cos(side), 0.7 * Math.sin(side)]
  let drift = 0
  for (let pixel = 0; pixel < width * height; pixel++) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    const [u, v] = [x / width - 0.5, y / height - 0.5]
    const light = Math.min(1.04, 1 - shade * (0.4 + u * along + v * down + u * u + v * v))
    const onSheet = seen(x, y, tone)
    drift = 0.45 * drift + (chance.next() + chance.next() - 1) * noise * 2
    const dirt = Math.abs(u + 0.5 - streak) < 0.0007 ? -14 : 0
    for (const band of BANDS) {
      const bare = onSheet ? ink[band] + ((paper[band] - ink[band]) * (tone[band] ?? 0)) / 255 : desk[band]
      tone[band] = bare * light + drift + dirt + (grey ? 0 : (chance.next() - 0.5) * noise)
    }
    const [r = 0, g = 0, b = 0] = tone
    if (grey) tone.fill(0.3 * r + 0.59 * g + 0.11 * b)
    data.set(tone, 4 * pixel)
    data[4 * pixel + 3] = 255
  }
  for (let left = specks; left > 0; left--) {
    const at = 4 * (chance.whole(0, height - 3) * width + chance.whole(0, width - 3))
    for (const next of [0, 4, 4 * width, 4 * width + 4].slice(0, chance.whole(1, 4)))
      data.fill(90, at + next, at + next + 3)
  }
}

const BANDS = [0, 1, 2] as const
