import { createCanvas } from '@napi-rs/canvas'
import {
  areaOf,
  copied,
  css,
  type Edit,
  flatten,
  grained,
  imagined,
  penOf,
  tonesOf,
  typed,
} from '../../round-5/forged-scans/brush.ts'
import type { Sheet } from '../../round-5/forged-scans/lens.ts'
import { letterBox, overlaid } from '../../round-6/forged-scans/craft.ts'
import type { Retouch } from '../../round-6/forged-scans/retouch.ts'
import { fail } from '../forged-text/papers.ts'

const inkOf = (sheet: Sheet, { box }: Edit) => css(tonesOf(sheet, areaOf(sheet, box), 0.03))

/** An area blurred, as the tool does with which one strokes over what looks too sharp. */
function softened(sheet: Sheet, [x, y, width, height]: ReturnType<typeof areaOf>, by: number): void {
  const piece = createCanvas(width, height)
  const pen = piece.getContext('2d')
  pen.filter = `blur(${by}px)`
  pen.drawImage(sheet.canvas, -x, -y)
  penOf(sheet).drawImage(piece, 0, 0, width, height, x, y, width, height)
}

/** A plate of the paper's colour, the new value in a similar font, both blurred a little. */
const blurred: Retouch = ({ sheet, edits, chance, word }) => {
  for (const edit of edits) {
    const area = areaOf(sheet, edit.box, 1)
    const ink = inkOf(sheet, edit)
    flatten(sheet, area, css(tonesOf(sheet, area, 0.65)))
    typed(sheet, edit, { ink, ...(word ? { face: word } : {}) }, chance)
    softened(sheet, area, 0.7)
    grained(sheet, area, 0.8, chance)
  }
}

/** Wiped out with a soft white brush, stroke by stroke, and typed upon. */
const smudged: Retouch = ({ sheet, edits, chance, word }) => {
  for (const edit of edits) {
    const [x, y, width, height] = areaOf(sheet, edit.box, 1)
    const ink = inkOf(sheet, edit)
    const pen = penOf(sheet)
    pen.strokeStyle = css(tonesOf(sheet, [x, y, width, height], 0.75))
    pen.lineWidth = height * 0.55
    pen.lineCap = 'round'
    for (const down of [0.3, 0.7]) {
      pen.beginPath()
      pen.moveTo(x, y + height * down)
      for (let at = 0; at <= 8; at++)
        pen.lineTo(x + (width * at) / 8, y + height * (down + 0.06 * (chance.next() - 0.5)))
      pen.stroke()
    }
    typed(sheet, edit, { ink, blur: 0.35, ...(word ? { face: word } : {}) }, chance)
  }
}

/** Each digit that changes is cut out where the same digit stands elsewhere on the page. */
const digits: Retouch = ({ sheet, edits, find }) => {
  for (const edit of edits)
    for (const [at, letter] of [...edit.to].entries()) {
      if (letter === edit.spot.text[at]) continue
      const twin = find(letter)
      const from = areaOf(sheet, [twin.box[0], twin.y - 0.08 * twin.size, twin.box[2], twin.y + 0.78 * twin.size])
      const to = areaOf(sheet, letterBox(edit, at))
      const piece = createCanvas(from[2], from[3])
      piece.getContext('2d').drawImage(sheet.canvas, -from[0], -from[1])
      penOf(sheet).drawImage(piece, 0, 0, from[2], from[3], ...to)
    }
}

/** A whole line of a table laid over another one: `N` is the row that is copied. */
const row: Retouch = ({ sheet, edits, spotOf, word }) => {
  const [first] = edits
  const own = spotOf(`transactions.${word}.balance`)
  const there = spotOf(first?.field.replace(/\w+$/, 'balance') ?? fail('no row'))
  const band = (y: number) => areaOf(sheet, [20, y - 3.4, sheet.size[0] - 20, y + 8.4])
  const [from, to] = [band(own.y), band(there.y)]
  const height = Math.min(from[3], to[3])
  penOf(sheet).putImageData(copied(sheet, [from[0], from[1], from[2], height]), to[0], to[1])
}

/** The value with what is round it, from the scan that another machine made of the paper with its new values. */
const patched: Retouch = async ({ sheet, edits, other, word }) => {
  const donor = await other(word)
  for (const { box } of edits) overlaid(sheet, donor, [box[0] - 2, box[1] - 1, box[2] + 2, box[3] + 1])
}

/** Filled in as a net for pictures fills in, and the value set anew in the sheet's own font. */
const filled: Retouch = ({ sheet, edits, chance }) => {
  for (const edit of edits) {
    const ink = inkOf(sheet, edit)
    imagined(sheet, areaOf(sheet, edit.box, 2), chance, 0.6)
    typed(sheet, edit, { ink, blur: 0.5 }, chance)
  }
}

export const TOOLS: Record<string, Retouch> = { blurred, smudged, digits, row, patched, filled }
