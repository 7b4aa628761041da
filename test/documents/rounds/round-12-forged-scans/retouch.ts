import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { Chance } from '../../chance.ts'
import type { Cell } from '../round-11-forged/sheet.ts'
import { fontOf } from '../round-11-scans/faces.ts'
import { pixelsOf, type Shot } from '../round-11-scans/glass.ts'
import type { Job } from '../round-12-forged/job.ts'
import { type Box, boxOf, leftOf, unionOf, wide } from './page.ts'

/** What a retoucher has before him: the scan, another that shows what is wanted, and what is to be changed. */
export interface Desk extends Job {
  shot: Shot
  donor: Shot
  chance: Chance
}

export type Retouch = (desk: Desk) => void

const penOf = ({ canvas }: Shot) => canvas.getContext('2d')

type Rgb = [number, number, number]

/** The colours of paper and ink there: the means of the brighter half and of the darkest twelfth. */
function tones(shot: Shot, box: Box): [paper: Rgb, ink: Rgb] {
  const { data } = penOf(shot).getImageData(...pixelsOf(shot, box, 2))
  const dots = Array.from({ length: data.length / 4 }, (_, at) => [...data.subarray(4 * at, 4 * at + 3)] as Rgb)
  dots.sort((a, b) => b[1] - a[1])
  const mean = (some: Rgb[]) =>
    [0, 1, 2].map((side) => some.reduce((sum, dot) => sum + (dot[side] ?? 0), 0) / some.length)
  return [mean(dots.slice(0, dots.length / 2)) as Rgb, mean(dots.slice(-Math.ceil(dots.length / 12))) as Rgb]
}

const css = (colour: Rgb) => `rgb(${colour.map(Math.round).join()})`

/** How much the paper's dots differ there. */
function grainOf(shot: Shot, box: Box): number {
  const { data } = penOf(shot).getImageData(...pixelsOf(shot, box, 3))
  const dots = Array.from({ length: data.length / 4 }, (_, at) => data[4 * at + 1] ?? 0).sort((a, b) => b - a)
  const some = dots.slice(0, dots.length / 2)
  const mean = some.reduce((sum, dot) => sum + dot, 0) / some.length
  return Math.sqrt(some.reduce((sum, dot) => sum + (dot - mean) ** 2, 0) / some.length)
}

function grained({ shot, chance }: Desk, box: Box, much: number): void {
  const at = pixelsOf(shot, box, 2)
  const image = penOf(shot).getImageData(...at)
  for (let dot = 0; dot < image.data.length; dot += 4) {
    const jitter = 2 * much * (chance.next() + chance.next() + chance.next() - 1.5)
    for (let side = 0; side < 3; side++) image.data[dot + side] = (image.data[dot + side] ?? 0) + jitter
  }
  penOf(shot).putImageData(image, at[0], at[1])
}

const flat = ({ shot }: Desk, box: Box): void => {
  const pen = penOf(shot)
  pen.fillStyle = css(tones(shot, box)[0])
  pen.fillRect(...pixelsOf(shot, box, 1))
}

/** Between the dots above and below, as a healing brush closes a hole, with the paper's grain. */
function healed(desk: Desk, box: Box): void {
  const { shot } = desk
  const much = grainOf(shot, box)
  const [x, y, width, height] = pixelsOf(shot, box, 1.2)
  const pen = penOf(shot)
  const [above, below] = [pen.getImageData(x, y - 1, width, 1).data, pen.getImageData(x, y + height, width, 1).data]
  const image = pen.getImageData(x, y, width, height)
  for (let down = 0; down < height; down++)
    for (let at = 0; at < 4 * width; at++) {
      const share = (down + 1) / (height + 1)
      image.data[down * 4 * width + at] = (1 - share) * (above[at] ?? 0) + share * (below[at] ?? 0)
    }
  pen.putImageData(image, x, y)
  grained(desk, box, much)
}

interface Type {
  face?: string
  blur?: number
  scale?: number
  black?: boolean
}

function typed({ shot, paper }: Desk, cell: Cell, { face = paper.face, blur = 0, scale = 1, black }: Type, ink: Rgb) {
  const pen = penOf(shot)
  const left = leftOf(cell, paper)
  const [from, to] = [shot.at(left, cell.top), shot.at(left + wide(cell.text, cell, paper), cell.top)]
  pen.save()
  pen.translate(...from)
  pen.rotate(Math.atan2(to[1] - from[1], to[0] - from[0]))
  const [across, down] = shot.device.dpi
  pen.font = fontOf(face, (scale * cell.size * across) / 72, cell.bold)
  pen.scale(Math.hypot(to[0] - from[0], to[1] - from[1]) / pen.measureText(cell.text).width, down / across)
  if (blur) pen.filter = `blur(${blur}px)`
  pen.fillStyle = black ? '#000' : css(ink)
  pen.fillText(cell.text, 0, 0)
  pen.restore()
}

/** The old text taken away in one way, the new one typed in another. */
const retyped =
  (gone: (desk: Desk, box: Box) => void, type: Type, grain = 0): Retouch =>
  (desk) => {
    for (const pair of desk.cells) {
      const box = unionOf(pair, desk.paper)
      const [, ink] = tones(desk.shot, box)
      gone(desk, box)
      typed(desk, pair[1], type, ink)
      if (grain) grained(desk, box, grain * grainOf(desk.shot, box))
    }
  }

/** Where a letter stands elsewhere on the page, best in the same size and weight. */
function elsewhere({ paper, cells }: Desk, letter: string, like: Cell): Box {
  const busy = new Set(cells.map(([was]) => was))
  const unlike = ({ size, bold }: Cell) => Math.abs(size - like.size) + (bold === like.bold ? 0 : 0.5)
  const [cell] = paper.cells
    .filter((each) => each.text.includes(letter) && !busy.has(each) && each.page === like.page)
    .sort((a, b) => unlike(a) - unlike(b))
  if (!cell) throw new Error(`${paper.name} has no other ${letter}`)
  return letterBox(cell, cell.text.indexOf(letter), paper)
}

function letterBox(cell: Cell, at: number, paper: Desk['paper']): Box {
  const [left, top, , height] = boxOf(cell, paper)
  return [left + wide(cell.text.slice(0, at), cell, paper), top, wide(cell.text[at] ?? '', cell, paper), height]
}

/** A piece of a picture with soft edges. */
function piece(from: Canvas, [x, y, width, height]: readonly [number, number, number, number], soft: number): Canvas {
  const cut = createCanvas(width, height)
  const pen = cut.getContext('2d')
  if (soft) {
    pen.filter = `blur(${soft}px)`
    pen.fillRect(soft, soft, width - 2 * soft, height - 2 * soft)
    pen.filter = 'none'
    pen.globalCompositeOperation = 'source-in'
  }
  pen.drawImage(from, x, y, width, height, 0, 0, width, height)
  return cut
}

/** Each letter that differs, cut from elsewhere on the page and laid in its place. */
const copied =
  ({ soft = 0, scale = 1 } = {}): Retouch =>
  (desk) => {
    const { shot, paper } = desk
    for (const [was, is] of desk.cells)
      for (const [at, letter] of [...is.text].entries()) {
        const back = is.right ? was.text[at - is.text.length + was.text.length] : was.text[at]
        if (back === letter) continue
        const [to, from] = [letterBox(is, at, paper), elsewhere(desk, letter, is)]
        const source = pixelsOf(shot, from, 0.3)
        const [x, y] = pixelsOf(shot, to, 0.3)
        const cut = piece(shot.canvas, source, soft)
        penOf(shot).drawImage(cut, x, y, source[2] * scale, source[3] * scale)
      }
  }

/** The place cut from the other scan. */
const fromDonor =
  (soft = 0, more = 1): Retouch =>
  ({ shot, donor, paper, cells }) => {
    for (const pair of cells) {
      const box = unionOf(pair, paper)
      const [to, from] = [pixelsOf(shot, box, more), pixelsOf(donor, box, more)]
      penOf(shot).drawImage(piece(donor.canvas, from, soft), to[0], to[1], to[2], to[3])
    }
  }

/** The lower part of the page from the other scan, from over the uppermost change on. */
const halves: Retouch = ({ shot, donor, cells }) => {
  const top = Math.min(...cells.map(([was]) => was.top)) - 12
  const [y, from] = [Math.round(shot.at(300, top)[1]), Math.round(donor.at(300, top)[1])]
  const high = shot.canvas.height - y
  penOf(shot).drawImage(donor.canvas, 0, from, shot.canvas.width, high, 0, y, shot.canvas.width, high)
}

const ROW = 15

/** Rows wiped out and left empty, or closed up. */
const rowsGone =
  (close: boolean): Retouch =>
  (desk) => {
    const { shot, cells } = desk
    const wide = shot.size[0]
    for (const top of [...new Set(cells.map(([was]) => was.top))].sort((a, b) => b - a)) {
      const row: Box = [30, top - 11, wide - 60, ROW]
      if (!close) healed(desk, row)
      else {
        const [, y, , height] = pixelsOf(shot, row)
        const rest = shot.canvas.height - y - height
        const below = piece(shot.canvas, [0, y + height, shot.canvas.width, rest], 0)
        penOf(shot).drawImage(below, 0, y)
      }
    }
  }

/** Correction tape on the paper, and a typewriter. */
const taped: Retouch = (desk) => {
  for (const pair of desk.cells) {
    const [x, y, width, height] = unionOf(pair, desk.paper)
    const pen = penOf(desk.shot)
    pen.fillStyle = '#fbfaf4'
    pen.fillRect(...pixelsOf(desk.shot, [x - 2, y - 1, width + 4, height + 2]))
    typed(desk, pair[1], { face: 'mono', black: true }, [0, 0, 0])
  }
}

/** A ball pen that makes one digit another. */
const penned: Retouch = (desk) => {
  const { shot, paper } = desk
  for (const [was, is] of desk.cells)
    for (const [at, letter] of [...is.text].entries()) {
      if (was.text[at] === letter) continue
      const [x, y, width, height] = letterBox(was, at, paper)
      const pen = penOf(shot)
      pen.lineWidth = (0.09 * was.size * shot.device.dpi[0]) / 72
      pen.strokeStyle = '#1c1c26'
      const [[a, b], [c, d]] = [shot.at(x, y), shot.at(x + width, y + height)]
      pen.beginPath()
      pen.ellipse((a + c) / 2, b + 0.32 * (d - b), 0.34 * (c - a), 0.2 * (d - b), 0, 0, 7)
      pen.ellipse((a + c) / 2, b + 0.62 * (d - b), 0.36 * (c - a), 0.2 * (d - b), 0, 0, 7)
      pen.stroke()
    }
}

export const RETOUCHES: Record<string, Retouch> = {
  none: () => {},
  copied: copied(),
  copiedSoft: copied({ soft: 2 }),
  copiedScaled: copied({ scale: 1.05 }),
  typedFlat: retyped(flat, { black: true }),
  typedOther: retyped(flat, { face: 'other', blur: 0.5 }),
  typedMatched: retyped(flat, { blur: 0.7 }, 0.8),
  typedHealed: retyped(healed, { blur: 0.7 }, 0.5),
  typedSmaller: retyped(healed, { blur: 0.5, scale: 0.93 }),
  wiped: ({ cells, ...desk }) => {
    for (const [was] of cells) healed({ cells, ...desk }, boxOf(was, desk.paper))
  },
  ...{ taped, penned, halves, donor: fromDonor(), donorSoft: fromDonor(2, 2) },
  rowsWiped: rowsGone(false),
  rowsClosed: rowsGone(true),
}
