import type { Chance } from '../../../chance.ts'
import { areaOf, type Edit, each, penOf, placed, typed } from './brush.ts'
import { clouds, type Sheet } from './lens.ts'

/** Paper on a table: what is done to it before anything sees it. */
export interface Table {
  sheet: Sheet
  edits: Edit[]
  chance: Chance
}

export type Handwork = (table: Table) => void

/** Plain paper that leaves room for something whiter than it. */
function dulled({ sheet }: Table, by = 0.945): void {
  const { width, height } = sheet.canvas
  each(sheet, [0, 0, width, height], (old) => old * by)
}

/** A blot of fluid over the value, thick at its edges, a little beyond what it has to hide. */
function fluid({ sheet, chance }: Table, { spot, box }: Edit): void {
  const area = areaOf(sheet, box, sheet.dpi / 50)
  const [left, top, width, height] = area
  const [edge, skin] = [clouds(chance, height / 3), clouds(chance, 3)]
  const ghost = (1.4 * sheet.dpi) / 72 / Math.max(1, spot.size / 10)
  each(sheet, area, (old, _, x, y) => {
    const [u, v] = [Math.min(x - left, left + width - x), Math.min(y - top, top + height - y)]
    const depth = Math.min(u, v) - 2.4 * ghost - 1.6 * ghost * edge(x, y)
    if (depth < 0) return old
    const rim = depth < 1.6 ? -13 : 0
    return 0.025 * old + 0.975 * (252 + 2.5 * skin(x, y)) + rim
  })
}

/** Fluid, then the sheet through a printer once more, which never meets the line. */
const fluidAndPrinter: Handwork = (table) => {
  dulled(table)
  for (const edit of table.edits) {
    fluid(table, edit)
    const hand = { face: 'Liberation Sans', ink: '#1c1c1c', up: 0.9, aside: -0.7, tilt: 0.4 }
    typed(table.sheet, edit, hand, table.chance)
  }
}

/** Fluid, and the value written with a typewriter. */
const fluidAndTypewriter: Handwork = (table) => {
  dulled(table)
  for (const edit of table.edits) {
    fluid(table, edit)
    typed(table.sheet, edit, { face: 'Liberation Mono', weight: 'bold', ink: '#2a2733', stray: 0.02 }, table.chance)
  }
}

/** A strip of other paper with the value on it, cut with scissors and glued on, its shadow at two sides. */
function strip({ sheet, chance }: Table, edit: Edit, how: { white: string; shadow: number; tilt: number }): void {
  const pen = penOf(sheet)
  const [x, y, right, top] = edit.box
  const [wide, tall] = [right - x + 7, top - y + 3.4]
  const corner = () => (chance.next() - 0.5) * 0.9
  placed(pen, sheet, x - 3.5, y - 1.7)
  pen.rotate((how.tilt * Math.PI) / 180)
  pen.beginPath()
  pen.moveTo(corner(), corner())
  for (const [u, v] of [
    [wide, 0],
    [wide, -tall],
    [0, -tall],
  ] as const)
    pen.lineTo(u + corner(), v + corner())
  pen.closePath()
  pen.shadowColor = `rgba(20, 16, 10, ${how.shadow})`
  Object.assign(pen, { shadowBlur: sheet.dpi / 75, shadowOffsetX: sheet.dpi / 140, shadowOffsetY: sheet.dpi / 110 })
  pen.fillStyle = how.white
  pen.fill()
  pen.shadowColor = 'transparent'
  pen.strokeStyle = `rgba(60, 55, 50, ${how.shadow * 0.5})`
  pen.lineWidth = 0.25
  pen.stroke()
  pen.resetTransform()
  const up = (chance.next() - 0.5) * 0.8
  typed(sheet, edit, { ink: '#202020', tilt: how.tilt, up }, chance)
}

const glued: Handwork = (table) => {
  dulled(table, 0.965)
  for (const edit of table.edits)
    strip(table, edit, { white: '#fdfdfd', shadow: 0.55, tilt: table.chance.pick([-0.9, 0.7, 1.1]) })
}

/** On a copier little of a strip's edges is left. */
const gluedForCopier: Handwork = (table) => {
  for (const edit of table.edits) strip(table, edit, { white: '#ffffff', shadow: 0.3, tilt: 0.5 })
}

/** The surface scraped away with a blade: rough fibres, a shadow of the old ink, and the new value printed there. */
const scraped: Handwork = (table) => {
  const { sheet, chance } = table
  dulled(table, 0.97)
  for (const edit of table.edits) {
    const area = areaOf(sheet, edit.box, 4)
    const [rough, fine] = [clouds(chance, 5), clouds(chance, 1.5)]
    each(sheet, area, (old, _, x, y) => 0.09 * old + 0.91 * (246 + 8 * rough(x, y) + 5 * fine(x, y)))
    typed(sheet, edit, { ink: '#2d2d2d', blur: 0.8, up: -0.4 }, chance)
  }
}

/** Letters rubbed on from a sheet, blacker than toner, none quite on the line. */
const rubbedOn: Handwork = (table) => {
  for (const edit of table.edits) {
    const area = areaOf(table.sheet, edit.box, 1)
    each(table.sheet, area, () => 255)
    typed(table.sheet, edit, { face: 'Nimbus Sans', ink: '#000', stray: 0.035, size: 1.03 }, table.chance)
  }
}

/** Strokes in shares of a digit's height, from its foot; those that turn a digit into another. */
const STROKES: Record<string, number[][]> = {
  '1': [[0.05, 0.58, 0.3, 0.74, 0.29, 0.37, 0.31, 0]],
  '3>8': [
    [0.14, 0.38, 0.04, 0.5, 0.08, 0.66, 0.2, 0.74],
    [0.1, 0.4, 0.02, 0.26, 0.04, 0.1, 0.18, 0.01],
  ],
  '1>4': [[0.26, 0.74, 0.02, 0.24, 0.56, 0.22]],
  '1>7': [[0.0, 0.72, 0.3, 0.74]],
  '0>8': [[0.06, 0.37, 0.3, 0.4, 0.5, 0.37]],
  '5>8': [
    [0.08, 0.4, 0.03, 0.3, 0.04, 0.1, 0.14, 0.02],
    [0.44, 0.72, 0.5, 0.56, 0.4, 0.42],
  ],
}

/** A pen that matches the toner as well as pens do. */
const penned: Handwork = ({ sheet, edits, chance }) => {
  for (const { spot, to } of edits) {
    const [old, fresh] = [[...spot.text.replace(/\s/g, '')], [...to.replace(/\s/g, '')]]
    const more = fresh.length - old.length
    for (const [at, letter] of fresh.entries()) {
      if (letter === old[at - more]) continue
      const [left = 0] = spot.letters[Math.max(0, at - more)] ?? []
      const x = at < more ? left - 0.62 * spot.size : left
      stroke(sheet, [x, spot.y, spot.size], STROKES[at < more ? letter : `${old[at - more]}>${letter}`], chance)
    }
  }
}

function stroke(
  sheet: Sheet,
  [x, y, size]: readonly [number, number, number],
  lines: number[][] | undefined,
  chance: Chance,
) {
  if (!lines) throw new Error('no pen makes that digit')
  const pen = penOf(sheet)
  for (const line of lines) {
    placed(pen, sheet, x, y)
    Object.assign(pen, {
      strokeStyle: 'rgba(26, 24, 44, 0.86)',
      lineWidth: size * 0.088,
      lineCap: 'round',
      lineJoin: 'round',
    })
    pen.beginPath()
    for (let at = 0; at < line.length; at += 2) {
      const [u, v] = [(line[at] ?? 0) * size, -(line[at + 1] ?? 0) * size]
      pen.lineTo(u + (chance.next() - 0.5) * 0.04 * size, v)
    }
    pen.stroke()
    pen.resetTransform()
  }
}

export const HANDWORK: Record<string, Handwork> = {
  'fluid-and-printer': fluidAndPrinter,
  'fluid-and-typewriter': fluidAndTypewriter,
  glued,
  'glued-for-copier': gluedForCopier,
  scraped,
  'rubbed-on': rubbedOn,
  penned,
}
