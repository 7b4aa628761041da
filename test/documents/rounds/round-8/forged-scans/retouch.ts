import { createCanvas } from '@napi-rs/canvas'
import type { Chance } from '../../../chance.ts'
import { widthOf } from '../../round-1/fonts.ts'
import { boxOf, type Cell } from '../forged-text/sheet.ts'
import { type Glass, noised, penOf, pixelsOf, pressed } from './glass.ts'

/** What a retoucher has before him. */
export interface Table {
  glass: Glass
  /** Another scan by the same device, of a paper that shows what is wanted. */
  donor: Glass
  /** The same, as it is printed: clean and sharp, as it lies on the glass. */
  clean: Glass
  changes: { old: Cell; to: Cell }[]
  cells: readonly Cell[]
  chance: Chance
}

export type Retouch = (table: Table) => Promise<void> | void

const both = ({ old, to }: Table['changes'][number]): ReturnType<typeof boxOf> => {
  const [a, b] = [boxOf(old), boxOf(to)]
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])]
}

/** The brightest half of some pixels on the average: paper. */
function paperAt({ canvas }: Glass, [x, y, width, height]: readonly [number, number, number, number]): string {
  const { data } = canvas.getContext('2d').getImageData(x, y, width, height)
  const all = Array.from({ length: data.length / 4 }, (_, at) => [...data.subarray(4 * at, 4 * at + 3)])
  const bright = all.toSorted((a, b) => (b[1] ?? 0) - (a[1] ?? 0)).slice(0, all.length / 2)
  const mean = (side: number) => Math.round(bright.reduce((sum, each) => sum + (each[side] ?? 0), 0) / bright.length)
  return `rgb(${mean(0)},${mean(1)},${mean(2)})`
}

const flat = (table: Table, change: Table['changes'][number]): void => {
  const box = pixelsOf(table.glass, both(change))
  const pen = table.glass.canvas.getContext('2d')
  pen.resetTransform()
  pen.fillStyle = paperAt(table.glass, box)
  pen.fillRect(...box)
}

/** Words set in a face of the canvas, on the page's own lines. */
function set({ glass }: Table, cell: Cell, ink: string, blur = 0): void {
  const pen = penOf(glass)
  pen.fillStyle = ink
  pen.filter = blur ? `blur(${blur}px)` : 'none'
  const bold = /Bold/.test(cell.font)
  pen.font = `${bold ? 'bold ' : ''}${cell.size}px "Round Arial${bold ? '-Bold' : ''}"`
  const wide = widthOf(cell.text, cell.font, cell.size) / Math.max(1, pen.measureText(cell.text).width)
  pen.translate(cell.x, glass.size[1] - cell.y)
  pen.scale(wide, 1)
  pen.fillText(cell.text, 0, 0)
  pen.resetTransform()
  pen.filter = 'none'
}

function crop(table: Table, from: Glass, box: ReturnType<typeof boxOf>, more = 1): void {
  const [x, y, width, height] = pixelsOf(table.glass, box, more)
  const pen = table.glass.canvas.getContext('2d')
  pen.resetTransform()
  pen.drawImage(from.canvas, x, y, width, height, x, y, width, height)
}

/** A letter's box within a text. */
const letterBox = (cell: Cell, at: number): ReturnType<typeof boxOf> => {
  const left = cell.x + widthOf(cell.text.slice(0, at), cell.font, cell.size)
  const [, foot, , top] = boxOf(cell)
  return [left, foot + 0.1 * cell.size, left + widthOf(cell.text[at] ?? '0', cell.font, cell.size), top]
}

/** The place of the same digit elsewhere on the page, in the same face. */
function sameDigit({ cells }: Table, digit: string, like: Cell): ReturnType<typeof boxOf> {
  const fits = cells.filter(
    ({ text, font, size, y, page }) =>
      page === 1 && font === like.font && size === like.size && text.includes(digit) && Math.abs(y - like.y) > 2,
  )
  const cell = fits.find(({ key }) => !/^said/.test(key)) ?? fits[0]
  if (!cell) throw new Error(`no ${digit} like those of ${like.text}`)
  return letterBox(cell, cell.text.indexOf(digit))
}

function moved(table: Table, feather: number): void {
  for (const { old, to } of table.changes)
    for (const [at, digit] of [...to.text].entries()) {
      if (old.text[at] === digit || !/\d/.test(digit)) continue
      const source = pixelsOf(table.glass, sameDigit(table, digit, old), 0.3)
      const [x, y, width, height] = pixelsOf(table.glass, letterBox(old, at), 0.3)
      const patch = createCanvas(width, height)
      const pen = patch.getContext('2d')
      pen.drawImage(table.glass.canvas, source[0], source[1], width, height, 0, 0, width, height)
      if (feather) {
        pen.globalCompositeOperation = 'destination-in'
        pen.filter = `blur(${feather}px)`
        pen.fillRect(feather, feather, width - 2 * feather, height - 2 * feather)
      }
      table.glass.canvas.getContext('2d').drawImage(patch, x, y)
    }
}

/** Paper made up from the edges of a hole, as painters and models fill it: smooth, with a noise of its own. */
function filled(table: Table, change: Table['changes'][number], noise: number): void {
  const { glass, chance } = table
  const [x, y, width, height] = pixelsOf(glass, both(change), 1.5)
  const pen = glass.canvas.getContext('2d')
  const { data: edge } = pen.getImageData(x, y, width, height)
  const image = pen.createImageData(width, height)
  // Ink that reaches the edge is no paper: a painter picks beside it.
  const paper = (/\d+,\d+,\d+/.exec(paperAt(glass, [x, y, width, height]))?.[0] ?? '').split(',').map(Number)
  const at = (column: number, row: number, side: number) =>
    Math.max(edge[4 * (row * width + column) + side] ?? 255, (paper[side] ?? 0) - 6)
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const place = 4 * (row * width + column)
      const [across, down] = [column / (width - 1), row / (height - 1)]
      for (const side of [0, 1, 2]) {
        const rows = at(column, 0, side) * (1 - down) + at(column, height - 1, side) * down
        const columns = at(0, row, side) * (1 - across) + at(width - 1, row, side) * across
        image.data[place + side] = (rows + columns) / 2
      }
      image.data[place + 3] = 255
    }
  const hole = createCanvas(width, height)
  hole.getContext('2d').putImageData(image, 0, 0)
  pen.filter = 'blur(2px)'
  pen.drawImage(hole, x, y)
  pen.filter = 'none'
  noised(glass, [x, y, width, height], noise, chance)
}

const each =
  (work: (table: Table, change: Table['changes'][number]) => Promise<void> | void): Retouch =>
  async (table) => {
    for (const change of table.changes) await work(table, change)
  }

export const RETOUCHES: Record<string, Retouch> = {
  'typed-over': each((table, change) => {
    flat(table, change)
    set(table, change.to, '#101010')
  }),
  'typed-matched': each((table, change) => {
    filled(table, change, table.glass.lens.noise)
    set(table, change.to, '#262626', table.glass.lens.blur)
    noised(table.glass, pixelsOf(table.glass, both(change)), 2, table.chance)
  }),
  'digit-moved': (table) => moved(table, 0),
  'digit-feathered': (table) => moved(table, 2),
  'crop-of-sibling': each((table, change) => crop(table, table.donor, both(change))),
  'line-of-sibling': each((table, { old, to }) =>
    crop(table, table.donor, [36, boxOf(old)[1], table.glass.size[0] - 36, boxOf(to)[3]]),
  ),
  joined: (table) => {
    const top = Math.max(...table.changes.map((change) => both(change)[3])) + 6
    crop(table, table.donor, [4, 4, table.glass.size[0] - 4, top], 0)
  },
  sharper: each((table, change) => crop(table, table.clean, both(change))),
  'pressed-apart': each(async (table, change) => {
    const [x, y, width, height] = pixelsOf(table.glass, both(change), 4)
    const patch = createCanvas(width, height)
    patch.getContext('2d').drawImage(table.donor.canvas, x, y, width, height, 0, 0, width, height)
    table.glass.canvas.getContext('2d').drawImage(await pressed(patch, 28), x, y)
  }),
  inpainted: each((table, change) => {
    filled(table, change, table.glass.lens.noise * 0.8)
    const [x, y, width, height] = pixelsOf(table.glass, both(change))
    const pen = table.glass.canvas.getContext('2d')
    pen.globalCompositeOperation = 'multiply'
    pen.filter = 'blur(0.8px)'
    pen.drawImage(table.clean.canvas, x, y, width, height, x, y, width, height)
    pen.filter = 'none'
    pen.globalCompositeOperation = 'source-over'
  }),
  'digit-added': each((table, { old, to }) => {
    set(
      table,
      { ...old, text: to.text.slice(0, 1), x: old.x - widthOf(to.text.slice(0, 1), old.font, old.size) },
      '#1c1c1c',
      0.5,
    )
  }),
  untouched: () => {},
}
