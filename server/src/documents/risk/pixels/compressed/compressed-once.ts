import type { Bitmap } from '../../../ocr/bitmap.ts'
import type { SeenWord, Trace } from '../spot.ts'
import { median, spreadOf } from '../usual.ts'
import { onceAtWords, type WordOnce } from './at-words.ts'
import type { Lattice } from './lattice.ts'
import { onceIn } from './once.ts'

/** Fewer words say nothing about a page. */
const LEAST_WORDS = 12
/** What the page's words say in the middle, at the most: of what says less, chance is too large a part. */
const PAGE_SAYS = -1.2
/** And its squares on average. */
const SQUARE_SAYS = -2
/**
 * How much a value's squares must say, more where the page's say little, and how far from the page's in deviations. Of
 * five scans that were compressed twice in nine ways each and not changed no word said so much, and none's largest part
 * more than 3.
 */
const [LEAST, BEYOND_PAGE, DEVIATIONS, SHARE] = [0.9, 2.7, 3.3, 0.5]
/** So much more leaves no doubt. */
const CLEARLY = 0.6
const [PART_RARE, PART_CLEAR, PART_DEVIATIONS] = [4, 5.5, 4]
/** Figures that are as strange are a form's that was filled in on a screen, where nearly all are. */
const TYPED_IN = 0.6

/** What the squares of a picture say on average, and those under each of its words that nobody marked. */
interface Compressions {
  usual: number
  said: readonly WordOnce[]
}

/** What a picture's words say of its compressions; undefined where it leaves no trace of two. */
export function compressionsOf(lattice: Lattice, words: readonly SeenWord[]): Compressions | undefined {
  const once = onceIn(lattice)
  return once && { usual: once.usual, said: unmarked(lattice.bitmap, words, onceAtWords(once, words)) }
}

/**
 * Values that were compressed once on a page that was compressed twice: they came into the picture after it had been
 * saved the first time. Pure.
 */
export function compressedOnce({ usual: square, said }: Compressions): Trace[] {
  if (said.length < LEAST_WORDS) return []
  const [whole, part] = [usual(said.map(({ mean }) => mean)), usual(said.map(({ most }) => most))]
  const plain = square <= SQUARE_SAYS && whole.middle <= PAGE_SAYS
  const least = Math.max(LEAST, BEYOND_PAGE + whole.middle)
  const isWhole = ({ mean, share }: WordOnce) =>
    mean >= least && share >= SHARE && mean >= whole.middle + DEVIATIONS * whole.deviation
  const isPart = ({ most }: WordOnce) => most >= PART_RARE && most >= part.middle + PART_DEVIATIONS * part.deviation
  const far = whole.middle <= FAINTLY ? farOff(whole, part) : () => 0
  const isBeyond = plain ? beyondLabels(said) : () => true
  const strange = said.filter(
    (word) => ((plain && (isWhole(word) || isPart(word))) || far(word) >= 1) && isBeyond(word),
  )
  if (isTypedIn(said, strange)) return []
  return strange.flatMap((word) => {
    if (!word.value) return []
    const sure = isWhole(word) ? word.mean >= least + CLEARLY : word.most >= PART_CLEAR
    const what = 'it was compressed once, and the rest of the picture twice: it was put there after the first time'
    return [{ at: word.at, kind: 'pasted' as const, clear: (plain && sure) || far(word) >= FAR_CLEAR, what }]
  })
}

/** Pages of which words say as little as this in the middle are told by deviations alone. */
const FAINTLY = -0.6
/**
 * How many deviations a word, or its largest part, lies from the page's words. Of 2,900 words of 29 honest scans and
 * photographs, compressed again at qualities from 80 to 90, no value lay further off than 2.8, nor its part than 2.5;
 * no word than 3.7 and 4. On drawn pages one that nobody touched lay off by 4.6.
 */
const [FAR, PART_FAR] = [5.2, 6]
/** What is left of what the page's words say, where a word was put there later. */
const LEFT = 0.75
/** So much further off leaves no doubt. */
const FAR_CLEAR = 1.4

type Middle = ReturnType<typeof usual>

/** How far off a word is, 1 where it is too far for what pages do by themselves. */
const farOff = (whole: Middle, part: Middle) => (word: WordOnce) => {
  const off = (word.mean - whole.middle) / whole.deviation
  const partOff = (word.most - part.middle) / part.deviation
  return Math.max(word.mean >= LEFT * whole.middle ? off / FAR : 0, partOff / PART_FAR)
}

/** Words of letters that say once on a page that says twice: more of them, and a larger share, are print of its own. */
const OWN_PRINT = 0.1

/**
 * Whether a word says more than labels do which nobody put there: print in colours, under a stain or on shading has
 * levels that no black print has, and says once where the rest of the page says twice.
 */
function beyondLabels(said: readonly WordOnce[]): (word: WordOnce) => boolean {
  const labels = said.filter(({ value, figures }) => !value && !figures)
  const once = labels.filter(({ mean }) => mean > 0)
  if (once.length < LEAST_WORDS || once.length < OWN_PRINT * labels.length) return () => true
  const [whole, part] = [usual(once.map(({ mean }) => mean)), usual(once.map(({ most }) => most))]
  return ({ mean, most }) =>
    mean >= whole.middle + FAR * whole.deviation || most >= part.middle + PART_FAR * part.deviation
}

/** A word's box has this share of its pixels darker than most of its paper. */
const PAPER = 0.75
/** Whose paper is so much darker than the page's, in levels and deviations, was marked by somebody. */
const [DARKER, DARKER_BY] = [6, 5]

/** Words on paper as bright as the page's: a marker's colour was put into the picture later as well. */
function unmarked(bitmap: Bitmap, words: readonly SeenWord[], said: readonly WordOnce[]): WordOnce[] {
  const papers = said.map(({ at }) => paperOf(bitmap, (words[at] as SeenWord).spot))
  const { middle, deviation } = usual(papers)
  return said.filter((_, n) => middle - (papers[n] as number) < DARKER + DARKER_BY * deviation)
}

/** The brightness of most paper in a word's box. */
function paperOf({ width, height, data }: Bitmap, { x, y, wide, high }: SeenWord['spot']): number {
  const levels: number[] = []
  for (let row = Math.max(0, Math.round(y - high / 2)); row < Math.min(height, y + high / 2); row++)
    for (let at = Math.max(0, Math.round(x - wide / 2)); at < Math.min(width, x + wide / 2); at++)
      levels.push(data[row * width + at] as number)
  return levels.sort((a, b) => a - b)[Math.floor(PAPER * levels.length)] ?? 0
}

const usual = (numbers: readonly number[]) => ({ middle: median(numbers), deviation: spreadOf(numbers) })

// Stamps, signatures and marks that a program put onto a picture lie over labels as well.
function isTypedIn(all: readonly WordOnce[], strange: readonly WordOnce[]): boolean {
  const figures = all.filter((word) => word.figures)
  const typed = strange.filter((word) => word.figures)
  const labels = strange.filter(({ value, figures: counts }) => !value && !counts).length
  return typed.length > TYPED_IN * figures.length || labels > strange.length - labels + 1
}
