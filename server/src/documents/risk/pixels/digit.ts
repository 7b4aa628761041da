import type { Bitmap } from '../../ocr/bitmap.ts'
import { type Measures, measuresOf } from './digit-measure.ts'
import { type Frame, inkOf } from './digit-patch.ts'
import { type Glyph, glyphsOf } from './glyphs.ts'
import type { SeenWord, Spot } from './spot.ts'
import { tonesOf } from './tones.ts'
import { median } from './usual.ts'

/** One printed digit as recognition named it. */
export interface Digit {
  /** The place of its word among those looked at. */
  at: number
  character: string
  measures: Measures
  /** Its ink around its own middle, 0 paper and 1 ink, row by row in a square frame. */
  shape: Float32Array
}

/** Characters that reach neither the height of digits nor their foot: they leave no glyph. */
const LOW = /[.,:;'’‘`"·\-–—_*°+=~|\s]/
/** Of its word's digits: what is higher or lower than this was broken by pale print, or touches something. */
const OTHER_HEIGHT = 0.15
/** What is so much wider than every other digit of its word has a sign or a line grown onto it. */
const OTHER_WIDTH = 1.3

/** The digits of words whose characters all stand apart, with their names. Pure. */
export function digitsOf(bitmap: Bitmap, words: readonly SeenWord[]): Digit[] {
  return words.flatMap((word, at) => (/\d.*\d.*\d/.test(word.text) ? digitsIn(bitmap, word, at) : []))
}

function digitsIn(bitmap: Bitmap, { spot, text }: SeenWord, at: number): Digit[] {
  const characters = [...text].filter((character) => !LOW.test(character))
  const signs = signsBeside(text)
  const glyphs = glyphsOf(bitmap, spot, at).toSorted((a, b) => a.x - b.x)
  const tones = tonesOf(levelsIn(bitmap, spot))
  if (glyphs.length !== characters.length || !tones) return []
  const usual = median(glyphs.filter((_, n) => isDigit(characters[n])).map(({ high }) => high))
  return glyphs.flatMap((glyph, n) => {
    if (!isDigit(characters[n]) || Math.abs(glyph.high - usual) > Math.max(1.5, OTHER_HEIGHT * usual)) return []
    const others = glyphs.filter((_, at) => at !== n && isDigit(characters[at])).map(({ wide }) => wide)
    if (glyph.wide > OTHER_WIDTH * Math.max(...others)) return []
    const frame = besideSigns(frameOf(glyphs, n), signs[n])
    const patch = inkOf(bitmap, frame, tones)
    const found = patch && measuresOf(patch, spot, usual)
    return found ? [{ at, character: characters[n] as string, ...found }] : []
  })
}

/** Signs as high as the middle of digits: they leave no glyph, and their ink is none of a digit's. */
const SIGN = /[-–—+=~*]/
/** From a sign to the digit beside it, in pixels: no more of the paper there is the digit's. */
const TO_SIGN = 2

type Beside = Record<'before' | 'after', boolean>

/** Of each character that leaves a glyph: whether a sign stands right before or behind it. */
function signsBeside(text: string): Beside[] {
  const all = [...text]
  return all.flatMap((character, at) =>
    LOW.test(character) ? [] : [{ before: SIGN.test(all[at - 1] ?? ''), after: SIGN.test(all[at + 1] ?? '') }],
  )
}

const besideSigns = (frame: Frame, signs?: Beside): Frame => ({
  ...frame,
  ...(signs?.before && { before: TO_SIGN }),
  ...(signs?.after && { after: TO_SIGN }),
})

const isDigit = (character: string | undefined) => character !== undefined && /\d/.test(character)

function frameOf(glyphs: readonly Glyph[], n: number): Frame {
  const [glyph, before, after] = [glyphs[n] as Glyph, glyphs[n - 1], glyphs[n + 1]]
  return {
    ...glyph,
    before: before ? glyph.x - before.x - before.wide : Infinity,
    after: after ? after.x - glyph.x - glyph.wide : Infinity,
  }
}

function levelsIn({ width, height, data }: Bitmap, { x, y, wide, high }: Spot): Uint8Array {
  const [left, right] = [Math.max(0, Math.round(x - wide / 2)), Math.min(width, Math.round(x + wide / 2))]
  const [top, foot] = [Math.max(0, Math.round(y - high / 2)), Math.min(height, Math.round(y + high / 2))]
  const levels = new Uint8Array(Math.max(0, right - left) * Math.max(0, foot - top))
  for (let row = top; row < foot; row++)
    levels.set(data.subarray(row * width + left, row * width + right), (row - top) * (right - left))
  return levels
}
