import type { Glyph } from './glyphs.ts'
import type { Texture } from './texture.ts'
import type { Twin } from './twins.ts'
import { median } from './usual.ts'

/** Letters of one word that hold the same pixels as letters elsewhere, all at one distance; one must be much alike. */
export interface Copy {
  /** Places among the words. */
  of: number
  from: number
  letters: number
  /** Mean share of what two scans of one letter differ by. */
  alike: number
  /** Whether one letter would do. */
  alone: boolean
}

/**
 * Two prints of one letter differ by the grain of both, however well they are aligned: of 5,000 pairs of nearest
 * likeness on genuine scans none by less than 0.8 of it.
 */
const ALIKE = 0.6
/**
 * A letter alone must be that much alike, and the next in likeness so many times less: of 300 genuine scans none was
 * below 0.6, once those were left out that lie whole blocks of JPEG apart, which coarse compression makes the same.
 */
const [ALIKE_ALONE, NEXT, BLOCK] = [0.4, 3, 8]
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
  const usual = median(textures.flatMap((texture) => (texture ? [varianceOf(texture)] : [])))
  const same = glyphs.flatMap((glyph, at) => {
    const { unlike, next, at: place } = twins[at] as Twin
    const twin = glyphs[place]
    const [here, there] = [varianceOf(textures[glyph.of]), varianceOf(textures[twin?.of ?? -1])]
    if (!twin || here + there < LEAST_GRAIN) return []
    const alike = (Math.exp(unlike) - 1) / (here + there)
    // Paper that is uneven for another reason than its grain would make any two letters alike.
    const among = (Math.exp(unlike) - 1) / (Math.min(here, usual) + Math.min(there, usual))
    const alone = among < ALIKE_ALONE && Math.exp(next) - 1 > NEXT * (Math.exp(unlike) - 1) && !wholeBlocks(glyph, twin)
    return alike < ALIKE ? [{ glyph, twin, alike, alone }] : []
  })
  const words = [...new Set(same.map(({ glyph }) => glyph.of))]
  return words.length > MOST_WORDS ? [] : words.map((of) => largest(same.filter(({ glyph }) => glyph.of === of)))
}

// Paper that a letter's blur has smudged varies too: the logarithm keeps half a step of brightness.
const varianceOf = (texture: Texture | undefined) => (texture ? Math.max(0, Math.exp(texture.spread) - 0.5) ** 2 : 0)

const wholeBlocks = (a: Glyph, b: Glyph) => (a.x - b.x) % BLOCK === 0 && (a.y - b.y) % BLOCK === 0

interface Same {
  glyph: Glyph
  twin: Glyph
  alike: number
  alone: boolean
}

function largest(same: readonly Same[]): Copy {
  const groups = same.map((one) => same.filter((other) => movedAlike(one, other)))
  const most = groups.reduce((a, b) => (b.length > a.length ? b : a))
  const alike = most.reduce((sum, one) => sum + one.alike, 0) / most.length
  const { glyph, twin } = most.find((one) => one.alone) ?? (most[0] as Same)
  return { of: glyph.of, from: twin.of, letters: most.length, alike, alone: same.some((one) => one.alone) }
}

const movedAlike = (a: Same, b: Same) =>
  Math.abs(a.twin.x - a.glyph.x - b.twin.x + b.glyph.x) <= 1 &&
  Math.abs(a.twin.y - a.glyph.y - b.twin.y + b.glyph.y) <= 1
