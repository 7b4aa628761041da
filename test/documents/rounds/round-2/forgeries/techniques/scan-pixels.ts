import { type Canvas, createCanvas } from '@napi-rs/canvas'
import {
  anyGlass,
  developed,
  type Glass,
  type Picture,
  painted,
  pdfOf,
  scanned,
  shownBox,
} from '../../../round-1/scan.ts'
import type { Box, Spot } from '../find-text.ts'
import type { Job, Technique } from '../job.ts'
import { changedGlyphs } from './covered.ts'

const SCANNERS = ['Canon iR-ADV C3525', 'HP Smart Scan', 'RICOH IM C2000', 'CamScanner', 'Xerox AltaLink C8030']

export interface Desk {
  job: Job
  picture: Picture
  glass: Glass
}

/** The paper on a scanner whose glass is nearly straight, and what the forger then does to the picture. */
export const onScan =
  (
    retouch: (desk: Desk) => Promise<Picture | undefined> | Picture | undefined,
    glassOf: Partial<Glass> = {},
  ): Technique =>
  async (job) => {
    const glass: Glass = { ...anyGlass(job.chance), skew: job.chance.whole(-4, 4) / 10, dpi: 200, ...glassOf }
    const picture = await scanned(await painted(job.pdf, glass.dpi), glass, job.chance)
    const after = (await retouch({ job, picture, glass })) ?? picture
    const bytes = await pdfOf(after, Math.min(94, glass.quality + 6), job.chance.pick(SCANNERS), job.paper.made)
    return { bytes, medium: 'scan', places: placesOn(job.spots, after) }
  }

export const placesOn = (spots: readonly Spot[], picture: Picture) =>
  spots.map(({ page, box, glyphs, to, x, size }) => {
    const [left, foot, right, top] =
      glyphs.length === to.length ? box : [Math.min(x, box[0]), box[1], box[2] + size, box[3]]
    return { page, box: shownBox(picture, [left, foot, right, top]) }
  })

const whole = (box: Box): Box => [Math.floor(box[0]), Math.floor(box[1]), Math.ceil(box[2]), Math.ceil(box[3])]

export const pixelsOf = (picture: Picture, box: Box): Box => whole(picture.toPixels(box))

/** A piece of a canvas as a canvas of its own. */
export function cut(canvas: Canvas, [x, y, right, foot]: Box): Canvas {
  const piece = createCanvas(right - x, foot - y)
  piece.getContext('2d').drawImage(canvas, -x, -y)
  return piece
}

/** For every changed digit: where it stands and what shall stand there. */
export const targets = ({ job, picture }: Desk) =>
  job.spots.flatMap((spot) =>
    changedGlyphs(spot).map(({ glyph, wanted }) => ({ spot, glyph, wanted, at: pixelsOf(picture, glyph) })),
  )

/** Another digit of the same spot that looks as the wanted one. */
const donorOf = (spot: Spot, wanted: string): Box | undefined => spot.glyphs.find(({ text }) => text === wanted)?.box

/** Paper without ink: what lies just above the digit, laid over it. */
function erased({ picture: { canvas } }: Desk, [x, y, right, foot]: Box, from: 'above' | 'flat' = 'above'): void {
  const pen = canvas.getContext('2d')
  const height = foot - y
  if (from === 'above')
    pen.drawImage(cut(canvas, [x, y - Math.ceil(height * 0.9), right, foot - Math.ceil(height * 0.9)]), x, y)
  else pen.fillRect(x, y, right - x, height)
}

function copiedDigits(desk: Desk): undefined {
  for (const { spot, wanted, at } of targets(desk)) {
    const donor = donorOf(spot, wanted)
    if (!donor) throw new Error(`there is no ${wanted} to copy`)
    const [x, y] = pixelsOf(desk.picture, donor)
    const piece = cut(desk.picture.canvas, [x, y, x + at[2] - at[0], y + at[3] - at[1]])
    desk.picture.canvas.getContext('2d').drawImage(piece, at[0], at[1])
  }
}

const cssOf = ({ font, size }: Spot, dpi: number): string => {
  const family = font.startsWith('Times')
    ? 'Liberation Serif'
    : font.startsWith('Cour')
      ? 'Liberation Mono'
      : 'Liberation Sans'
  return `${font.includes('Bold') ? 'bold ' : ''}${(size * dpi) / 72}px "${family}"`
}

interface Brush {
  erase: 'above' | 'flat'
  blur: number
  ink: string
  noise: number
}

/** The digits typed in a font that is near, with as much blur and noise as the brush has. */
export const typedDigits =
  (brush: (glass: Glass) => Brush) =>
  (desk: Desk): undefined => {
    const { erase, blur, ink, noise } = brush(desk.glass)
    for (const { spot, wanted, at } of targets(desk)) {
      const { canvas } = desk.picture
      const pen = canvas.getContext('2d')
      pen.fillStyle = '#fdfdfd'
      erased(desk, at, erase)
      pen.font = cssOf(spot, desk.picture.dpi)
      pen.fillStyle = ink
      pen.filter = blur > 0 ? `blur(${blur}px)` : 'none'
      pen.fillText(wanted, at[0] + 0.5, at[3] - (0.22 / 0.96) * (at[3] - at[1]))
      pen.filter = 'none'
      grain(canvas, at, noise, desk.job)
    }
  }

function grain(canvas: Canvas, [x, y, right, foot]: Box, noise: number, { chance }: Job): void {
  if (noise === 0) return
  const pen = canvas.getContext('2d')
  const image = pen.getImageData(x, y, right - x, foot - y)
  for (let at = 0; at < image.data.length; at += 4) {
    const jitter = noise * 2 * (chance.next() + chance.next() + chance.next() - 1.5)
    for (let band = 0; band < 3; band++) image.data[at + band] = (image.data[at + band] ?? 0) + jitter
  }
  pen.putImageData(image, x, y)
}

/** A line of the page moved onto another place: its strip of pixels. */
function movedLine(desk: Desk): undefined {
  const [from, onto] = desk.job.spots.map(({ box }) => pixelsOf(desk.picture, box))
  if (!from || !onto) throw new Error('a line is moved from one place to another')
  const piece = cut(desk.picture.canvas, [from[2] - (onto[2] - onto[0]) - 2, from[1], from[2] + 2, from[3]])
  desk.picture.canvas.getContext('2d').drawImage(piece, onto[0] - 2, onto[1])
}

/** A digit of another size from elsewhere on the page, made to fit. */
function scaledDigits(desk: Desk): undefined {
  const { canvas } = desk.picture
  for (const { spot, wanted, at } of targets(desk)) {
    const [x, y, right, foot] = pixelsOf(desk.picture, donorOf(spot, wanted) ?? spot.box)
    const small = createCanvas(Math.ceil((right - x) * 0.7), Math.ceil((foot - y) * 0.7))
    small.getContext('2d').drawImage(cut(canvas, [x, y, right, foot]), 0, 0, small.width, small.height)
    canvas.getContext('2d').drawImage(small, at[0], at[1], at[2] - at[0], at[3] - at[1])
  }
}

/** The value cut out of another scan, of another machine, of a paper that says the other figure. */
const fromAnotherScan =
  (other: Partial<Glass>) =>
  async (desk: Desk): Promise<undefined> => {
    const { job, picture, glass } = desk
    const machine = { ...glass, noise: 11, blur: 1.1, quality: 45, ...other }
    const source = await scanned(await painted(await job.paper.print(job.swaps), machine.dpi), machine, job.chance)
    for (const { reach } of job.spots) {
      const [onto, from] = [pixelsOf(picture, reach), pixelsOf(source, reach)]
      const piece = cut(source.canvas, [from[0] - 3, from[1] - 2, from[2] + 3, from[3] + 2])
      picture.canvas
        .getContext('2d')
        .drawImage(piece, onto[0] - 3, onto[1] - 2, onto[2] - onto[0] + 6, onto[3] - onto[1] + 4)
    }
  }

/** Printed after the retouch and scanned once more. */
const again =
  (retouch: (desk: Desk) => undefined) =>
  async (desk: Desk): Promise<Picture> => {
    retouch(desk)
    const glass: Glass = { ...desk.glass, skew: 0.3, noise: 5, blur: 0.6, quality: 80 }
    const second = await scanned({ ...desk.picture, toPixels: desk.picture.toPixels }, glass, desk.job.chance)
    const { width, height } = second.canvas
    const angle = (glass.skew * Math.PI) / 180
    // `scanned` turns corners of the sheet; those of the first scan were turned before.
    return { ...second, toPixels: (box) => turned(desk.picture.toPixels(box), angle, width / 2, height / 2) }
  }

function turned([x, y, right, foot]: Box, angle: number, u: number, v: number): Box {
  const at = (a: number, b: number) => [
    u + (a - u) * Math.cos(angle) - (b - v) * Math.sin(angle),
    v + (a - u) * Math.sin(angle) + (b - v) * Math.cos(angle),
  ]
  const corners = [at(x, y), at(right, y), at(x, foot), at(right, foot)]
  const [xs, ys] = [corners.map(([a = 0]) => a), corners.map(([, b = 0]) => b)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** The picture pressed hard first, retouched, and saved well: two generations, only one of them under the digits. */
const pressedFirst =
  (quality: number) =>
  async (desk: Desk): Promise<Picture> => {
    const picture = await developed(desk.picture, quality)
    typedDigits(matched)({ ...desk, picture })
    return picture
  }

const matched = ({ blur, noise }: Glass): Brush => ({ erase: 'above', blur, ink: '#2a2a2a', noise })

export const SCAN_PIXELS: Record<string, Technique> = {
  'copied-digit': onScan(copiedDigits),
  'typed-digit-matched': onScan(typedDigits(matched)),
  'typed-digit-sharp': onScan(typedDigits(() => ({ erase: 'above', blur: 0, ink: '#000', noise: 0 }))),
  'white-out-and-typed': onScan(typedDigits(() => ({ erase: 'flat', blur: 0.3, ink: '#111', noise: 0 }))),
  'digit-too-soft': onScan(typedDigits(({ blur }) => ({ erase: 'above', blur: blur * 2.4, ink: '#222', noise: 2 }))),
  'line-moved': onScan(movedLine),
  'digit-scaled': onScan(scaledDigits),
  'from-another-scan': onScan(fromAnotherScan({ dpi: 150 })),
  'retouched-then-scanned': onScan(again(copiedDigits)),
  'retouched-twice-compressed': onScan(pressedFirst(38)),
}
