import { type Box, height, width } from '../model/box.ts'
import type { Fill, Picture, RuledLine } from '../model/page.ts'
import type { Glyph } from './glyph.ts'
import type { Mark } from './marked-text.ts'

/** Something painted over an area: it may hide words below it, and it is what later words stand on. */
export interface Paint {
  box: Box
  /** #rrggbb; undefined for pictures, shadings and patterns. */
  color: string | undefined
  /** Hides all of its box. */
  solid: boolean
  order: number
}

/** A line that was painted, with its colour: white ones part nothing on white paper. */
export interface Stroke extends RuledLine {
  color: string | undefined
  order: number
}

/** A page may paint millions of tiny paths (maps, charts, scanned outlines); what is beyond these is no layout. */
const MOST_STROKES = 60_000
const MOST_PAINTS = 6_000
const MOST_GLYPHS = 120_000
/** A page of letters that are drawn as outlines has more, and none of them says anything. */
const MOST_SHAPES = 4_000
const MOST_PENNED = 20_000
const MOST_MARKS = 2_000

/** Lines are at most this thick, in points; wider ones are areas. */
export const THICKEST_RULE = 3.5
const SHORTEST_RULE = 2

/** What a page's operators painted, in order. */
export class Canvas {
  readonly glyphs: Glyph[] = []
  /** Those of layers that are switched off. */
  readonly off: Glyph[] = []
  readonly strokes: Stroke[] = []
  readonly paints: Paint[] = []
  readonly pictures: Picture[] = []
  /** Areas of which only the painted page tells what they show. */
  readonly veils: Picture[] = []
  /** Filled shapes of the size of characters that are no rectangles. */
  readonly shapes: Box[] = []
  /** Bent or slanted strokes of the size of characters. */
  readonly penned: Box[] = []
  /** Content that is marked, and not as a part of the structure. */
  readonly marks: Mark[] = []
  #order = 0
  #full = false
  #partly = false

  /** Whether more was painted than is kept: what hides what is not told by it then. */
  get full(): boolean {
    return this.#full
  }

  /** Whether it has more outlines, strokes or marks than are kept: what they are held against is not all of them. */
  get partly(): boolean {
    return this.#partly
  }

  /** The next place in painting order. */
  next(): number {
    return ++this.#order
  }

  glyph(glyph: Glyph): void {
    const glyphs = glyph.off ? this.off : this.glyphs
    this.#keep(glyphs, MOST_GLYPHS, () => glyph)
  }

  /** A straight line or a filled rectangle, whichever its sides make of it. */
  area(box: Box, color: string | undefined, solid: boolean): void {
    const [across, up] = [width(box), height(box)]
    const thin = Math.min(across, up)
    const long = Math.max(across, up)
    if (thin <= THICKEST_RULE && long >= SHORTEST_RULE && long > 2 * thin)
      this.line(box, color, across >= up ? 'across' : 'up')
    else if (across > 1 && up > 1) this.paint(box, color, solid)
  }

  line(box: Box, color: string | undefined, direction: RuledLine['direction']): void {
    this.#keep(this.strokes, MOST_STROKES, () => ({ direction, box, color, order: this.next() }))
  }

  paint(box: Box, color: string | undefined, solid: boolean): void {
    this.#keep(this.paints, MOST_PAINTS, () => ({ box, color, solid, order: this.next() }))
  }

  veil(box: Box): void {
    this.#keep(this.veils, MOST_PAINTS, () => ({ box, order: this.next() }))
  }

  shape(box: Box): void {
    if (this.shapes.length < MOST_SHAPES) this.shapes.push(box)
    else this.#partly = true
  }

  pen(box: Box): void {
    if (this.penned.length < MOST_PENNED) this.penned.push(box)
    else this.#partly = true
  }

  picture(box: Box, solid: boolean): void {
    if (this.pictures.length >= MOST_PAINTS) {
      this.#full = true
      return
    }
    const order = this.next()
    this.pictures.push({ box, order })
    this.paints.push({ box, color: undefined, solid, order })
  }

  /** Begins a mark; the answer ends it. */
  mark(): () => void {
    const mark = { from: this.#order, to: Infinity }
    if (this.marks.length < MOST_MARKS) this.marks.push(mark)
    else this.#partly = true
    return () => {
      mark.to = this.#order
    }
  }

  #keep<T>(kept: T[], most: number, made: () => T): void {
    if (kept.length < most) kept.push(made())
    else this.#full = true
  }

  /** Painted areas as the page model has them. */
  fills(): Fill[] {
    return this.paints.flatMap(({ box, color, order }) => (color === undefined ? [] : [{ box, color, order }]))
  }
}
