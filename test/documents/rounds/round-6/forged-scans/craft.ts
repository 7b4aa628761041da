import { readFileSync } from 'node:fs'
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { Chance } from '../../../chance.ts'
import {
  type Area,
  areaOf,
  bareNear,
  copied,
  type Edit,
  each,
  imagined,
  penOf,
  placed,
  tonesOf,
} from '../../round-5/forged-scans/brush.ts'
import { clouds, type Lens, type Sheet } from '../../round-5/forged-scans/lens.ts'

export type Box = Edit['box']

/** A value to change, and how far from there the paper with its new values has it. */
export interface Change extends Edit {
  shift: [right: number, up: number]
}

const shifted = ([x, y, right, top]: Box, [by, up]: Change['shift']): Box => [x + by, y + up, right + by, top + up]

const lenses = JSON.parse(readFileSync(new URL('lenses.json', import.meta.url), 'utf8')) as Record<string, Lens>

export function lensOf(name: string): Lens {
  const lens = lenses[name]
  if (!lens) throw new Error(`there is no lens ${name}`)
  return lens
}

/** A sheet whose picture became another one, of which each point is `map`ped to a new one. */
export function reframed(sheet: Sheet, canvas: Canvas, map: (x: number, y: number) => [number, number]): Sheet {
  const at: Sheet['at'] = (x, y) => map(...sheet.at(x, y))
  const toPixels = ([x0, y0, x1, y1]: Box): Box => {
    const corners = [at(x0, y0), at(x1, y0), at(x0, y1), at(x1, y1)]
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  }
  return { ...sheet, canvas, at, toPixels }
}

/** The same picture with more or fewer pixels, on a page of the same size. */
export function resized(sheet: Sheet, by: number): Sheet {
  const canvas = createCanvas(Math.round(sheet.canvas.width * by), Math.round(sheet.canvas.height * by))
  const pen = canvas.getContext('2d')
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(sheet.canvas, 0, 0, canvas.width, canvas.height)
  return { ...reframed(sheet, canvas, (x, y) => [x * by, y * by]), dpi: sheet.dpi * by }
}

/** Nothing but paper: its light as around the area, its grain as at the barest place near it. */
export function healed(sheet: Sheet, area: Area, chance: Chance, grain = 1): void {
  const source = bareNear(sheet, area)
  const [there, tone] = [copied(sheet, source), tonesOf(sheet, source, 0.5)]
  imagined(sheet, area, chance, 0.4)
  const [left, top, width, height] = area
  each(sheet, area, (old, band, x, y) => {
    const from = (y - top) * width + (width - 1 - (x - left))
    const own = there.data[4 * Math.min(from, width * height - 1) + band] ?? 0
    return old + grain * Math.max(-14, Math.min(14, own - (tone[band] ?? 0)))
  })
}

/** How ink is laid on: pixels of blur, points up and aside, degrees, how much is missing, how strong it is. */
export interface Laying {
  blur?: number
  up?: number
  aside?: number
  tilt?: number
  worn?: number
  strong?: number
  ink?: readonly number[]
}

/** The ink of a print, within a box of it in points, laid over a picture where the same box came to lie. */
export function inked(
  sheet: Sheet,
  print: Sheet,
  [box, { shift }]: readonly [Box, Change],
  how: Laying,
  chance: Chance,
): void {
  const piece = inkOf(print, shifted(box, shift), how, chance)
  const [x, y, right, top] = box
  const layer = createCanvas(sheet.canvas.width, sheet.canvas.height)
  const pen = layer.getContext('2d')
  placed(pen, sheet, x + (how.aside ?? 0), y + (how.up ?? 0))
  pen.rotate(((how.tilt ?? 0) * Math.PI) / 180)
  pen.imageSmoothingQuality = 'high'
  pen.filter = how.blur ? `blur(${how.blur}px)` : 'none'
  pen.drawImage(piece, 0, y - top, right - x, top - y)
  penOf(sheet).drawImage(layer, 0, 0)
}

function inkOf(print: Sheet, box: Box, { worn = 0, strong = 1, ink = [30, 30, 32] }: Laying, chance: Chance): Canvas {
  const [left, top, width, height] = areaOf(print, box)
  const piece = createCanvas(width, height)
  const pen = piece.getContext('2d')
  const image = copied(print, [left, top, width, height])
  const mottle = clouds(chance, 2.4)
  // A ground of its own is no ink.
  const ground = tonesOf(print, [left, top, width, height], 0.7)[1]
  for (let pixel = 0; pixel < width * height; pixel++) {
    const dark = (255 * Math.max(0, ground - (image.data[4 * pixel + 1] ?? 255))) / Math.max(1, ground)
    const missing = worn * Math.max(0, mottle(pixel % width, Math.floor(pixel / width)))
    for (let band = 0; band < 3; band++) image.data[4 * pixel + band] = ink[band] ?? 0
    image.data[4 * pixel + 3] = Math.min(255, dark * strong * (1 - missing))
  }
  pen.putImageData(image, 0, 0)
  return piece
}

const bare = (text: string) => [...text.replace(/[\s\u00a0]/g, '')]

/** The letters of a value that change, in points; the whole value where it gets longer or shorter. */
export function lettersThatChange(edit: Edit): Box[] {
  const [old, fresh] = [bare(edit.spot.text), bare(edit.to)]
  if (old.length !== fresh.length) return [edit.box]
  const changed = fresh.flatMap((letter, at) => (letter === old[at] ? [] : [at]))
  return changed.map((at) => letterBox(edit, at))
}

export function letterBox({ spot }: Edit, at: number): Box {
  const [left = 0, right = 0] = spot.letters[at] ?? []
  return [left, spot.y - 0.08 * spot.size, right, spot.y + 0.78 * spot.size]
}

/** A place of one picture of a sheet drawn over the same place of another picture of it, its edges soft or sharp. */
export function overlaid(sheet: Sheet, donor: Sheet, box: Box, edge = 0): void {
  const [x, y, right, top] = box
  const layer = createCanvas(sheet.canvas.width, sheet.canvas.height)
  const pen = layer.getContext('2d')
  // The donor's pixels to points of the sheet, those to the picture's pixels.
  const [a, b, c] = [donor.at(x, y), donor.at(right, y), donor.at(x, top)]
  const [d, e, f] = [sheet.at(x, y), sheet.at(right, y), sheet.at(x, top)]
  pen.beginPath()
  for (const [u, v] of [
    [x, y],
    [right, y],
    [right, top],
    [x, top],
  ] as const)
    pen.lineTo(...sheet.at(u, v))
  pen.closePath()
  pen.clip()
  const det = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
  const part = (axis: 0 | 1) => {
    const [p, q] = [e[axis] - d[axis], f[axis] - d[axis]]
    const along = (p * (c[1] - a[1]) - q * (b[1] - a[1])) / det
    const down = (q * (b[0] - a[0]) - p * (c[0] - a[0])) / det
    return [along, down, d[axis] - along * a[0] - down * a[1]] as const
  }
  const [m, n] = [part(0), part(1)]
  pen.setTransform(m[0], n[0], m[1], n[1], m[2], n[2])
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(donor.canvas, 0, 0)
  const onto = penOf(sheet)
  if (edge === 0) return void onto.drawImage(layer, 0, 0)
  feathered(layer, areaOf(sheet, box), edge)
  onto.drawImage(layer, 0, 0)
}

/** Less and less to be seen towards the edges of an area. */
function feathered(layer: Canvas, [left, top, width, height]: Area, edge: number): void {
  const pen = layer.getContext('2d')
  const image = pen.getImageData(left, top, width, height)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    const inside = Math.min(x, y, width - 1 - x, height - 1 - y) / edge
    if (inside < 1) image.data[4 * pixel + 3] = (image.data[4 * pixel + 3] ?? 0) * Math.max(0, inside)
  }
  pen.putImageData(image, left, top)
}

/** A picture's light in an area drawn to another's. */
export function toned(sheet: Sheet, area: Area, to: readonly number[], share = 0.6): void {
  const own = tonesOf(sheet, area, share)
  each(sheet, area, (old, band) => (old * (to[band] ?? 255)) / Math.max(1, own[band] ?? 255))
}
