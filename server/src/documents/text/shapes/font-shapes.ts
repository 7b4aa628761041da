import fontkit from '@cantoo/fontkit'
import { likestFigure, otherFigure } from './figures.ts'
import type { Outline } from './outline.ts'
import { rasterOf } from './raster.ts'
import { partsOf } from './side-by-side.ts'
import { isCompound } from './true-type.ts'

/** What a glyph shows in place of what it is said to be: a figure, or nothing (''); undefined where it is as said. */
export type Shown = string | undefined

/** Looks a glyph's outline up by what pdf.js calls it. */
export type OutlineOf = (glyph: string) => Outline | undefined

/** The outlines of a font program as pdf.js has rewritten it; nothing where it cannot be read. */
export function outlinesIn(data: Uint8Array): OutlineOf {
  let font: Program | null | undefined
  return (glyph) => {
    try {
      font ??= fontkit.create(data) as unknown as Program
      const found = font.glyphForCodePoint(glyph.codePointAt(0) ?? 0)
      // A compound of compounds may take for ever; figures are none.
      return found.id === 0 || isCompound(data, found.id) ? undefined : found.path
    } catch {
      font = { glyphForCodePoint: () => ({ id: 0, path: { commands: [] } }) }
      return undefined
    }
  }
}

interface Program {
  glyphForCodePoint(code: number): { id: number; path: Outline }
}

/** More parts are a drawing. */
const MOST_PARTS = 6

/** The figures that one glyph draws side by side; undefined of one alone, and where any of its parts is none. */
function severalFigures(outline: Outline): Shown {
  const parts = partsOf(outline)
  if (parts.length < 2 || parts.length > MOST_PARTS) return undefined
  const figures = parts.map((part) => {
    const raster = rasterOf(part)
    return raster && likestFigure(raster)
  })
  return figures.every((figure) => figure !== undefined) ? figures.join('') : undefined
}

/** Compares what a font draws for figures with what its text says; each glyph once. */
export class FontShapes {
  readonly #outline: OutlineOf
  readonly #known = new Map<string, Shown>()

  constructor(outline: OutlineOf) {
    this.#outline = outline
  }

  /** `said` is a figure, or '' where the text has nothing for the glyph. */
  shown(glyph: string, said: string): Shown {
    const key = `${glyph} ${said}`
    if (!this.#known.has(key)) this.#known.set(key, this.#look(glyph, said))
    return this.#known.get(key)
  }

  #look(glyph: string, said: string): Shown {
    const outline = this.#outline(glyph)
    if (!outline) return undefined
    if (outline.commands.length === 0) return said === '' ? undefined : ''
    const raster = rasterOf(outline)
    return raster && (otherFigure(raster, said) ?? severalFigures(outline))
  }
}
