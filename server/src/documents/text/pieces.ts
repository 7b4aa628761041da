import type { WordPiece } from '../model/page.ts'
import { clean } from './characters.ts'
import type { Glyph } from './glyph.ts'

/** Producers round positions; what is off the base line by less was meant to be on it. In sizes. */
const ON_LINE = 0.02
const SAME_SIZE = 0.02
/** Programs that fill a line make its words wider or narrower by less, each as a whole. */
const SAME_STRETCH = 0.2
const SAME_ALPHA = 0.02

/**
 * The runs of a word's glyphs that look alike; nothing where all do. What was set in another font, size, colour or a
 * hair off the base line was set by another hand or for emphasis, which the rules of evidence decide.
 */
export function piecesOf(glyphs: readonly Glyph[]): { pieces?: WordPiece[] } {
  const first = glyphs[0] as Glyph
  const pieces: WordPiece[] = []
  let last: Glyph | undefined
  for (const glyph of glyphs) {
    const piece = pieces.at(-1)
    if (piece && last && looksLike(last, glyph)) piece.text += clean(glyph.text)
    else
      pieces.push({
        text: clean(glyph.text),
        font: glyph.font.name,
        program: glyph.font.program,
        size: glyph.size,
        color: glyph.color ?? '#000000',
        ...(glyph.alpha < 1 && { alpha: glyph.alpha }),
        ...(glyph.stretch !== 1 && { stretch: glyph.stretch }),
        rise: above(first, glyph),
      })
    last = glyph
  }
  return pieces.length > 1 ? { pieces } : {}
}

function looksLike(last: Glyph, glyph: Glyph): boolean {
  return (
    last.font.name === glyph.font.name &&
    last.font.program === glyph.font.program &&
    last.color === glyph.color &&
    Math.abs(last.alpha - glyph.alpha) < SAME_ALPHA &&
    Math.abs(last.stretch - glyph.stretch) < SAME_STRETCH * last.stretch &&
    Math.abs(last.size - glyph.size) < SAME_SIZE * last.size &&
    Math.abs(above(last, glyph)) < ON_LINE * last.size
  )
}

/** How far a glyph's base line lies above another's, in points. */
function above(from: Glyph, to: Glyph): number {
  return -(to.x - from.x) * from.dy + (to.y - from.y) * from.dx
}
