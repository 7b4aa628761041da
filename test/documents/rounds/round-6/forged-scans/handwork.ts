import type { Chance } from '../../../chance.ts'
import { areaOf, css, type Edit, each, penOf, placed } from '../../round-5/forged-scans/brush.ts'
import { clouds, type Sheet } from '../../round-5/forged-scans/lens.ts'
import { type Box, type Change, inked } from './craft.ts'

/** Paper on a table: what is done to it before anything sees it. */
export interface Table {
  sheet: Sheet
  edits: Change[]
  chance: Chance
  /** The paper printed with its new values. */
  fresh: Sheet
}

export type Handwork = (table: Table) => void

const dulled = ({ sheet }: Table, by: number): void =>
  each(sheet, [0, 0, sheet.canvas.width, sheet.canvas.height], (old) => old * by)

/** The sheet goes through a printer once more, which adds digits where there is room before an amount. */
const printedOver: Handwork = ({ sheet, edits, chance, fresh }) => {
  const [up, aside] = [chance.pick([0.5, -0.6]), chance.pick([-0.4, 0.35])]
  for (const edit of edits) {
    const more = edit.to.length - edit.spot.text.length
    const [x, y, , top] = edit.box
    const box: Box = more > 0 ? [x, y, edit.spot.box[0] - 0.2, top] : edit.box
    inked(sheet, fresh, [box, edit], { up, aside, tilt: 0.25, ink: [14, 14, 18], strong: 1.2, worn: 0.1 }, chance)
  }
}

/** Strokes of digits as a hand writes them, in shares of their height from the foot. */
const HAND: Record<string, number[][]> = {
  '0': [[0.3, 0.98, 0.12, 0.85, 0.04, 0.5, 0.1, 0.14, 0.26, 0.01, 0.44, 0.16, 0.5, 0.52, 0.42, 0.88, 0.27, 0.99]],
  '1': [[0.08, 0.72, 0.3, 1, 0.26, 0]],
  '2': [[0.05, 0.76, 0.18, 0.97, 0.4, 0.93, 0.43, 0.7, 0.25, 0.34, 0.03, 0.03, 0.25, 0.06, 0.52, 0.02]],
  '3': [[0.06, 0.9, 0.28, 1, 0.44, 0.82, 0.3, 0.58, 0.16, 0.54, 0.4, 0.46, 0.47, 0.22, 0.28, 0.01, 0.04, 0.1]],
  '4': [
    [0.3, 1, 0.02, 0.36, 0.54, 0.38],
    [0.38, 0.66, 0.33, -0.02],
  ],
  '5': [[0.46, 0.98, 0.14, 0.96, 0.1, 0.58, 0.34, 0.6, 0.47, 0.36, 0.36, 0.06, 0.06, 0.04]],
  '6': [[0.4, 1, 0.14, 0.62, 0.05, 0.24, 0.22, 0, 0.44, 0.14, 0.42, 0.42, 0.22, 0.48, 0.08, 0.3]],
  '7': [
    [0.03, 0.94, 0.5, 0.97, 0.22, 0],
    [0.14, 0.5, 0.42, 0.52],
  ],
  '8': [[0.4, 0.84, 0.22, 1, 0.08, 0.82, 0.4, 0.34, 0.38, 0.06, 0.16, 0, 0.06, 0.26, 0.3, 0.56, 0.42, 0.86]],
  '9': [[0.44, 0.8, 0.26, 1, 0.07, 0.82, 0.16, 0.56, 0.42, 0.66, 0.45, 0.84, 0.4, 0.3, 0.32, 0]],
  '.': [[0.08, 0, 0.1, 0.03]],
  ',': [[0.12, 0.06, 0.04, -0.16]],
}

function byHand(sheet: Sheet, edit: Edit, colour: string, chance: Chance): void {
  const tall = edit.spot.size * 0.98
  const wide = (letter: string) => tall * (/[., ]/.test(letter) ? 0.26 : 0.64)
  const total = [...edit.to].reduce((sum, letter) => sum + wide(letter), 0)
  let x = edit.right ? edit.spot.box[2] - total : edit.spot.box[0]
  const pen = penOf(sheet)
  for (const letter of edit.to) {
    const lift = (chance.next() - 0.5) * 0.06 * tall
    placed(pen, sheet, x, edit.spot.y + lift)
    pen.rotate((chance.next() - 0.3) * 0.06)
    Object.assign(pen, { strokeStyle: colour, lineWidth: tall * 0.12, lineCap: 'round', lineJoin: 'round' })
    for (const line of HAND[letter] ?? []) smooth(pen, line, tall, chance)
    pen.resetTransform()
    x += wide(letter)
  }
}

function smooth(pen: ReturnType<typeof penOf>, line: number[], tall: number, chance: Chance): void {
  const points = Array.from({ length: line.length / 2 }, (_, at) => {
    const stray = () => (chance.next() - 0.5) * 0.03
    return [((line[2 * at] ?? 0) + stray()) * tall, -((line[2 * at + 1] ?? 0) + stray()) * tall] as const
  })
  pen.beginPath()
  const [first, ...rest] = points
  pen.moveTo(...(first ?? [0, 0]))
  for (const [at, [x, y]] of rest.entries()) {
    const next = rest[at + 1]
    if (!next) pen.lineTo(x, y)
    else pen.quadraticCurveTo(x, y, (x + next[0]) / 2, (y + next[1]) / 2)
  }
  pen.stroke()
}

/** A strip of correction tape with its straight edges, and the value written on it with a ball-point pen. */
const tapeAndPen: Handwork = (table) => {
  const { sheet, edits, chance } = table
  dulled(table, 0.955)
  for (const edit of edits) {
    const [x, y, right, top] = edit.box
    const area = areaOf(sheet, [x - 4, y - 1.2, right + 3.5, top + 1])
    const skin = clouds(chance, 5)
    const [left, , width] = area
    each(sheet, area, (old, _, u, v) => {
      const rim = u - left < 2 || left + width - u < 3 ? 6 * Math.abs(skin(1, v * 3)) : 0
      return 0.02 * old + 0.98 * (251 + 2 * skin(u, v)) - rim
    })
    const pen = penOf(sheet)
    pen.fillStyle = 'rgba(70, 66, 60, 0.28)'
    pen.fillRect(area[0], area[1] + area[3], area[2], Math.max(1, sheet.dpi / 180))
    byHand(sheet, edit, 'rgba(24, 26, 60, 0.92)', chance)
  }
}

/** Values cut out of another print with scissors, held by clear tape that is seen a little. */
const cutAndTaped: Handwork = (table) => {
  const { sheet, edits, chance, fresh } = table
  dulled(table, 0.97)
  for (const edit of edits) {
    const [x, y, right, top] = edit.box
    const pen = penOf(sheet)
    const tilt = chance.pick([-0.7, 0.6, 0.9])
    placed(pen, sheet, x - 2.2, y - 0.6)
    pen.rotate((tilt * Math.PI) / 180)
    pen.fillStyle = css([249, 248, 245])
    pen.fillRect(0, -(top - y + 1.2), right - x + 4.4, top - y + 1.2)
    pen.strokeStyle = 'rgba(60, 56, 50, 0.22)'
    pen.lineWidth = 0.3
    pen.strokeRect(0, -(top - y + 1.2), right - x + 4.4, top - y + 1.2)
    pen.resetTransform()
    inked(sheet, fresh, [edit.box, edit], { tilt, ink: [20, 20, 22], up: 0.3 }, chance)
    taped(sheet, [x - 16, y - 4, right + 15, top + 4])
  }
}

/** Clear tape: what lies below is a little darker and yellower, its long edges shine. */
function taped(sheet: Sheet, box: Box): void {
  const [left, top, width, height] = areaOf(sheet, box)
  each(sheet, [left, top, width, height], (old, band, x, y) => {
    const edge = y - top < 2 || top + height - y < 3 || x - left < 2 || left + width - x < 3
    return old * ([0.982, 0.98, 0.968][band] ?? 1) + (edge ? -7 : 0)
  })
}

export const HANDWORK: Record<string, Handwork> = {
  'printed-over': printedOver,
  'tape-and-pen': tapeAndPen,
  'cut-and-taped': cutAndTaped,
}
