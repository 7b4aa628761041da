import { type Box, height, middle, width } from '../model/box.ts'
import type { Word, WordPiece } from '../model/page.ts'
import type { Paint } from './canvas.ts'

/** Later paint must hide this share of a word's box. */
const HIDDEN = 0.85
/** Colours nearer than this (0 to 1, the largest difference of a channel) cannot be told apart. */
const ALIKE = 0.08
/** Strips into which a page is cut to look paint up by height. */
const STRIPS = 64

/** Drops words outside the page and doubled ones, and marks what was painted over or has the colour of its ground. */
export function judgeVisibility(words: readonly Word[], paints: readonly Paint[], bounds: Box): Word[] {
  const inside = words.filter((word) => isInside(word, bounds))
  const strips = sortIntoStrips(paints, bounds)
  for (const word of inside) {
    if (word.visibility !== 'shown') continue
    const near = strips[stripOf(middle(word.box)[1], bounds)] ?? []
    if (isSquare(word) && near.some((paint) => hides(paint, word))) word.visibility = 'covered'
    else judgeOn(groundOf(word, near), word)
  }
  return dropDoubles(inside)
}

/** Points that characters must be high to be seen. */
const LOW = 1.5

/** The box of a slanting word (a watermark) is no measure of what hides it. */
function isSquare({ turn = 0 }: Word): boolean {
  return turn % 90 === 0
}

function isInside({ box }: Word, bounds: Box): boolean {
  const [x, y] = middle(box)
  return x >= bounds[0] && x <= bounds[2] && y >= bounds[1] && y <= bounds[3] && Number.isFinite(box[0] + box[3])
}

function sortIntoStrips(paints: readonly Paint[], bounds: Box): Paint[][] {
  const strips: Paint[][] = Array.from({ length: STRIPS }, () => [])
  for (const paint of paints) {
    const last = stripOf(paint.box[3], bounds)
    for (let k = stripOf(paint.box[1], bounds); k <= last; k++) strips[k]?.push(paint)
  }
  return strips
}

function stripOf(y: number, bounds: Box): number {
  const share = (y - bounds[1]) / Math.max(height(bounds), 1)
  return Math.min(STRIPS - 1, Math.max(0, Math.floor(share * STRIPS)))
}

function hides({ box, solid, order }: Paint, word: Word): boolean {
  if (!solid || order < word.order) return false
  const across = Math.min(box[2], word.box[2]) - Math.max(box[0], word.box[0])
  const [low, high] = [word.box[1] + 0.2 * height(word.box), word.box[3] - 0.15 * height(word.box)]
  const up = Math.min(box[3], high) - Math.max(box[1], low)
  return across > 0 && up > 0 && across * up > HIDDEN * width(word.box) * (high - low)
}

/** What was painted last below a word; undefined for the paper. */
function groundOf(word: Word, near: readonly Paint[]): Paint | undefined {
  const [x, y] = middle(word.box)
  let ground: Paint | undefined
  for (const paint of near) {
    if (paint.order > word.order || (ground && ground.order > paint.order)) continue
    const [x0, y0, x1, y1] = paint.box
    if (x >= x0 && x <= x1 && y >= y0 && y <= y1) ground = paint
  }
  return ground
}

/** How a run of characters is set, as far as it is seen by it. */
interface Print extends Pick<WordPiece, 'color' | 'size'> {
  alpha?: number | undefined
  stretch?: number | undefined
}

/** Marks a word that is not seen on its ground, and leaves those of its characters out that are not; paper is white. */
function judgeOn(ground: Paint | undefined, word: Word): void {
  if (ground && ground.color === undefined) word.unsure = true
  const { color, size, alpha, setting, pieces = [] } = word
  const isFaint = (print: Print) => size < LOW || (!word.unsure && strengthOf(print, ground) < ALIKE)
  const seen = pieces.filter((piece) => !isFaint(piece))
  if (pieces.length === 0 ? isFaint({ color, size, alpha, stretch: setting?.stretch }) : seen.length === 0)
    word.visibility = 'faint'
  else if (seen.length < pieces.length) {
    word.whole = word.text
    word.text = seen.map(({ text }) => text).join('')
  }
}

/** Characters of this size, in points, and of this share of their width are read as well as larger and wider ones. */
const [LEGIBLE, WIDE] = [5, 0.3]

/** What a character is seen by: its contrast, and less of it where it is small or narrow, whose lines are thin. */
function strengthOf({ color, size, alpha = 1, stretch = 1 }: Print, ground: Paint | undefined): number {
  const contrast = difference(color, ground?.color ?? '#ffffff') * alpha
  return contrast * Math.min(1, size / LEGIBLE) * Math.min(1, stretch / WIDE) ** 2
}

function difference(a: string, b: string): number {
  const [m, n] = [Number.parseInt(a.slice(1), 16), Number.parseInt(b.slice(1), 16)]
  const channel = (shift: number) => Math.abs(((m >> shift) & 255) - ((n >> shift) & 255)) / 255
  return Math.max(channel(16), channel(8), channel(0))
}

/** A word printed twice in one place (fake bold, shadows) is one word. */
function dropDoubles(words: readonly Word[]): Word[] {
  const seen = new Map<string, Word[]>()
  return words.filter((word) => {
    const key = `${word.visibility} ${word.text}`
    const others = seen.get(key)
    const near = 0.15 * word.size
    const twin = others?.find(
      ({ box }) => Math.abs(box[0] - word.box[0]) < near && Math.abs(box[1] - word.box[1]) < near,
    )
    if (twin) twin.bold = true
    else if (others && others.length < 200) others.push(word)
    else if (!others) seen.set(key, [word])
    return !twin
  })
}
