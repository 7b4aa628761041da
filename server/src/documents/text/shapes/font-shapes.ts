import fontkit from '@cantoo/fontkit'
import { type Look, lookAt } from './look.ts'
import type { Outline } from './outline.ts'
import { canBeJoined } from './true-type.ts'

/** Looks a glyph's outline up by what pdf.js calls it. */
export type OutlineOf = (glyph: string) => Outline | undefined

/** The outlines of a font program as pdf.js has rewritten it; nothing where it cannot be read. */
export function outlinesIn(data: Uint8Array): OutlineOf {
  let font: Program | null | undefined
  return (glyph) => {
    try {
      font ??= fontkit.create(data) as unknown as Program
      const found = font.glyphForCodePoint(glyph.codePointAt(0) ?? 0)
      return found.id === 0 || !canBeJoined(data, found.id) ? undefined : found.path
    } catch {
      font = { glyphForCodePoint: () => ({ id: 0, path: { commands: [] } }) }
      return undefined
    }
  }
}

interface Program {
  glyphForCodePoint(code: number): { id: number; path: Outline }
}

/** Compares what a font draws with what its text says; each glyph once. */
export class FontShapes {
  readonly #outline: OutlineOf
  readonly #known = new Map<string, Look>()

  constructor(outline: OutlineOf) {
    this.#outline = outline
  }

  /** `said` is '' where the text has nothing for the glyph. */
  look(glyph: string, said: string): Look {
    const key = `${glyph} ${said}`
    const known = this.#known.get(key)
    if (known) return known
    const look = lookAt(this.#outline(glyph), said)
    this.#known.set(key, look)
    return look
  }
}
