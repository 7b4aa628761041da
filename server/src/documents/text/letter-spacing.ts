import { type Glyph, LONGEST_WORD, type Run } from './glyph.ts'

/** So many single characters in a row make a spaced word; fewer may be a list's letters. */
const FEWEST = 3

/**
 * Joins words whose letters stand apart ("T O T A L", a number in the boxes of a form): single characters on one base
 * line at an even pitch, where the blanks between real words are clearly wider.
 */
export function joinLetters(runs: readonly Run[]): Run[] {
  const joined: Run[] = []
  for (let k = 0; k < runs.length; ) {
    const chain = chainFrom(runs, k)
    if (chain < FEWEST) {
      joined.push(runs[k++] as Run)
      continue
    }
    joined.push(merge(runs.slice(k, k + chain)))
    k += chain
  }
  return joined
}

/** How many runs from `start` on are single characters at one pitch. */
function chainFrom(runs: readonly Run[], start: number): number {
  let pitch: number | undefined
  let count = 1
  if (!isSingle(runs[start] as Run)) return 1
  for (let k = start + 1; k < runs.length && count < LONGEST_WORD && isSingle(runs[k] as Run); k++, count++) {
    const [a, b] = [only(runs[k - 1] as Run), only(runs[k] as Run)]
    // Figures with a printed blank between them are several figures.
    if ((runs[k] as Run).blank && /\p{N}/u.test(a.text + b.text)) break
    const [px, py] = [b.x - a.x, b.y - a.y]
    const along = px * a.dx + py * a.dy
    const gap = along - a.advance
    const level = Math.abs(-px * a.dy + py * a.dx) < 0.1 * a.size && a.dx * b.dx + a.dy * b.dy > 0.995
    if (!level || gap < 0 || gap > 1.1 * a.size || Math.abs(a.size - b.size) > 0.05 * a.size) break
    // Letter-spaced text keeps the gaps even, cells keep the pitch even.
    const even = pitch === undefined || Math.abs(gap - pitch) < 0.2 * a.size
    if (!even) break
    pitch = pitch === undefined ? gap : (pitch * count + gap) / (count + 1)
  }
  return count
}

function isSingle({ glyphs }: Run): boolean {
  return glyphs.length === 1 && /[\p{L}\p{N}]/u.test((glyphs[0] as Glyph).text)
}

function only({ glyphs }: Run): Glyph {
  return glyphs[0] as Glyph
}

function merge(runs: readonly Run[]): Run {
  return {
    blank: runs[0]?.blank ?? false,
    glyphs: runs.flatMap(({ glyphs }) => glyphs),
    text: runs.map(({ text }) => text).join(''),
  }
}

/**
 * What a word's characters stand apart beyond their widths, in sizes: the gap nearest to none, as a pair such as "11"
 * is drawn together by its font, and no font does so with every pair. 0 for fewer than three characters.
 */
export function spacingOf(glyphs: readonly Glyph[]): number {
  if (glyphs.length < 3) return 0
  const gaps = glyphs.slice(1).map((next, at) => {
    const last = glyphs[at] as Glyph
    return ((next.x - last.x) * last.dx + (next.y - last.y) * last.dy - last.advance) / last.size
  })
  return gaps.reduce((least, gap) => (Math.abs(gap) < Math.abs(least) ? gap : least))
}
