import type { Chance } from '../../../chance.ts'
import { areaOf, each, penOf, placed } from '../../round-5/forged-scans/brush.ts'
import { clouds, type Sheet } from '../../round-5/forged-scans/lens.ts'
import type { Box } from './craft.ts'

/** What harmless hands leave on a sheet before it is scanned; `box` is where something of it stands. */
export type Mark = (sheet: Sheet, chance: Chance, box: Box) => void

type Points = readonly (readonly [number, number])[]

function drawn(sheet: Sheet, points: Points, colour: string, wide: number): void {
  const pen = penOf(sheet)
  Object.assign(pen, { strokeStyle: colour, lineWidth: (wide * sheet.dpi) / 72, lineCap: 'round', lineJoin: 'round' })
  pen.beginPath()
  for (const [x, y] of points) pen.lineTo(...sheet.at(x, y))
  pen.stroke()
}

const scrawl = (chance: Chance, x: number, y: number, wide: number, tall: number): Points =>
  Array.from({ length: 70 }, (_, at) => {
    const u = at / 69
    const swing = Math.sin(u * 27 + 1.4 * Math.sin(u * 8)) * tall * (1 - 0.5 * u)
    return [x + u * wide + 3 * Math.cos(u * 27), y + swing + 0.7 * (chance.next() - 0.5)] as const
  })

/** A rubber stamp in red, inked unevenly, across the sums, and initials in it. */
export const paidStamp: Mark = (sheet, chance, [x, y]) => {
  const pen = penOf(sheet)
  placed(pen, sheet, x - 72, y - 22)
  pen.rotate(-0.21)
  Object.assign(pen, { strokeStyle: 'rgba(186, 34, 40, 0.55)', fillStyle: 'rgba(186, 34, 40, 0.6)', lineWidth: 2 })
  pen.beginPath()
  pen.roundRect(-52, -22, 104, 44, 5)
  pen.stroke()
  pen.font = 'bold 21px "Liberation Sans"'
  pen.textAlign = 'center'
  pen.fillText('PAID', 0, 1)
  pen.font = '9px "Liberation Sans"'
  pen.fillText('09 JUL 2026', 0, 14)
  pen.resetTransform()
  pen.fillStyle = 'rgba(255, 255, 255, 0.75)'
  for (let more = 220; more > 0; more--) {
    const [u, v] = sheet.at(x - 127 + 110 * chance.next(), y - 48 + 60 * chance.next())
    pen.fillRect(u, v, chance.whole(1, 2), chance.whole(1, 3))
  }
  drawn(sheet, scrawl(chance, x - 78, y - 40, 44, 6), 'rgba(30, 34, 110, 0.85)', 0.9)
}

/** A line marked with a yellow marker, ticks beside some lines and a remark in pencil. */
export const highlighted: Mark = (sheet, chance, [x, y, , top]) => {
  const [left, high, width, height] = areaOf(sheet, [x - 3, y - 1, sheet.size[0] - 30, top + 1])
  const edge = clouds(chance, 7)
  each(sheet, [left, high, width, height], (old, band, u, v) => {
    const beyond = v - high < 1.5 + edge(u, 3) || high + height - v < 2 + edge(u, 9)
    return beyond ? old : old * ([0.99, 0.97, 0.42][band] ?? 1)
  })
  for (const down of [34, 68, 102]) {
    const line: Points = [
      [x - 12, y - down],
      [x - 9, y - down - 4],
      [x - 2, y - down + 8],
    ]
    drawn(sheet, line, 'rgba(40, 50, 140, 0.85)', 1.1)
  }
  for (const [at, wide] of [
    [0, 90],
    [15, 60],
  ] as const)
    drawn(sheet, scrawl(chance, 90, 150 - at, wide, 5), 'rgba(90, 90, 95, 0.7)', 0.8)
}

/** A black marker over what is nobody's business, in two strokes. */
export const markedOut: Mark = (sheet, _, [x, y, right, top]) => {
  const middle = (y + top) / 2
  drawn(
    sheet,
    [
      [x - 5, middle - 1.6],
      [right + 4, middle + 0.4],
    ],
    '#0b0b0d',
    8.5,
  )
  drawn(
    sheet,
    [
      [right + 6, middle + 2.2],
      [x - 3, middle + 1.4],
    ],
    '#101012',
    6.5,
  )
}

/** Folded in three for a letter, and a staple. */
export const folded: Mark = (sheet, chance) => {
  const [wide, tall] = sheet.size
  const wear = clouds(chance, 6)
  for (const share of [0.335, 0.668]) {
    const [left, top, width, height] = areaOf(sheet, [0, tall * share - 3, wide, tall * share + 3])
    each(sheet, [left, top, width, height], (old, _, x, y) => {
      const from = (y - top) / height - 0.5 + 0.03 * wear(x, 0)
      const crease = Math.abs(from) < 0.09 ? (255 - old) * 0.35 * Math.abs(wear(x, y)) : 0
      return old * (1 - 0.06 * Math.exp(-((from * 5) ** 2))) + crease
    })
  }
  drawn(
    sheet,
    [
      [20, tall - 27],
      [37, tall - 19],
    ],
    'rgba(60, 60, 60, 0.35)',
    2.4,
  )
  drawn(
    sheet,
    [
      [20, tall - 25],
      [37, tall - 17],
    ],
    '#92959b',
    1.4,
  )
}

/** The foot of a cup, darker at its rim, and a drop beside it. */
export const coffee: Mark = (sheet, chance, [x, y]) => {
  const [left, top, width, height] = areaOf(sheet, [x - 75, y - 75, x + 75, y + 75])
  const cloud = clouds(chance, 22)
  const [cx, cy] = sheet.at(x, y)
  const unit = sheet.dpi / 72
  each(sheet, [left, top, width, height], (old, band, u, v) => {
    const far = Math.hypot(u - cx, v - cy) / unit
    const rim = Math.exp(-(((far - 52 - 1.5 * cloud(u, v)) / 2.4) ** 2)) * (0.55 + 0.4 * cloud(v, u))
    const inside = far < 52 ? 0.12 : 0
    const drop = Math.hypot(u - cx - 66 * unit, v - cy - 20 * unit) / unit < 4 ? 0.5 : 0
    const stain = Math.max(0, rim, inside, drop)
    return old * (1 - stain * ([0.22, 0.36, 0.56][band] ?? 0))
  })
}

/** The line that a fax prints above what it sends. */
export const faxHead: Mark = (sheet) => {
  const pen = penOf(sheet)
  placed(pen, sheet, 26, sheet.size[1] - 15)
  pen.fillStyle = '#000'
  pen.font = '8.5px "Liberation Mono"'
  pen.fillText('02-MAR-2026  11:42   FROM: 902 555 0153   TO: 902 555 0188        P. 01/01', 0, 0)
  pen.resetTransform()
}

/** The shadow of a hand and of the telephone it holds, after the picture was taken of it. */
export const handShadow: Mark = (sheet, chance) => {
  const { width, height } = sheet.canvas
  const edge = clouds(chance, 160)
  each(sheet, [0, 0, width, height], (old, band, x, y) => {
    const [u, v] = [x / width, y / height]
    const phone = Math.min(1, Math.max(0, (v - 0.42 - 0.5 * Math.abs(u - 0.62) + 0.03 * edge(x, y)) * 9))
    return old * (1 - phone * ([0.3, 0.29, 0.26][band] ?? 0))
  })
}
