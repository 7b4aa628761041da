import type { Glyph } from './glyphs.ts'
import type { Texture } from './texture.ts'
import type { Twin } from './twins.ts'

/** Letters of one word that hold the same pixels as letters elsewhere, all at one distance. */
export interface Copy {
  /** Places among the words. */
  of: number
  from: number
  letters: number
  /** Mean share of what two scans of one letter differ by. */
  alike: number
}

/**
 * Two prints of one letter differ by the grain of both, however well they are aligned: of 5,000 pairs of nearest
 * likeness on genuine scans none by less than 0.8 of it.
 */
const ALIKE = 0.6
/** Below this variance of both papers there is no grain to compare. */
const LEAST_GRAIN = 5
/** A forger copies a value or a few; where more words repeat, a program typed them or coded letters as symbols. */
const MOST_WORDS = 8

/** The copies among glyphs and their twins; `textures` are those of the words that look as the page does. Pure. */
export function copiesIn(
  glyphs: readonly Glyph[],
  twins: readonly Twin[],
  textures: readonly (Texture | undefined)[],
): Copy[] {
  const same = glyphs.flatMap((glyph, at) => {
    const twin = glyphs[(twins[at] as Twin).at]
    const grain = twin ? varianceOf(textures[glyph.of]) + varianceOf(textures[twin.of]) : 0
    if (!twin || grain < LEAST_GRAIN) return []
    const alike = (Math.exp((twins[at] as Twin).unlike) - 1) / grain
    return alike < ALIKE ? [{ glyph, twin, alike }] : []
  })
  const words = [...new Set(same.map(({ glyph }) => glyph.of))]
  return words.length > MOST_WORDS ? [] : words.map((of) => largest(same.filter(({ glyph }) => glyph.of === of)))
}

// Paper that a letter's blur has smudged varies too: the logarithm keeps half a step of brightness.
const varianceOf = (texture: Texture | undefined) => (texture ? Math.max(0, Math.exp(texture.spread) - 0.5) ** 2 : 0)

interface Same {
  glyph: Glyph
  twin: Glyph
  alike: number
}

function largest(same: readonly Same[]): Copy {
  const groups = same.map((one) => same.filter((other) => movedAlike(one, other)))
  const most = groups.reduce((a, b) => (b.length > a.length ? b : a))
  const alike = most.reduce((sum, one) => sum + one.alike, 0) / most.length
  const { glyph, twin } = most[0] as Same
  return { of: glyph.of, from: twin.of, letters: most.length, alike }
}

const movedAlike = (a: Same, b: Same) =>
  Math.abs(a.twin.x - a.glyph.x - b.twin.x + b.glyph.x) <= 1 &&
  Math.abs(a.twin.y - a.glyph.y - b.twin.y + b.glyph.y) <= 1
