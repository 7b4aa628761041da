import { createCanvas } from '@napi-rs/canvas'
import { Chance } from '../../../chance.ts'
import type { Box } from '../../round-3/forgeries/job.ts'
import { twinOf } from '../../round-3/forgeries/spot.ts'
import {
  type Area,
  areaOf,
  copied,
  css,
  type Edit,
  each,
  flatten,
  grained,
  imagined,
  moved,
  penOf,
  resurfaced,
  tonesOf,
  typed,
} from './brush.ts'
import { clouds, type Sheet } from './lens.ts'

/** What a forger has before the screen. */
export interface Desk {
  sheet: Sheet
  edits: Edit[]
  chance: Chance
  /** The sheet as its program wrote it. */
  print: Uint8Array
  /** The same paper with other values, scanned on another machine. */
  other(): Promise<Sheet>
}

export type Retouch = (desk: Desk) => void | Promise<void>

const forAll =
  (work: (edit: Edit, area: Area, desk: Desk) => void): Retouch =>
  (desk) => {
    for (const edit of desk.edits) work(edit, areaOf(desk.sheet, edit.box, 1), desk)
  }

const inkOf = (sheet: Sheet, area: Area) => css(tonesOf(sheet, area, 0.02))

/** A net paints the paper anew and sets the figures with its own slight waves. */
const generative = forAll((edit, area, { sheet, chance }) => {
  const ink = inkOf(sheet, area)
  imagined(sheet, area, chance)
  typed(sheet, edit, { ink, blur: 0.75, stray: 0.008 }, chance)
  const [wave, before] = [clouds(chance, 7), copied(sheet, area)]
  const [left, top, width, height] = area
  each(sheet, area, (old, band, x, y) => {
    const v = Math.min(height - 1, Math.max(0, Math.round(y - top + 0.8 * wave(x, y))))
    return 0.35 * old + 0.65 * (before.data[4 * (v * width + x - left) + band] ?? old)
  })
})

/** A rectangle of white and a text without soft edges. */
const simpleProgram = forAll((edit, area, { sheet, chance }) => {
  flatten(sheet, area, '#fff')
  typed(sheet, edit, { face: 'Liberation Sans', ink: '#000', aliased: true }, chance)
})

/** The paper's colour is picked up and painted over the value. */
const picker = forAll((edit, area, { sheet, chance }) => {
  flatten(sheet, area, css(tonesOf(sheet, area, 0.6)))
  typed(sheet, edit, { face: 'Liberation Sans', ink: '#1b1b1b' }, chance)
})

/** A telephone's pen: a round-cornered shape and its own letters. */
const telephone = forAll((edit, area, { sheet, chance }) => {
  const pen = penOf(sheet)
  const [x, y, width, height] = area
  pen.fillStyle = css(tonesOf(sheet, area, 0.7))
  pen.beginPath()
  pen.roundRect(x - 1, y - 2, width + 2, height + 4, height * 0.22)
  pen.fill()
  typed(sheet, edit, { face: 'Nimbus Sans', ink: '#000', size: 1.04, up: 0.3 }, chance)
})

/** Levels drawn up until the value is gone, a text multiplied over it, grain over both. */
const bleached = forAll((edit, area, { sheet, chance }) => {
  const [paper, ink] = [tonesOf(sheet, area, 0.7), tonesOf(sheet, area, 0.05)]
  each(sheet, area, (old, band) => {
    const share = Math.min(1, Math.max(0, (old - (ink[band] ?? 0) + 60) / 62))
    return (paper[band] ?? 255) + 3 + (1 - share) * -8 + (old - (paper[band] ?? 255)) * 0.12
  })
  typed(sheet, edit, { ink: css(ink), blur: 0.5, mode: 'multiply' }, chance)
  grained(sheet, area, 2.2, chance)
})

/** Dabs of a brush that heals: other grain, upside down, and the letters of the page's own kind. */
const patchTool = forAll((edit, area, { sheet, chance }) => {
  const ink = css(tonesOf(sheet, area, 0.04))
  resurfaced(sheet, area)
  typed(sheet, edit, { ink, blur: 0.6 }, chance)
})

const letterBox = ({ letters, y, size }: Edit['spot'], at: number): Box => {
  const [left = 0, right = 0] = letters[at] ?? []
  return [left, y - 0.06 * size, right, y + 0.76 * size]
}

/** Each digit that changes is lifted from elsewhere on the page, its grain with it, and set down a little off. */
const lifted: Retouch = ({ sheet, edits, chance, print }) => {
  for (const { spot, to } of edits) {
    const [old, fresh] = [spot.text, to].map((text) => [...text.replace(/\s/g, '')]) as [string[], string[]]
    if (old.length !== fresh.length) throw new Error(`${to} is not as long as ${spot.text}`)
    for (const [at, letter] of fresh.entries()) {
      if (letter === old[at]) continue
      const { ends, y } = twinOf(print, letter, spot)
      const source = copied(sheet, areaOf(sheet, letterBox({ ...spot, letters: [ends], y }, 0)))
      const [x, top] = areaOf(sheet, letterBox(spot, at))
      penOf(sheet).putImageData(source, x + chance.whole(0, 1), top)
    }
  }
}

/** One more digit set before an amount, copied from the amount's own digits. */
const squeezed: Retouch = ({ sheet, edits, print }) => {
  for (const { spot, to } of edits) {
    const [digit = ''] = to
    const { ends, y } = twinOf(print, digit, spot)
    const source = copied(sheet, areaOf(sheet, letterBox({ ...spot, letters: [ends], y }, 0)))
    const [x, top] = areaOf(sheet, letterBox(spot, 0))
    const comma = spot.text.includes(',') || to.length === spot.text.length + 1 ? 0 : 0.28 * spot.size
    const step = Math.round((comma * sheet.dpi) / 72)
    penOf(sheet).putImageData(source, x - source.width - step + 1, top)
  }
}

/** The line cut out of the same paper's other scan, and pasted over this one's. */
const transplanted: Retouch = async ({ sheet, edits, other }) => {
  const donor = await other()
  for (const { box } of edits) {
    const [from, to] = [areaOf(donor, box, 2), areaOf(sheet, box, 2)]
    const piece = createCanvas(from[2], from[3])
    piece.getContext('2d').drawImage(donor.canvas, ...from, 0, 0, from[2], from[3])
    penOf(sheet).drawImage(piece, ...to)
  }
}

/** The same, its light drawn to that of the page and only what is darker kept. */
const blended: Retouch = async ({ sheet, edits, other, chance }) => {
  const donor = await other()
  for (const { box } of edits) {
    const [from, to] = [areaOf(donor, box, 2), areaOf(sheet, box, 2)]
    const [paper, theirs] = [tonesOf(sheet, to, 0.7), tonesOf(donor, from, 0.6)]
    imagined(sheet, to, chance, 1.5)
    const piece = createCanvas(to[2], to[3])
    piece.getContext('2d').drawImage(donor.canvas, ...from, 0, 0, to[2], to[3])
    const { data } = piece.getContext('2d').getImageData(0, 0, to[2], to[3])
    each(sheet, to, (old, band, x, y) => {
      const at = 4 * ((y - to[1]) * to[2] + x - to[0]) + band
      return Math.min(old, ((data[at] ?? 255) * (paper[band] ?? 255)) / (theirs[band] ?? 255))
    })
  }
}

/** The value rubbed with a finger until only a smear is left, then typed anew. */
const smudged = forAll((edit, area, { sheet, chance }) => {
  const [ink, paper] = [inkOf(sheet, area), tonesOf(sheet, area, 0.75)]
  const [left, top, width] = area
  const before = copied(sheet, area)
  const reach = 14
  each(sheet, area, (_, band, x, y) => {
    let sum = 0
    for (let by = -reach; by <= reach; by++) {
      const u = Math.min(width - 1, Math.max(0, x - left + by))
      sum += before.data[4 * ((y - top) * width + u) + band] ?? 240
    }
    return 0.8 * (paper[band] ?? 240) + (0.2 * sum) / (2 * reach + 1)
  })
  typed(sheet, edit, { ink, blur: 0.4, up: -0.2 }, chance)
})

/** A line of a table taken out: what follows, down to the last one, is moved up over it. */
const closedUp: Retouch = ({ sheet, edits }) => {
  const [gone, next, last] = edits
  if (!gone || !next || !last) throw new Error('a line, the next and the last one have to be named')
  const step = Math.round(((gone.spot.y - next.spot.y) * sheet.dpi) / 72)
  const pad = Math.round(step * 0.22)
  const [[, top], [, end, , tall], { width }] = [areaOf(sheet, gone.box), areaOf(sheet, last.box), sheet.canvas]
  const foot = end + tall + pad
  moved(sheet, [0, top - pad + step, width, foot - top + pad - step], 0, top - pad)
  imagined(sheet, [0, foot - step, width, step], new Chance(7), 2)
}

export const RETOUCHES: Record<string, Retouch> = {
  generative,
  'simple-program': simpleProgram,
  picker,
  telephone,
  bleached,
  'patch-tool': patchTool,
  lifted,
  squeezed,
  transplanted,
  blended,
  smudged,
  'closed-up': closedUp,
}
