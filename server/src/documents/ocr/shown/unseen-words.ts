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
 * The page with those words invisible that nobody sees in the painted page: a word in a picture's own colour, in a
 * pattern without ink, behind a mask, or in the colour of the paper over print, of which it only takes away. Both
 * paintings have one size. Pure.
 */
export function withoutUnseen(page: Page, [whole, bare]: readonly [whole: Painting, bare: Painting]): Page {
  const unseen = new Set(unsureWords(page).filter((word) => !setsApart(word, page, whole, bare)))
  if (unseen.size === 0) return page
  return { ...page, words: page.words.map((word) => (unseen.has(word) ? { ...word, visibility: 'invisible' } : word)) }
}

/** Pixels of a painting, from the first to before the last. */
interface Area {
  left: number
  right: number
  top: number
  foot: number
}

function areaOf({ box }: Word, page: Page, { width, height, scale }: Painting): Area {
  const [x0, y0, x1, y1] = mapBox(page.toShown, box)
  return {
    left: Math.max(0, Math.floor(x0 * scale)),
    right: Math.min(width, Math.ceil(x1 * scale)),
    top: Math.max(0, Math.floor(height - y1 * scale)),
    foot: Math.min(height, Math.ceil(height - y0 * scale)),
  }
}

/** Of a character's place, with what is above and below it, even a 1 of a light face changes more than this. */
const INK = 0.04
/** Words of which fewer characters do are not what is seen there: points and commas change nearly nothing. */
const MOST_OF_IT = 0.5

/** Whether most characters of a word make more of their place unlike their ground, than it was, than a speck would. */
function setsApart(word: Word, page: Page, whole: Painting, bare: Painting): boolean {
  const area = areaOf(word, page, whole)
  const ground = groundOf(bare, area)
  const isApart = (at: number) => {
    const level = ground[at % CHANNELS] as number
    return Math.abs((whole.rgba[at] as number) - level) - Math.abs((bare.rgba[at] as number) - level) >= SEEN
  }
  const places = placesIn(area, word.text.length)
  const inked = places.filter((place) => {
    const pixels = (place.right - place.left) * (place.foot - place.top)
    const most = INK * pixels
    let changed = 0
    return pixels > 0 && some(whole, place, (at) => isApart(at) && ++changed >= most)
  })
  return inked.length >= MOST_OF_IT * places.length
}

/** An area in parts of one width. */
function placesIn({ left, right, ...rest }: Area, count: number): Area[] {
  const edge = (at: number) => Math.round(left + (at * (right - left)) / count)
  return Array.from({ length: count }, (_, at) => ({ ...rest, left: edge(at), right: edge(at + 1) }))
}

const CHANNELS = 4

function some({ width }: Painting, { left, right, top, foot }: Area, is: (at: number) => boolean): boolean {
  for (let y = top; y < foot; y++)
    for (let at = CHANNELS * (y * width + left); at < CHANNELS * (y * width + right); at++) if (is(at)) return true
  return false
}

/** The middle level of each channel: print covers less than half of what it stands on. */
function groundOf(bare: Painting, area: Area): number[] {
  const counts = Array.from({ length: CHANNELS }, () => new Uint32Array(256))
  some(bare, area, (at) => {
    const count = counts[at % CHANNELS] as Uint32Array
    const level = bare.rgba[at] as number
    count[level] = (count[level] as number) + 1
    return false
  })
  return counts.map(middleOf)
}

function middleOf(count: Uint32Array): number {
  let left = count.reduce((sum, one) => sum + one, 0) / 2
  for (const [level, one] of count.entries()) {
    left -= one
    if (left <= 0) return level
  }
  return 0
}
