import { mapBox } from '../../model/matrix.ts'
import type { Page, Word } from '../../model/page.ts'
import type { Painting } from './paint-words.ts'

/** What a word must change of some channel, of 255, to be seen: a light grey of a small face still does. */
const SEEN = 10

/** Words of which only the painted page tells whether anybody sees them. Turned ones are watermarks. */
export function unsureWords({ words }: Page): Word[] {
  return words.filter(
    ({ unsure, visibility, origin, turn }) => unsure && visibility === 'shown' && origin === 'text' && !turn,
  )
}

/**
 * The page with those words invisible that change nothing in the painted page: a word in a picture's own colour, in a
 * pattern without ink, behind a mask. Both paintings have one size. Pure.
 */
export function withoutUnseen(page: Page, [whole, bare]: readonly [whole: Painting, bare: Painting]): Page {
  const unseen = new Set(unsureWords(page).filter((word) => !changes(word, page, whole, bare)))
  if (unseen.size === 0) return page
  return { ...page, words: page.words.map((word) => (unseen.has(word) ? { ...word, visibility: 'invisible' } : word)) }
}

function changes({ box }: Word, page: Page, whole: Painting, bare: Painting): boolean {
  const [x0, y0, x1, y1] = mapBox(page.toShown, box)
  const { width, height, scale } = whole
  const [left, right] = [Math.max(0, Math.floor(x0 * scale)), Math.min(width, Math.ceil(x1 * scale))]
  const [top, foot] = [Math.max(0, Math.floor(height - y1 * scale)), Math.min(height, Math.ceil(height - y0 * scale))]
  for (let y = top; y < foot; y++) {
    const end = 4 * (y * width + right)
    for (let at = 4 * (y * width + left); at < end; at++) {
      if (Math.abs((whole.rgba[at] as number) - (bare.rgba[at] as number)) >= SEEN) return true
    }
  }
  return false
}
