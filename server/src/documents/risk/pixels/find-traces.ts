import type { Bitmap } from '../../ocr/bitmap.ts'
import { hasGrain } from './blank-paper.ts'
import { clonedPaper } from './cloned-paper.ts'
import { compressedOnce, compressionsOf } from './compressed/compressed-once.ts'
import { joinedPictures } from './compressed/joined.ts'
import { type Lattice, latticeOf } from './compressed/lattice.ts'
import { offLattice } from './compressed/off-lattice.ts'
import { copiesIn } from './copied.ts'
import { copiedDigits } from './copies/copied-digits.ts'
import { Surroundings } from './deviation.ts'
import { filledPaper } from './filled.ts'
import { type Glyph, glyphsOf } from './glyphs.ts'
import { type MeasuredLetter, type MeasuredWord, measureLetters, measureWords } from './measure.ts'
import type { UprightPicture } from './on-picture.ts'
import { differences, hasOtherEdges, letterStrangeness, wordStrangeness } from './pasted.ts'
import type { SeenWord, Trace } from './spot.ts'
import { strangeDigits } from './strange-digits.ts'
import type { Texture } from './texture.ts'
import { twinsOf } from './twins.ts'
import { median } from './usual.ts'

/** Beyond the first a word is rare, beyond the second no page was seen to do it by itself. */
const [RARE, CLEAR] = [1.15, 1.6]
/** Of letters there are more, and their few pixels scatter. */
const RARE_LETTER = 1.3
/** Names are set larger and elsewhere than most words: only other edges tell, and only when nothing is like them. */
const RARE_NAME = 2
/** More words than this, and more than this share, that are as strange: typed into a form, or a page of two papers. */
const [MOST_STRANGE, SHARE_STRANGE] = [5, 0.08]
/** Letters of which more are copied at one distance, or that are more alike than this, leave no doubt. */
const [SURELY_COPIED, SURELY_ALIKE] = [2, 0.3]
/** Of one page: the time for twins grows with the square of its letters. */
const [MOST_WORDS, MOST_GLYPHS] = [2_500, 1_500]

type Seeing = Pick<UprightPicture, 'bitmap' | 'dpi' | 'squares'>

/** How far lines fall for each pixel on a sheet that lies askew: no two prints of a digit are at one place then. */
const ASKEW = 0.001

/**
 * What a forger left on a page's picture, at words that are values only, judged by what is usual among all words of
 * this page; at most one trace of each kind at a word. On pages without grain, such as overexposed ones, only copied
 * digits, and those only where the sheet lay askew: a program that draws a page repeats its letters. Pure.
 */
export function findTraces({ bitmap, dpi, squares }: Seeing, seen: readonly SeenWord[]): Trace[] {
  const words = seen.slice(0, MOST_WORDS)
  const grained = hasGrain(bitmap)
  const askew = Math.abs(median(words.map(({ spot }) => spot.slope))) >= ASKEW
  if (!words.some(({ value }) => value) || !(grained || askew)) return []
  const lattice = squares && latticeOf(bitmap, squares)
  const found = lattice ? copiedDigits(lattice, words) : []
  const typed = found.length > 0 ? typedWithLabels(bitmap, dpi, words) : []
  const copies = found.filter(({ at }) => !typed.includes(at))
  if (!grained) return oneEach(copies)
  return oneEach([
    ...(lattice ? tracesOfCompression(lattice, words) : []),
    ...copies,
    ...tracesOfGrain(bitmap, dpi, words),
    ...strangeDigits(bitmap, words),
    ...clonedPaper(bitmap, words),
  ])
}

function tracesOfCompression(lattice: Lattice, words: readonly SeenWord[]): Trace[] {
  const found = compressionsOf(lattice, words)
  const told = found ? [...compressedOnce(found), ...joinedPictures(found.said, words)] : []
  return [...told, ...offLattice(lattice, words)]
}

function tracesOfGrain(bitmap: Bitmap, dpi: number, words: readonly SeenWord[]): Trace[] {
  const measured = measureWords(bitmap, dpi, words)
  const around = Surroundings.of(measured)
  if (!around) return []
  const strange = measured.filter((one) => wordStrangeness(around.fromPage(one)) >= RARE)
  const usual = measured.filter((one) => !strange.includes(one))
  const glyphs = words.flatMap(({ spot, text }, of) => (/\d/.test(text) ? glyphsOf(bitmap, spot, of) : []))
  const some = glyphs.slice(0, MOST_GLYPHS)
  return [
    ...copied(bitmap, { words, usual, glyphs: some }),
    ...(isPageItself(strange, measured.length) ? [] : pasted(strange, around)),
    ...filledPaper(measured),
    ...retyped(measureLetters(bitmap, dpi, some)).filter(({ at }) => words[at]?.value),
  ]
}

// A program that typed labels and values onto a scan repeats its digits.
function typedWithLabels(bitmap: Bitmap, dpi: number, words: readonly SeenWord[]): number[] {
  const measured = measureWords(bitmap, dpi, words)
  const around = Surroundings.of(measured)
  const strange = measured.filter((one) => around && wordStrangeness(around.fromPage(one)) >= RARE)
  return isPageItself(strange, measured.length) ? strange.map(({ at }) => at) : []
}

// Who changes a value leaves its label alone: where labels are strange, shading, a pattern or a fold is.
function isPageItself(strange: readonly MeasuredWord[], count: number): boolean {
  const values = strange.filter(({ value }) => value).length
  return strange.length > Math.max(MOST_STRANGE, SHARE_STRANGE * count) || strange.length - values > values + 1
}

interface Seen {
  words: readonly SeenWord[]
  /** Those whose texture is that of the page. */
  usual: readonly MeasuredWord[]
  glyphs: readonly Glyph[]
}

function copied(bitmap: Bitmap, { words, usual, glyphs }: Seen): Trace[] {
  const textures: (Texture | undefined)[] = []
  for (const { at, texture } of usual) textures[at] = texture
  return copiesIn(glyphs, twinsOf(bitmap, glyphs), textures).flatMap(({ of, from, letters, alike, alone }) => {
    if (!words[of]?.value || (letters < 2 && !alone)) return []
    const what = `holds the same pixels, grain and all, as "${words[from]?.text}" elsewhere on the page`
    return [
      {
        at: of,
        kind: 'copied' as const,
        clear: letters > SURELY_COPIED || alike < SURELY_ALIKE,
        what,
      },
    ]
  })
}

function pasted(strange: readonly MeasuredWord[], around: Surroundings): Trace[] {
  return strange.flatMap((one) => {
    const deviation = around.fromAll(one)
    const much = wordStrangeness(deviation)
    const rare = one.figures ? much >= RARE : much >= RARE_NAME && hasOtherEdges(deviation)
    if (!one.value || !rare) return []
    return [{ at: one.at, kind: 'pasted' as const, clear: much >= CLEAR, what: differences(deviation) }]
  })
}

/** Single letters that are unlike those of all other numbers. */
function retyped(letters: readonly MeasuredLetter[]): Trace[] {
  const around = Surroundings.of(letters)
  if (!around) return []
  return letters.flatMap((one) => {
    if (letterStrangeness(around.fromPage(one)) < RARE_LETTER) return []
    const much = letterStrangeness(around.fromAll(one))
    const what = 'one of its digits has other edges, or other paper around it'
    return much < RARE_LETTER ? [] : [{ at: one.at, kind: 'pasted' as const, clear: much >= CLEAR, what }]
  })
}

// The clear one, and of two such the word's before its letters'.
function oneEach(traces: readonly Trace[]): Trace[] {
  const first = (of: Trace) => {
    const same = traces.filter(({ at, kind }) => at === of.at && kind === of.kind)
    return same.find(({ clear }) => clear) ?? same[0]
  }
  return traces.filter((trace) => first(trace) === trace)
}
