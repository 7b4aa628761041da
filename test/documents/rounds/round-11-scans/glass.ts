import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { Chance } from '../../chance.ts'

/** Dots an inch at which papers are printed before a device sees them. */
export const MASTER = 300

/** How a device sees a sheet. */
export interface Device {
  /** Dots an inch, across and down. */
  dpi: readonly [number, number]
  colour: boolean
  /** Degrees, clockwise. */
  skew: number
  /** Radius of the lens's blur in points. */
  blur: number
  noise: number
  /** How much edges are lifted afterwards. */
  sharpen?: number
  /** Brightness of white paper, of 255; above it is clipped. */
  white: number
  /** Colour of the paper, as shares of white. */
  tint?: readonly [number, number, number]
  /** How much darker the far corner is. */
  shade?: number
  /** A soft shadow of a hand over a corner. */
  shadow?: boolean
  /** What is nearer to the lens is larger. */
  lean?: readonly [number, number]
  /** How far the middle of a page that is not flat is lifted, in points. */
  bend?: number
  /** What is seen around the sheet, in points. */
  desk?: number
  /** Grains on a feeder's glass and dust. */
  streak?: boolean
  /** How dark is black. */
  ink?: number
  /** Below it is black, for devices of two tones. */
  threshold?: number
}

const OFFICE: Device = { dpi: [200, 200], colour: false, skew: 0.3, blur: 0.22, noise: 3, white: 250, sharpen: 0.4 }

export const DEVICES = {
  office: OFFICE,
  'office-fine': { ...OFFICE, dpi: [300, 300], skew: -0.2, noise: 3.5, white: 246 },
  colour: { ...OFFICE, dpi: [200, 200], colour: true, skew: 0, white: 247, tint: [1, 0.99, 0.97], noise: 4 },
  'colour-fine': { ...OFFICE, dpi: [300, 300], colour: true, skew: 0.5, white: 244, tint: [1, 0.995, 0.98] },
  askew: { ...OFFICE, skew: 2.4, noise: 5, blur: 0.3 },
  feeder: { ...OFFICE, dpi: [200, 200], skew: -1.1, streak: true, noise: 4 },
  home: { ...OFFICE, dpi: [150, 150], colour: true, skew: -0.6, noise: 5, shade: 0.05, blur: 0.3, sharpen: 0 },
  copier: { ...OFFICE, dpi: [300, 300], skew: 0.4, threshold: 150, noise: 9 },
  'copier-light': { ...OFFICE, dpi: [200, 200], skew: -0.3, threshold: 128, noise: 8 },
  'fax-coarse': { ...OFFICE, dpi: [204, 98], skew: 0.4, threshold: 140, noise: 12, ink: 40 },
  'fax-fine': { ...OFFICE, dpi: [204, 196], skew: -0.5, threshold: 150, noise: 14, ink: 60 },
  'fax-faint': { ...OFFICE, dpi: [204, 196], skew: 0.6, threshold: 139, noise: 18, ink: 70 },
  phone: {
    dpi: [190, 190],
    colour: true,
    skew: 1.2,
    blur: 0.35,
    noise: 6,
    white: 226,
    tint: [1, 0.97, 0.91],
    shade: 0.25,
    shadow: true,
    lean: [0.00006, 0.00009],
    desk: 16,
    ink: 34,
  },
  curved: {
    dpi: [200, 200],
    colour: true,
    skew: -0.7,
    blur: 0.3,
    noise: 5,
    white: 232,
    tint: [1, 0.98, 0.94],
    shade: 0.18,
    bend: 7,
    lean: [0.00003, -0.00004],
    desk: 10,
    ink: 30,
  },
  thermal: {
    ...OFFICE,
    dpi: [200, 200],
    colour: true,
    skew: 1,
    white: 240,
    tint: [1, 0.99, 0.95],
    ink: 96,
    noise: 5,
    desk: 24,
  },
} as const satisfies Record<string, Device>

export type DeviceName = keyof typeof DEVICES

/** A sheet as a device saw it. */
export interface Shot {
  canvas: Canvas
  device: Device
  /** Of the picture, in points. */
  size: readonly [number, number]
  /** Where a point of the sheet is, in pixels. */
  at(x: number, y: number): readonly [number, number]
}

/** From a point of the picture to the point of the sheet, both in points. */
function lensOf({ skew, lean = [0, 0], bend = 0, desk = 0 }: Device, [width, height]: readonly [number, number]) {
  const angle = (-skew * Math.PI) / 180
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  return (u: number, v: number): [number, number] => {
    const [a, b] = [u - desk - width / 2, v - desk - height / 2]
    const near = 1 + lean[0] * a + lean[1] * b
    const [x, y] = [(a * cos - b * sin) / near, (a * sin + b * cos) / near]
    return [x + width / 2, y + height / 2 + bend * Math.cos((Math.PI * x) / width) - bend / 2]
  }
}

/** The way back, by steps. */
function backOf(lens: ReturnType<typeof lensOf>, desk: number) {
  return (x: number, y: number): [number, number] => {
    let [u, v] = [x + desk, y + desk]
    for (let step = 0; step < 12; step++) {
      const [sx, sy] = lens(u, v)
      ;[u, v] = [u + x - sx, v + y - sy]
    }
    return [u, v]
  }
}

const normal = (chance: Chance) => 2 * (chance.next() + chance.next() + chance.next() - 1.5)

/** The slow unevenness of paper and of toner: one number for four by four pixels. */
const unevenness = (wide: number, high: number, chance: Chance) =>
  Float32Array.from({ length: Math.ceil(wide / 4) * Math.ceil(high / 4) }, () => normal(chance))

/** A sheet, printed at MASTER dots an inch, under a device. */
export function shot(sheet: Canvas, paper: readonly [number, number], device: Device, chance: Chance): Shot {
  const { dpi, desk = 0 } = device
  const size = [paper[0] + 2 * desk, paper[1] + 2 * desk] as const
  const [wide, high] = [Math.round((size[0] * dpi[0]) / 72), Math.round((size[1] * dpi[1]) / 72)]
  const lens = lensOf(device, paper)
  const seen = sampled(softened(sheet, device, paper), lens, device, [wide, high])
  const canvas = createCanvas(wide, high)
  const pen = canvas.getContext('2d')
  const image = pen.createImageData(wide, high)
  develop(seen, image.data, device, [wide, high], chance)
  pen.putImageData(image, 0, 0)
  const back = backOf(lens, desk)
  const at = (x: number, y: number) => {
    const [u, v] = back(x, y)
    return [(u * dpi[0]) / 72, (v * dpi[1]) / 72] as const
  }
  return { canvas, device, size, at }
}

function softened(sheet: Canvas, { blur, dpi }: Device, paper: readonly [number, number]): Canvas {
  const soft = createCanvas(sheet.width, sheet.height)
  const pen = soft.getContext('2d')
  const scale = sheet.width / paper[0]
  // A sensor's cell averages what falls on it.
  pen.filter = `blur(${blur * scale + (0.3 * scale * 72) / Math.min(...dpi)}px)`
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, soft.width, soft.height)
  pen.drawImage(sheet, 0, 0)
  return soft
}

/** Three planes of what falls on the sensor; the desk is dark. */
function sampled(
  sheet: Canvas,
  lens: ReturnType<typeof lensOf>,
  device: Device,
  [wide, high]: readonly [number, number],
) {
  const { data } = sheet.getContext('2d').getImageData(0, 0, sheet.width, sheet.height)
  const [columns, rows] = [sheet.width, sheet.height]
  const scale = MASTER / 72
  const flat = !device.desk
  const planes = [0, 1, 2].map(() => new Float32Array(wide * high))
  for (let v = 0; v < high; v++)
    for (let u = 0; u < wide; u++) {
      const [px, py] = lens((72 * (u + 0.5)) / device.dpi[0], (72 * (v + 0.5)) / device.dpi[1])
      const [x, y] = [px * scale - 0.5, py * scale - 0.5]
      const [x0, y0] = [Math.floor(x), Math.floor(y)]
      const on = x0 >= 0 && y0 >= 0 && x0 < columns - 1 && y0 < rows - 1
      const [fx, fy] = [x - x0, y - y0]
      const from = 4 * (y0 * columns + x0)
      for (const [side, plane] of planes.entries()) {
        if (!on) {
          plane[v * wide + u] = flat ? 255 : ([92, 74, 60][side] ?? 70)
          continue
        }
        const top = (data[from + side] ?? 0) * (1 - fx) + (data[from + 4 + side] ?? 0) * fx
        const low = from + 4 * columns
        const foot = (data[low + side] ?? 0) * (1 - fx) + (data[low + 4 + side] ?? 0) * fx
        plane[v * wide + u] = top * (1 - fy) + foot * fy
      }
    }
  return planes
}

function develop(
  planes: Float32Array[],
  out: Uint8ClampedArray,
  device: Device,
  [wide, high]: readonly [number, number],
  chance: Chance,
): void {
  const { white, ink = 22, tint = [1, 1, 1], shade = 0, shadow, noise, sharpen = 0, colour, threshold } = device
  const slow = unevenness(wide, high, chance)
  const across4 = Math.ceil(wide / 4)
  const streaks = device.streak ? [0.31, 0.68].map((share) => Math.round(share * wide)) : []
  const [r, g, b] = planes as [Float32Array, Float32Array, Float32Array]
  if (!colour)
    for (let at = 0; at < r.length; at++) r[at] = 0.3 * (r[at] ?? 0) + 0.59 * (g[at] ?? 0) + 0.11 * (b[at] ?? 0)
  const bands = colour ? [r, g, b] : [r]
  for (const [side, plane] of bands.entries()) {
    const lifted = sharpen ? edged(plane, wide, sharpen) : plane
    for (let y = 0, at = 0; y < high; y++)
      for (let x = 0; x < wide; x++, at++) {
        const [across, down] = [x / wide, y / high]
        let light = 1 - shade * (0.6 * across + 0.4 * down)
        if (shadow) light *= 1 - 0.3 / (1 + Math.exp(-14 * (down + 0.5 * across - 1.05)))
        const grain = 0.4 * noise * (slow[across4 * (y >> 2) + (x >> 2)] ?? 0)
        const value = ink + ((lifted[at] ?? 0) / 255) * (white * (tint[side] ?? 1) - ink)
        let seen = value * light + grain + noise * 0.8 * normal(chance)
        if (streaks.includes(x)) seen *= 0.72
        if (threshold !== undefined) seen = seen < threshold ? 0 : 255
        out[4 * at + side] = seen
        if (!colour) out[4 * at + 1] = out[4 * at + 2] = out[4 * at] ?? 0
        out[4 * at + 3] = 255
      }
  }
}

function edged(plane: Float32Array, wide: number, much: number): Float32Array {
  const lifted = Float32Array.from(plane)
  for (let at = wide; at < plane.length - wide; at++) {
    const around = ((plane[at - 1] ?? 0) + (plane[at + 1] ?? 0) + (plane[at - wide] ?? 0) + (plane[at + wide] ?? 0)) / 4
    lifted[at] = Math.min(258, Math.max(-8, (plane[at] ?? 0) + much * ((plane[at] ?? 0) - around)))
  }
  return lifted
}

/** A box of the sheet in whole pixels of the picture: x, y, width, height. */
export function pixelsOf({ at }: Shot, [x, y, width, height]: readonly [number, number, number, number], more = 0) {
  const corners = [
    at(x - more, y - more),
    at(x + width + more, y - more),
    at(x - more, y + height + more),
    at(x + width + more, y + height + more),
  ]
  const [xs, ys] = [corners.map(([a]) => a), corners.map(([, b]) => b)]
  const [left, top] = [Math.floor(Math.min(...xs)), Math.floor(Math.min(...ys))]
  return [left, top, Math.ceil(Math.max(...xs)) - left, Math.ceil(Math.max(...ys)) - top] as const
}
