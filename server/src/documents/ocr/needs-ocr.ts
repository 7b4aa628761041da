import { area, type Box, shared } from '../model/box.ts'
import type { Page, Word } from '../model/page.ts'

/**
 * Why a page is to be recognised: it shows pictures or outlines but `no-text`; its text layer is `rubbish`; a picture
 * covers it and the text is a `stamp` on it; its letters are `outlines`; or its text is a `hidden-layer` over a
 * picture. Such a layer is another program's reading of the picture, or a forger's: what the picture shows is read
 * too, and the layer is kept to be compared with it.
 */
export type OcrReason = 'no-text' | 'rubbish' | 'stamp' | 'outlines' | 'hidden-layer'

/** A picture that covers this share of the page is the page. */
const WHOLE_PAGE = 0.75

/** A smaller share of pictures on a page without text is a logo on an empty sheet. */
const SOME_PAGE = 0.03

/** A page with fewer words than this over a picture carries a stamp, a header or a page number. */
const STAMP = 25

/** As many small filled shapes are letters: a page of print has a thousand, a drawn logo a few dozen. */
const OUTLINES = 150

/**
 * Whether and why a page must be recognised; undefined where its text layer will do or where it is empty. `outlines`
 * is the number of small filled shapes with curves that it paints. Pure.
 */
export function whyOcr(page: Page, outlines = 0): OcrReason | undefined {
  const layer = page.words.filter(({ origin }) => origin === 'text')
  const shown = layer.filter(({ visibility }) => visibility === 'shown')
  const pictures = covered(page)
  if (isRubbish(shown)) return 'rubbish'
  if (shown.length < STAMP) {
    if (outlines >= OUTLINES && outlines > 6 * letters(shown)) return 'outlines'
    if (pictures >= WHOLE_PAGE) return layer.length - shown.length >= STAMP ? hiddenLayer(layer) : stampOr(shown)
    if (shown.length === 0 && pictures >= SOME_PAGE) return 'no-text'
  }
  return pictures >= WHOLE_PAGE && mostlyInvisible(layer) ? hiddenLayer(layer) : undefined
}

function stampOr(shown: readonly Word[]): OcrReason {
  return shown.length === 0 ? 'no-text' : 'stamp'
}

function hiddenLayer(layer: readonly Word[]): OcrReason {
  return isRubbish(layer) ? 'rubbish' : 'hidden-layer'
}

function mostlyInvisible(layer: readonly Word[]): boolean {
  return layer.filter(({ visibility }) => visibility === 'invisible').length > 0.7 * layer.length
}

function letters(words: readonly Word[]): number {
  return words.reduce((count, { text }) => count + text.length, 0)
}

// The share of the page under pictures; overlapping ones are counted once, on a grid.
function covered({ width, height, pictures }: Page): number {
  if (pictures.length === 0) return 0
  const whole: Box = [0, 0, width, height]
  const most = Math.max(...pictures.map(({ box }) => shared(whole, box))) / area(whole)
  if (most >= WHOLE_PAGE) return most
  const side = 24
  let hit = 0
  for (let i = 0; i < side; i++) {
    for (let j = 0; j < side; j++) {
      const [x, y] = [((i + 0.5) * width) / side, ((j + 0.5) * height) / side]
      if (pictures.some(({ box }) => x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3])) hit++
    }
  }
  return hit / (side * side)
}

/** Private use, replacement and control characters, and the glyph names that a font without a map leaves behind. */
const UNMAPPED = /[\p{Co}\p{Cc}\uFFFD]|\(cid:\d+\)|^\/?g(?:lyph)?\d{2,5}$/u

/** UTF-8 read as Latin-1. */
const MOJIBAKE = /Ã[\u0080-\u00BF©¨ª®´¼¶¤Ÿ]|â€|Â[\u00A0-\u00BF]/

const LETTERS = /\p{L}/gu
const VOWELS = /[aeiouyàâäáãåæéèêëíìîïóòôöõøúùûüœ]/i

/**
 * Whether words are no words: unmapped glyphs, mojibake, or letters as no language strings them together. A few words
 * are judged by their characters only.
 */
export function isRubbish(words: readonly Pick<Word, 'text'>[]): boolean {
  if (words.length === 0) return false
  const broken = words.filter(({ text }) => UNMAPPED.test(text) || MOJIBAKE.test(text)).length
  if (broken > 0.3 * words.length) return true
  const wordy = words.filter(
    ({ text }) => text.length >= 4 && !/\d/.test(text) && count(text, LETTERS) >= 0.5 * text.length,
  )
  if (wordy.length < 12) return false
  const latin = wordy.filter(({ text }) => /\p{Script=Latin}/u.test(text))
  if (latin.length < 0.5 * wordy.length) return false
  return latin.filter(({ text }) => isUnlikely(text)).length > 0.5 * latin.length
}

function count(text: string, what: RegExp): number {
  return text.match(what)?.length ?? 0
}

// Real words hold vowels, keep their capitals in front or throughout, and hold no signs within.
function isUnlikely(text: string): boolean {
  const word = text.replace(/^\P{L}+|\P{L}+$/gu, '')
  if (!VOWELS.test(word)) return true
  if (/[^\p{L}\p{N}\-'’./&@,:+()_]/u.test(word)) return true
  if (/[bcdfghjklmnpqrstvwxz]{6}/i.test(word)) return true
  const turns = word.match(/\p{Ll}\p{Lu}/gu)?.length ?? 0
  return turns >= 2
}
