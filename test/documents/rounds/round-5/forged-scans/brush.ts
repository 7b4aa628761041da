import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Chance } from '../../../chance.ts'
import type { Box } from '../../round-3/forgeries/job.ts'
import type { Spot } from '../../round-3/forgeries/spot.ts'
import { clouds, type Sheet } from './lens.ts'

/** A value to change, and where on the sheet the old one and the new one stand. */
export interface Edit {
  field: string
  spot: Spot
  to: string
  /** Its right end stays where it is. */
  right: boolean
  box: Box
}

/** Whole pixels of a picture. */
export type Area = [x: number, y: number, width: number, height: number]

export const penOf = ({ canvas }: Pick<Sheet, 'canvas'>): SKRSContext2D => canvas.getContext('2d')
export const copied = (sheet: Sheet, area: Area) => penOf(sheet).getImageData(...area)

/** The pixels in which a box of the sheet lies, with some more around it. */
export function areaOf(sheet: Sheet, box: Box, by = 0): Area {
  const [x, y, right, foot] = sheet.toPixels(box)
  const [left, top] = [Math.max(0, Math.floor(x - by)), Math.max(0, Math.floor(y - by))]
  const { width, height } = sheet.canvas
  return [left, top, Math.min(width, Math.ceil(right + by)) - left, Math.min(height, Math.ceil(foot + by)) - top]
}

/** The tone that a share of the pixels of an area is darker than, for each band. */
export function tonesOf(sheet: Sheet, area: Area, share: number): [number, number, number] {
  const { data } = copied(sheet, area)
  return [0, 1, 2].map((band) => {
    const values = data.filter((_, at) => at % 4 === band).sort()
    return values[Math.floor((values.length - 1) * share)] ?? 255
  }) as [number, number, number]
}

export const css = (tones: readonly number[]): string => `rgb(${tones.map(Math.round).join(' ')})`

export function flatten(sheet: Sheet, area: Area, colour: string): void {
  const pen = penOf(sheet)
  pen.fillStyle = colour
  pen.fillRect(...area)
}

/** Works on every value of an area: `tone(old, band, x, y)`. */
export function each(
  sheet: Sheet,
  area: Area,
  tone: (old: number, band: number, x: number, y: number) => number,
): void {
  const [left, top, width] = area
  const image = copied(sheet, area)
  image.data.forEach((old, at) => {
    const pixel = at >> 2
    if (at % 4 < 3) image.data[at] = tone(old, at % 4, left + (pixel % width), top + Math.floor(pixel / width))
  })
  penOf(sheet).putImageData(image, left, top)
}

/** Filled in from its four sides without any grain, as a net that paints what is missing does. */
export function imagined(sheet: Sheet, area: Area, chance: Chance, blotches = 0.8): void {
  const [left, top, width, height] = area
  const cloud = clouds(chance, 11)
  const side = (x: number, y: number, w: number, h: number) =>
    tonesOf(sheet, [Math.max(0, x), Math.max(0, y), Math.max(2, w), Math.max(2, h)], 0.55)
  const [cells, band] = [6, 4]
  const above = Array.from({ length: cells + 1 }, (_, at) =>
    side(left + (at * width) / cells - 6, top - band, 12, band).map(Number),
  )
  const below = Array.from({ length: cells + 1 }, (_, at) =>
    side(left + (at * width) / cells - 6, top + height, 12, band).map(Number),
  )
  const along = (row: number[][], x: number, colour: number) => {
    const u = ((x - left) / width) * cells
    const at = Math.min(cells - 1, Math.floor(u))
    return (row[at]?.[colour] ?? 0) * (1 - u + at) + (row[at + 1]?.[colour] ?? 0) * (u - at)
  }
  each(sheet, area, (_, colour, x, y) => {
    const v = (y - top) / height
    return along(above, x, colour) * (1 - v) + along(below, x, colour) * v + blotches * cloud(x, y)
  })
}

/** How much there is to be seen in an area. */
const busy = (sheet: Sheet, area: Area) => (tonesOf(sheet, area, 0.5)[1] ?? 0) - (tonesOf(sheet, area, 0.01)[1] ?? 0)

/** The barest place of the same size near an area. */
export function bareNear(sheet: Sheet, [left, top, width, height]: Area): Area {
  const places: Area[] = []
  for (let down = -8; down <= 8; down++)
    for (let along = -3; along <= 3; along++) {
      const [x, y] = [left + Math.round(along * width * 0.6), top + Math.round(down * height * 0.35)]
      const fits = x >= 0 && y >= 0 && x + width < sheet.canvas.width && y + height < sheet.canvas.height
      if (fits) places.push([x, y, width, height])
    }
  const ranked = places.map((area) => ({ area, rank: busy(sheet, area) }))
  return ranked.reduce((best, next) => (next.rank < best.rank ? next : best)).area
}

/** Another place's grain laid over an area, upside down, so that nobody knows it again at once. */
export function resurfaced(sheet: Sheet, area: Area): void {
  const [left, top, width, height] = area
  const source = copied(sheet, bareNear(sheet, area))
  const [here, there] = [tonesOf(sheet, area, 0.7), tonesOf(sheet, bareNear(sheet, area), 0.7)]
  each(sheet, area, (_, band, x, y) => {
    const from = (height - 1 - (y - top)) * width + (width - 1 - (x - left))
    return (source.data[4 * from + band] ?? 0) + (here[band] ?? 0) - (there[band] ?? 0)
  })
}

/** Makes points the unit and a point of the sheet the origin; up is negative. */
export function placed(pen: SKRSContext2D, sheet: Sheet, x: number, y: number): void {
  const [origin, along, down] = [sheet.at(x, y), sheet.at(x + 10, y), sheet.at(x, y - 10)]
  const part = (to: readonly number[], axis: 0 | 1) => ((to[axis] ?? 0) - (origin[axis] ?? 0)) / 10
  pen.setTransform(part(along, 0), part(along, 1), part(down, 0), part(down, 1), origin[0] ?? 0, origin[1] ?? 0)
}

const FACES: [RegExp, string][] = [
  [/DejaVu.*Condensed/, 'DejaVu Sans Condensed'],
  [/DejaVu/, 'DejaVu Sans'],
  [/Mono|Courier/, 'Liberation Mono'],
  [/Times|Serif|Nimbus ?Rom/, 'Liberation Serif'],
  [/./, 'Liberation Sans'],
]

/** How a text is set; without anything as the sheet sets it. */
export interface Hand {
  face?: string
  ink?: string
  size?: number
  blur?: number
  /** Points up and to the right, degrees clockwise. */
  up?: number
  aside?: number
  tilt?: number
  /** Each letter strays by this share of its size. */
  stray?: number
  weight?: string
  mode?: 'multiply' | 'darken' | 'source-over'
  aliased?: boolean
}

const faceOf = (spot: Spot) => FACES.find(([mark]) => mark.test(spot.font))?.[1] ?? 'Liberation Sans'

/** Types the new value where the old one stands. */
export function typed(sheet: Sheet, edit: Edit, hand: Hand, chance: Chance): void {
  const { spot, to, right } = edit
  const { face = faceOf(spot), ink = '#262626', size = 1, blur = 0, up = 0, aside = 0, tilt = 0, stray = 0 } = hand
  const layer = createCanvas(sheet.canvas.width, sheet.canvas.height)
  const pen = layer.getContext('2d')
  placed(pen, sheet, (right ? spot.box[2] : spot.box[0]) + aside, spot.y + up)
  pen.rotate((tilt * Math.PI) / 180)
  pen.filter = blur > 0 ? `blur(${blur}px)` : 'none'
  pen.fillStyle = ink
  pen.font = `${hand.weight ?? (/Bold/.test(spot.font) ? 'bold' : 'normal')} ${spot.size * size}px "${face}"`
  const wide = pen.measureText(to).width
  // Between words a forger makes a value as narrow as the one that stood there.
  if (!right && to.length === spot.text.length) pen.scale(Math.min(1, (spot.box[2] - spot.box[0]) / wide), 1)
  let x = right ? -wide : 0
  for (const letter of to) {
    const off = () => (chance.next() - 0.5) * 2 * stray * spot.size
    pen.fillText(letter, x + off(), off())
    x += pen.measureText(letter).width
  }
  if (hand.aliased) hardened(layer)
  const onto = penOf(sheet)
  onto.globalCompositeOperation = hand.mode ?? 'source-over'
  onto.drawImage(layer, 0, 0)
  onto.globalCompositeOperation = 'source-over'
}

/** Letters without soft edges, as simple programs draw them. */
function hardened(layer: Canvas): void {
  const pen = layer.getContext('2d')
  const image = pen.getImageData(0, 0, layer.width, layer.height)
  for (let at = 3; at < image.data.length; at += 4) image.data[at] = (image.data[at] ?? 0) > 110 ? 255 : 0
  pen.putImageData(image, 0, 0)
}

/** Pixels of one place moved to another, by whole pixels. */
export function moved(sheet: Sheet, from: Area, x: number, y: number): void {
  penOf(sheet).putImageData(copied(sheet, from), Math.round(x), Math.round(y))
}

/** Grain over an area, as an editor's filter adds it. */
export function grained(sheet: Sheet, area: Area, by: number, chance: Chance): void {
  const [, , width, height] = area
  const noise = Float32Array.from({ length: width * height }, () => (chance.next() + chance.next() - 1) * 2 * by)
  each(sheet, area, (old, _, x, y) => old + (noise[(y - area[1]) * width + (x - area[0])] ?? 0))
}
