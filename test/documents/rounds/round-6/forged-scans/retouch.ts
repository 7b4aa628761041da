import { createCanvas } from '@napi-rs/canvas'
import type { Chance } from '../../../chance.ts'
import { twinOf } from '../../round-3/forgeries/spot.ts'
import {
  type Area,
  areaOf,
  copied,
  css,
  type Edit,
  flatten,
  grained,
  moved,
  penOf,
  placed,
  tonesOf,
  typed,
} from '../../round-5/forged-scans/brush.ts'
import type { Sheet } from '../../round-5/forged-scans/lens.ts'
import {
  type Box,
  type Change,
  healed,
  inked,
  type Laying,
  letterBox,
  lettersThatChange,
  overlaid,
  toned,
} from './craft.ts'

/** What a forger has before the screen. */
export interface Desk {
  sheet: Sheet
  edits: Change[]
  chance: Chance
  /** The paper as its program wrote it, and the same with its new values. */
  bytes: Uint8Array
  fresh: Sheet
  /** Where a text stands on the paper, the `count`th time. */
  find(text: string, count?: number): Edit['spot']
  spotOf(field: string): Edit['spot']
  /** The paper with its new values, seen through a lens. */
  other(lens?: string): Promise<Sheet>
  /** What the list says more about the step. */
  word: string
}

export type Retouch = (desk: Desk) => void | Promise<void>

const inkAt = (sheet: Sheet, area: Area) => tonesOf(sheet, area, 0.03)
const paperAt = (sheet: Sheet, area: Area) => tonesOf(sheet, area, 0.6)

const laid =
  (boxesOf: (edit: Edit) => Box[], how: (chance: Chance) => Laying, wipe = true): Retouch =>
  ({ sheet, edits, chance, fresh }) => {
    for (const edit of edits)
      for (const box of boxesOf(edit)) {
        const area = areaOf(sheet, box, 1)
        const ink = inkAt(sheet, areaOf(sheet, edit.box))
        if (wipe) healed(sheet, area, chance)
        inked(sheet, fresh, [box, edit], { ink, ...how(chance) }, chance)
      }
  }

const whole = ({ box }: Edit): Box[] => [box]

/** The same page set with the same font, cut out and made as soft and as rough as the scan. */
const matched = laid(whole, () => ({ blur: 0.6, worn: 0.2, strong: 1.04 }))

/** A piece of the same font pulled by its corners until it lies on a photographed page. */
const warped = laid(whole, (chance) => ({
  blur: 0.8,
  tilt: chance.pick([-0.5, 0.45]),
  up: 0.25,
  aside: chance.pick([-0.4, 0.3]),
  strong: 1.35,
  worn: 0.1,
}))

/** Strokes are added with a brush until one digit is another one. */
const completed = laid(lettersThatChange, () => ({ blur: 0.55, strong: 0.96 }), false)

/** One digit wiped out and typed with the editor's own text tool. */
const retyped: Retouch = ({ sheet, edits, chance, word }) => {
  for (const edit of edits) {
    const [old, to] = [edit.spot.text, edit.to].map((text) => text.replace(/[\s\u00a0]/g, '')) as [string, string]
    for (const [at, letter] of [...to].entries()) {
      if (letter === old[at]) continue
      const box = letterBox(edit, at)
      const area = areaOf(sheet, box, 0)
      const ink = css(inkAt(sheet, areaOf(sheet, edit.box)))
      healed(sheet, area, chance)
      const pen = penOf(sheet)
      placed(pen, sheet, box[0], edit.spot.y)
      pen.filter = 'blur(0.45px)'
      pen.fillStyle = ink
      pen.font = `${/Bold/.test(edit.spot.font) ? 'bold ' : ''}${edit.spot.size}px "${word || 'Nimbus Sans'}"`
      pen.fillText(letter, 0, 0)
      pen.filter = 'none'
      pen.resetTransform()
      grained(sheet, area, 1.4, chance)
    }
  }
}

/** A value that stands elsewhere on the page is copied over another one. */
const cloned: Retouch = ({ sheet, edits, chance, find, word }) => {
  for (const edit of edits) {
    const [text = '', count = '0'] = word.split('#')
    const { box } = find(text, Number(count))
    const source = areaOf(sheet, [box[0] - 0.3, box[1] + 0.4, box[2] + 0.3, box[3] + 0.6])
    const piece = copied(sheet, source)
    healed(sheet, areaOf(sheet, edit.box, 1), chance)
    const [right, top] = areaOf(sheet, [edit.spot.box[2] + 0.3, edit.spot.box[3] + 0.5, edit.spot.box[2] + 1, 0])
    const [x, y] = areaOf(sheet, [edit.spot.box[0], edit.spot.y, edit.spot.box[0] + 1, edit.spot.box[3] + 0.6])
    penOf(sheet).putImageData(piece, edit.right ? right - source[2] : x, edit.right ? Math.min(top, y) : y)
  }
}

/** Digits of one value change places. */
const swapped: Retouch = ({ sheet, edits, word }) => {
  for (const edit of edits) {
    const [i = 0, j = 0] = word.split(',').map(Number)
    const [a, b] = [areaOf(sheet, letterBox(edit, i)), areaOf(sheet, letterBox(edit, j))]
    const [width, height] = [Math.min(a[2], b[2]), Math.min(a[3], b[3])]
    const piece = copied(sheet, [a[0], a[1], width, height])
    moved(sheet, [b[0], b[1], width, height], a[0], a[1])
    penOf(sheet).putImageData(piece, b[0], b[1])
  }
}

/** The first letters of an amount wiped out. */
const beheaded: Retouch = ({ sheet, edits, chance }) => {
  for (const edit of edits) {
    const gone = edit.spot.letters.length - [...edit.to].length
    const { size, box } = edit.spot
    const [, y, right, top] = letterBox(edit, gone - 1)
    // The sign of the currency before it is set beside what is left.
    const sign = areaOf(sheet, [box[0] - 0.57 * size, y - 1, box[0], top])
    const piece = copied(sheet, sign)
    healed(sheet, areaOf(sheet, [box[0] - 0.57 * size, y - 1, right, top]), chance)
    penOf(sheet).putImageData(piece, sign[0] + Math.round(((right - box[0]) * sheet.dpi) / 72), sign[1])
  }
}

/** Digits of a larger or smaller kind, drawn to size. */
const rescaled: Retouch = ({ sheet, edits, bytes, spotOf, word }) => {
  for (const edit of edits) {
    const donor = spotOf(word)
    for (const [at, letter] of [...edit.to].entries()) {
      if (letter === edit.spot.text[at]) continue
      const { ends, y } = twinOf(bytes, letter, donor)
      const from = areaOf(sheet, [ends[0], y - 0.08 * donor.size, ends[1], y + 0.78 * donor.size])
      const to = areaOf(sheet, letterBox(edit, at))
      const piece = createCanvas(from[2], from[3])
      piece.getContext('2d').drawImage(sheet.canvas, ...from, 0, 0, from[2], from[3])
      const pen = penOf(sheet)
      pen.imageSmoothingQuality = 'high'
      pen.drawImage(piece, ...to)
    }
  }
}

/** Texts of the page wiped out, `text~text`; the values that must agree are set as the font sets them. */
const wiped: Retouch = async (desk) => {
  const { sheet, chance, find, word } = desk
  for (const text of word.split('~')) {
    const [said = '', count = '0'] = text.split('#')
    const { box } = find(said, Number(count))
    healed(sheet, areaOf(sheet, [box[0] - 0.4, box[1] - 0.2, box[2] + 0.4, box[3] + 0.5], 1), chance)
  }
  await matched(desk)
}

/** Whole columns of the page with other values, seen by the same machine, laid over the old ones. */
const columns: Retouch = async ({ sheet, edits, other, word }) => {
  const donor = await other(word || undefined)
  const groups = Map.groupBy(edits, ({ spot }) => Math.round(spot.box[2] / 12))
  for (const group of groups.values()) {
    const [boxes, side] = [group.map(({ box }) => box), (at: number) => (all: Box[]) => all.map((box) => box[at] ?? 0)]
    const box: Box = [
      Math.min(...side(0)(boxes)) - 3,
      Math.min(...side(1)(boxes)) - 1,
      Math.max(...side(2)(boxes)) + 1.5,
      Math.max(...side(3)(boxes)) + 1,
    ]
    overlaid(sheet, donor, box, 2)
  }
}

/** Above or below a height the page is that of another scan, `top 512 LENS`. */
const spliced: Retouch = async ({ sheet, other, word }) => {
  const [part, height = '0', lens] = word.split(' ')
  const donor = await other(lens)
  const { width, height: tall } = donor.canvas
  toned(donor, [0, 0, width, tall], tonesOf(sheet, [0, 0, sheet.canvas.width, sheet.canvas.height], 0.7), 0.7)
  const y = Number(height)
  const [w, h] = sheet.size
  overlaid(sheet, donor, part === 'top' ? [-20, y, w + 20, h + 20] : [-20, -20, w + 20, y])
}

/** A rectangle in the paper's colour and a text of the program's own. */
const picked: Retouch = ({ sheet, edits, chance, word }) => {
  for (const edit of edits) {
    const area = areaOf(sheet, edit.box, 1)
    const [ink, paper] = [inkAt(sheet, area), paperAt(sheet, area)]
    flatten(sheet, area, css(paper))
    typed(sheet, edit, { ink: css(ink), blur: 0.3, ...(word ? { face: word } : {}) }, chance)
  }
}

/** A picture of black and white only: white over the value, hard letters on it. */
const hard: Retouch = ({ sheet, edits, chance, word }) => {
  for (const edit of edits) {
    flatten(sheet, areaOf(sheet, edit.box, 1), '#fff')
    typed(sheet, edit, { ink: '#000', aliased: true, ...(word ? { face: word } : {}) }, chance)
  }
}

/** A net that paints areas anew: no grain, letters a little too smooth, a soft border. */
const repainted: Retouch = ({ sheet, edits, chance, fresh }) => {
  for (const edit of edits) {
    const [x, y, right, top] = edit.box
    const area = areaOf(sheet, [x - 2, y - 0.5, right + 1.5, top + 0.5])
    const ink = inkAt(sheet, area)
    healed(sheet, area, chance, 0.15)
    inked(sheet, fresh, [edit.box, edit], { ink, blur: 0.75, strong: 1.15, worn: 0.05 }, chance)
  }
}

export const RETOUCHES: Record<string, Retouch> = {
  matched,
  warped,
  completed,
  retyped,
  cloned,
  swapped,
  beheaded,
  rescaled,
  wiped,
  columns,
  spliced,
  picked,
  hard,
  repainted,
}
