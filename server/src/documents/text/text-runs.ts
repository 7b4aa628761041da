import { area, type Box, shared } from '../model/box.ts'
import { apply, times } from '../model/matrix.ts'
import type { Canvas } from './canvas.ts'
import type { Glyph } from './glyph.ts'
import { alphaOf, type Graphics, type TextCursor } from './graphics.ts'
import type { Look } from './shapes/look.ts'
import { shapeOf, type Written } from './shapes/shape-of.ts'

/** What pdf.js puts into a showText operator: a number moves the cursor, the rest are glyphs. */
export type Shown =
  | number
  | (Written & { originalCharCode?: number; width?: number; isSpace?: boolean; vmetric?: number[] | null })

const MIRRORED: Look = { doubtful: true }

/** Share of their height that characters must be wide to be seen: printers' condensed faces keep half. */
const NARROW = 0.05

/** Paints a run of glyphs at the cursor and moves the cursor on, by the rules of PDF 32000-1, 9.4.4. */
export function showGlyphs(
  shown: Iterable<Shown>,
  cursor: TextCursor,
  graphics: Graphics,
  canvas: Canvas,
  { field, off, hand }: Pick<Glyph, 'field' | 'off' | 'hand'>,
) {
  const { font, fontSize, stretch, charSpacing, wordSpacing, rise } = graphics
  if (fontSize === 0) return
  const full = times(graphics.ctm, cursor.matrix)
  const way = font.vertical ? ([-full[2], -full[3]] as const) : ([full[0], full[1]] as const)
  const side = Math.hypot(way[0], way[1])
  const tall = font.vertical ? Math.hypot(full[0], full[1]) : Math.hypot(full[2], full[3])
  const backwards = fontSize < 0 || (!font.vertical && stretch < 0) ? -1 : 1
  const size = Math.abs(fontSize) * tall
  const order = canvas.next()
  const invisible = isInvisible(graphics) || Math.abs(stretch) * side < NARROW * tall
  const bold = font.bold || ((graphics.mode & 3) === 2 && graphics.lineWidth > 0)
  const by = (graphics.mode & 3) === 1 ? 'stroke' : 'fill'
  const [color, alpha] = [graphics[by], alphaOf(graphics, by)]
  const factor = font.vertical ? 1 : stretch
  const wide = tall > 0 ? (side / tall) * Math.abs(factor) : 1
  // Text set mirrored shows other shapes than its font has, or has a font of mirrored ones.
  const mirrored = (full[0] * full[3] - full[1] * full[2]) * stretch < 0
  const made = side > 0 && size > 0 && Number.isFinite(side + size)
  for (const item of shown) {
    if (typeof item === 'number') {
      move(cursor, font.vertical, (-item / 1000) * fontSize * factor)
      continue
    }
    const own = font.vertical ? Math.abs(item.vmetric?.[0] ?? 1000) / 1000 : (item.width ?? 0) * font.unit
    const advance = own * fontSize * factor
    const tracking = (charSpacing + (item.isSpace ? wordSpacing : 0)) * factor
    const written = item.unicode ?? ''
    // What nobody sees shows nothing: layers of recognised text are set in fonts of blanks or boxes.
    const look = invisible ? {} : mirrored ? MIRRORED : shapeOf(font, item)
    const shape = look.shown
    const text = shape || written
    if (made && text !== '') {
      const drawn = font.drawn.get(item.originalCharCode ?? -1)
      const [x, y] = apply(full, cursor.x, cursor.y + rise)
      const [dx, dy] = [(way[0] / side) * backwards, (way[1] / side) * backwards]
      const glyph = {
        text,
        said: shape ? written : undefined,
        drawn: shape ?? drawn,
        x,
        y,
        dx,
        dy,
        advance: Math.abs(advance) * side,
        tracking: tracking * side,
        size,
      }
      canvas.glyph({
        ...glyph,
        stretch: wide,
        font,
        bold,
        color,
        alpha,
        mixed: graphics.mixed || color === undefined,
        invisible: invisible || shape === '',
        clipped: !isLetThrough(glyph, graphics),
        cut: isCut(glyph, graphics),
        doubtful: look.doubtful ?? false,
        likely: look.likely,
        off,
        field,
        hand,
        order,
      })
    }
    move(cursor, font.vertical, advance + tracking)
  }
}

type Place = Pick<Glyph, 'x' | 'y' | 'dx' | 'dy' | 'advance' | 'size'>

/** Whether the clipping lets the middle of a glyph through; it is known by its box only, so the edge is generous. */
function isLetThrough({ x, y, dx, dy, advance, size }: Place, { clip }: Graphics): boolean {
  const middleX = x + (dx * advance) / 2 - dy * 0.3 * size
  const middleY = y + (dy * advance) / 2 + dx * 0.3 * size
  const slack = 0.2 * size
  return (
    middleX >= clip[0] - slack && middleX <= clip[2] + slack && middleY >= clip[1] - slack && middleY <= clip[3] + slack
  )
}

/** Of a character's ink, this share may lie outside: boxes that are clipped to are as long as their text, about. */
const LEFT_OUT = 0.15
/** Characters reach so far up, in sizes, the low ones too. */
const LOW_LETTERS = 0.5

/** Whether the clipping's box leaves out a part of what a glyph has on its line. */
function isCut({ x, y, dx, dy, advance, size }: Place, { clip }: Graphics): boolean {
  const [x1, y1] = [x + dx * advance - dy * LOW_LETTERS * size, y + dy * advance + dx * LOW_LETTERS * size]
  const own: Box = [Math.min(x, x1), Math.min(y, y1), Math.max(x, x1), Math.max(y, y1)]
  return shared(own, clip) < (1 - LEFT_OUT) * area(own)
}

function move(cursor: TextCursor, vertical: boolean, by: number): void {
  if (vertical) cursor.y -= by
  else cursor.x += by
}

function isInvisible(graphics: Graphics): boolean {
  const painted = graphics.mode & 3
  return painted === 3 || alphaOf(graphics, painted === 1 ? 'stroke' : 'fill') < 0.05
}
