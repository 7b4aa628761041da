import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Chance } from '../../chance.ts'
import { boxOf, fontOf, type Printed } from './faces.ts'
import { pixelsOf, type Shot } from './glass.ts'
import type { Paper } from './paper.ts'

/** A value before and after. */
export interface Change {
  old: Printed
  to: Printed
}

/** What a retoucher has before him on the screen. */
export interface Desk {
  shot: Shot
  /** A scan of a paper that shows what is wanted, by the same device or another. */
  donor: Shot
  paper: Paper
  prints: readonly Printed[]
  changes: readonly Change[]
  /** The row that goes or comes: its table's name and number. */
  row?: string
  chance: Chance
}

export type Retouch = (desk: Desk) => void

type Box = readonly [x: number, y: number, width: number, height: number]

export const union = ({ old, to }: Change): Box => {
  const [a, b] = [boxOf(old), boxOf(to)]
  const [x, right] = [Math.min(a[0], b[0]), Math.max(a[0] + a[2], b[0] + b[2])]
  return [x, a[1], right - x, a[3]]
}

const penOf = ({ canvas }: Shot): SKRSContext2D => canvas.getContext('2d')

/** What is bright there on the average: paper. And what is darkest: ink. */
function tones(shot: Shot, box: Box): { paper: string; ink: string } {
  const { data } = penOf(shot).getImageData(...pixelsOf(shot, box, 2))
  const all = Array.from({ length: data.length / 4 }, (_, at) => [...data.subarray(4 * at, 4 * at + 3)])
  const sorted = all.toSorted((a, b) => (b[1] ?? 0) - (a[1] ?? 0))
  const side = (some: number[][], at: number) => some.reduce((sum, each) => sum + (each[at] ?? 0), 0) / some.length
  const mean = (some: number[][]) => `rgb(${[0, 1, 2].map((at) => Math.round(side(some, at))).join()})`
  return { paper: mean(sorted.slice(0, all.length / 2)), ink: mean(sorted.slice(-Math.ceil(all.length / 12))) }
}

/** Painted flat in the colour of the paper, a little wider than the text. */
function flat(desk: Desk, change: Change): void {
  const pen = penOf(desk.shot)
  pen.fillStyle = tones(desk.shot, union(change)).paper
  pen.fillRect(...pixelsOf(desk.shot, union(change), 1))
}

/** Stamped over with empty paper from above or below, as a clone brush does. */
function cloned(desk: Desk, change: Change): void {
  const [x, y, width, height] = pixelsOf(desk.shot, union(change), 1)
  const gap = Math.round(height * 0.42)
  const strip = createCanvas(width, gap)
  strip.getContext('2d').drawImage(desk.shot.canvas, x, y - gap, width, gap, 0, 0, width, gap)
  for (let down = 0; down < height; down += gap - 2)
    penOf(desk.shot).drawImage(
      strip,
      0,
      0,
      width,
      Math.min(gap, height - down),
      x,
      y + down,
      width,
      Math.min(gap, height - down),
    )
}

interface Type {
  face: string
  blur?: number
  ink?: string
  scale?: number
}

/** A text typed where the page has it, in the slope of the page. */
function typed(
  { shot }: Desk,
  { x, y, size, text, width, bold }: Printed,
  { face, blur = 0, ink = '#1a1a1a', scale = 1 }: Type,
): void {
  const pen = penOf(shot)
  const [left, right] = [shot.at(x, y), shot.at(x + width, y)]
  pen.save()
  pen.translate(...left)
  pen.rotate(Math.atan2(right[1] - left[1], right[0] - left[0]))
  const [across, down] = shot.device.dpi
  pen.scale(1, down / across)
  const high = (scale * size * across) / 72
  pen.font = fontOf(face, high, bold)
  const long = Math.hypot(right[0] - left[0], right[1] - left[1])
  pen.scale(long / pen.measureText(text).width, 1)
  if (blur) pen.filter = `blur(${blur}px)`
  pen.fillStyle = ink
  pen.fillText(text, 0, 0)
  pen.restore()
}

/** Noise over some pixels, the same in all colours. */
function grained({ shot, chance }: Desk, box: readonly [number, number, number, number], much: number): void {
  const pen = penOf(shot)
  const image = pen.getImageData(...box)
  for (let at = 0; at < image.data.length; at += 4) {
    const jitter = 2 * much * (chance.next() + chance.next() + chance.next() - 1.5)
    for (const side of [0, 1, 2]) image.data[at + side] = (image.data[at + side] ?? 0) + jitter
  }
  pen.putImageData(image, box[0], box[1])
}

const widths = createCanvas(8, 8).getContext('2d')

/** The box of one letter of a print. */
function letterBox({ x, y, size, bold, text }: Printed, at: number, face: string): Box {
  widths.font = fontOf(face, 100, bold)
  const left = x + (widths.measureText(text.slice(0, at)).width * size) / 100
  return [left, y - 0.76 * size, (widths.measureText(text[at] ?? '0').width * size) / 100, 0.8 * size]
}

/** Where the same digit stands in another value of the page, in the same size if there is one. */
function sameDigit(desk: Desk, digit: string, like: Printed): Box {
  const all = desk.prints.filter((each) => each.page === like.page && each.text.includes(digit))
  const others = all.filter(({ key }) => key !== like.key)
  const fits = others.length > 0 ? others : all
  const best = fits.find(({ size, bold }) => size === like.size && bold === like.bold) ?? fits[0]
  if (!best) throw new Error(`no ${digit} for ${like.text}`)
  return letterBox(best, best.text.indexOf(digit), desk.paper.face)
}

/** Every digit that differs is copied from elsewhere on the page; the text keeps its length. */
const digitsCopied =
  (feather: number): Retouch =>
  (desk) => {
    const copy = createCanvas(desk.shot.canvas.width, desk.shot.canvas.height)
    copy.getContext('2d').drawImage(desk.shot.canvas, 0, 0)
    for (const { old, to } of desk.changes)
      for (const [at, digit] of [...to.text].entries()) {
        if (old.text[at] === digit) continue
        const from = pixelsOf(desk.shot, sameDigit(desk, digit, old))
        const [x, y, width, height] = pixelsOf(desk.shot, letterBox(old, at, desk.paper.face))
        const patch = createCanvas(width, height)
        const pen = patch.getContext('2d')
        pen.drawImage(copy, ...from, 0, 0, width, height)
        if (feather) {
          pen.globalCompositeOperation = 'destination-in'
          pen.filter = `blur(${feather}px)`
          pen.fillRect(feather / 2, feather / 2, width - feather, height - feather)
        }
        penOf(desk.shot).drawImage(patch, x, y)
      }
  }

/** One stroke of a brush: ink where the new digit has it, paper where only the old one had. */
const digitBrushed: Retouch = (desk) => {
  for (const { old, to } of desk.changes)
    for (const [at, digit] of [...to.text].entries()) {
      if (old.text[at] === digit) continue
      const box = letterBox(old, at, desk.paper.face)
      const { paper, ink } = tones(desk.shot, box)
      const one = { ...old, x: box[0], width: box[2] }
      typed(desk, { ...one, text: old.text[at] ?? '' }, { face: desk.paper.face, ink: paper, blur: 0.8 })
      typed(desk, { ...one, text: old.text[at] ?? '' }, { face: desk.paper.face, ink: paper, blur: 1.4 })
      typed(desk, { ...one, text: digit }, { face: desk.paper.face, ink, blur: 0.5 })
    }
}

/** What another scan shows at the place, set into this one. */
const cut =
  (more: number): Retouch =>
  ({ shot, donor, changes }) => {
    for (const change of changes) {
      const from = pixelsOf(donor, union(change), more)
      penOf(shot).drawImage(donor.canvas, ...from, ...pixelsOf(shot, union(change), more))
    }
  }

/** The lower part of another scan under the upper part of this one. */
const joined: Retouch = ({ shot, donor, changes, paper }) => {
  const above = Math.min(...changes.map(({ old }) => old.y)) - 16
  const band: Box = [2, above, paper.size[0] - 4, paper.size[1] - above - 2]
  penOf(shot).drawImage(donor.canvas, ...pixelsOf(donor, band), ...pixelsOf(shot, band))
}

/** A whole line of another scan. */
const lineCut: Retouch = ({ shot, donor, changes, paper }) => {
  for (const { old } of changes) {
    const band: Box = [20, old.y - old.size, paper.size[0] - 40, 1.4 * old.size]
    penOf(shot).drawImage(donor.canvas, ...pixelsOf(donor, band), ...pixelsOf(shot, band))
  }
}

/** How far rows are apart, and where one of them lies. */
function rowOf({ prints, row = '' }: Desk): { y: number; step: number } {
  const [table, number] = row.split('.')
  const yOf = (at: number) => prints.find(({ key }) => key.startsWith(`${table}.${at}.`))?.y ?? 0
  const y = yOf(Number(number))
  return { y, step: yOf(Number(number) + 1) - y }
}

const moved = ({ shot, paper }: Desk, from: number, by: number): void => {
  const scale = shot.device.dpi[1] / 72
  const [top, shift] = [Math.round(from * scale), Math.round(by * scale)]
  const { width, height } = shot.canvas
  const end = Math.round(paper.size[1] * 0.82 * scale)
  const rest = createCanvas(width, Math.max(1, Math.min(height, end) - top))
  rest.getContext('2d').drawImage(shot.canvas, 0, top, width, rest.height, 0, 0, width, rest.height)
  penOf(shot).drawImage(rest, 0, top + shift)
}

/** A row less: what is below moves up. */
const rowRemoved: Retouch = (desk) => {
  const { y, step } = rowOf(desk)
  moved(desk, y - 0.75 * step + step, -step)
  digitsCopied(0)({
    ...desk,
    changes: desk.changes.map((change) => lifted(change, -step)),
    prints: desk.prints.map((print) => (print.y > y ? { ...print, y: print.y - step } : print)),
  })
}

const lifted = ({ old, to }: Change, by: number): Change => ({
  old: { ...old, y: old.y + by },
  to: { ...to, y: to.y + by },
})

/** A row more: what is below moves down, and a copy of the row gets other digits. */
const rowInserted: Retouch = (desk) => {
  const { y, step } = rowOf(desk)
  moved(desk, y - 0.75 * step, step)
  digitsCopied(0)({
    ...desk,
    changes: desk.changes.map((change) => (change.old.y > y ? lifted(change, step) : change)),
    prints: desk.prints.map((print) =>
      print.y >= y && !desk.changes.some(({ old }) => old.key === print.key && old.y === y)
        ? { ...print, y: print.y + step }
        : print,
    ),
  })
}

const each =
  (...works: ((desk: Desk, change: Change) => void)[]): Retouch =>
  (desk) => {
    for (const change of desk.changes) for (const work of works) work(desk, change)
  }

const around = (desk: Desk, change: Change) => pixelsOf(desk.shot, union(change), 1)

export const RETOUCHES = {
  'digits-copied': digitsCopied(0),
  'digits-feathered': digitsCopied(2),
  'digit-brushed': digitBrushed,
  'typed-similar': each(flat, (desk, { to }) => typed(desk, to, { face: 'other', scale: 0.94 })),
  'typed-same': each(cloned, (desk, { to }) => {
    const soft = 0.35 * (desk.shot.device.dpi[0] / 100)
    typed(desk, to, { face: desk.paper.face, blur: soft, ink: '#222222' })
  }),
  'typed-grained': each(
    flat,
    (desk, { to }) => typed(desk, to, { face: desk.paper.face, blur: 0.7, ink: '#242424' }),
    (desk, change) => grained(desk, around(desk, change), desk.shot.device.noise),
  ),
  'whited-typed': each(
    (desk, change) => {
      penOf(desk.shot).fillStyle = '#ffffff'
      penOf(desk.shot).fillRect(...around(desk, change))
    },
    (desk, { to }) => typed(desk, to, { face: desk.paper.face, ink: '#000000' }),
  ),
  'cut-from-another': cut(1.5),
  'line-cut': lineCut,
  joined,
  'row-removed': rowRemoved,
  'row-inserted': rowInserted,
  untouched: () => {},
} as const satisfies Record<string, Retouch>

export type RetouchName = keyof typeof RETOUCHES
