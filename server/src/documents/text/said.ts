import type { Word } from '../model/page.ts'
import { clean } from './characters.ts'
import type { Glyph } from './glyph.ts'

const DIGIT = /^\d$/
const DIGITS = /\d/

/**
 * What is drawn where the text says otherwise, and what it says. Encodings that were made up throughout tell nothing:
 * one of the figure's characters must be what it is said to be. Outlines tell by themselves.
 */
export function drawnOtherwise(glyphs: readonly Glyph[]): Pick<Word, 'said'> & { text?: string } {
  if (glyphs.some(({ said }) => said !== undefined)) {
    const said = glyphs.map((glyph) => clean(glyph.said ?? glyph.text)).join('')
    return DIGITS.test(said) ? { said } : {}
  }
  const told = glyphs.filter(({ drawn, text }) => drawn !== undefined && drawn !== text)
  const lies = told.length > 0 && told.every(({ drawn, text }) => DIGIT.test(drawn ?? '') && DIGIT.test(text))
  if (!lies || !glyphs.some(({ drawn, text }) => drawn === text)) return {}
  const [text, said] = [glyphs.map(({ drawn, text }) => drawn ?? clean(text)), glyphs.map(({ text }) => clean(text))]
  return { text: text.join(''), said: said.join('') }
}
