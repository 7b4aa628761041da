import { IBAN_LENGTHS } from '../values/ids.ts'
import { asDigitsOnly } from './numerals.ts'
import type { SeenWord } from './tesseract.ts'

/** A country, two check digits or what recognition took for them, and what follows in the same word. */
const START = /^([A-Z]{2})[\dOQDILSBZ]{2}[\dA-Z]*$/
const GROUP = /^[\dA-Z]{1,30}$/

/** Countries whose account numbers hold figures only, by the registry of IBANs. */
const FIGURES_ONLY = new Set('AT BE CZ DE DK EE ES FI HR HU LT NO PL PT SE SI SK'.split(' '))

/**
 * The words of a line with the figures of an IBAN that recognition took for letters put back, where the registry has
 * nothing but figures: its check digits (`DEO8`), and the whole number in most countries. What was read is kept. Pure.
 */
export function withAccountDigits(words: readonly SeenWord[]): SeenWord[] {
  const out = [...words]
  for (const [at, { text }] of words.entries()) {
    const [, country = ''] = START.exec(text) ?? []
    const length = IBAN_LENGTHS[country]
    const end = length === undefined ? undefined : endOf(words, at, length)
    if (end === undefined) continue
    const first = words[at] as SeenWord
    out[at] = mended(first, 2, FIGURES_ONLY.has(country) ? first.text.length : 4)
    if (!FIGURES_ONLY.has(country)) continue
    for (let k = at + 1; k < end; k++) out[k] = mended(words[k] as SeenWord, 0, Infinity)
  }
  return out
}

function mended(word: SeenWord, from: number, to: number): SeenWord {
  const text = word.text.slice(0, from) + asDigitsOnly(word.text.slice(from, to)) + word.text.slice(to)
  return text === word.text ? word : { ...word, text, readings: [word.text] }
}

/** The first word behind the number that begins at `at` and has so many characters; undefined where none has. */
function endOf(words: readonly SeenWord[], at: number, length: number): number | undefined {
  let count = 0
  for (let k = at; k < words.length; k++) {
    const { text } = words[k] as SeenWord
    if (!GROUP.test(text)) return undefined
    count += text.length
    if (count >= length) return count === length ? k + 1 : undefined
  }
  return undefined
}
