import { clean } from '../characters.ts'
import type { Font } from '../graphics.ts'
import type { Shown } from './font-shapes.ts'

/** A glyph as pdf.js has it in a run of text. */
export interface Written {
  /** What the file's text says. */
  unicode?: string
  /** What it is called in the program that pdf.js makes of its font. */
  fontChar?: string
  /** The same of a Type 3 font. */
  operatorListId?: string
}

const FIGURE = /^[0-9]?$/

/** What the font's outline shows where the text says a figure or nothing, and the outline shows another one. */
export function shapeOf({ shapes }: Font, { unicode = '', fontChar, operatorListId }: Written): Shown {
  const glyph = operatorListId ?? fontChar
  if (!shapes || glyph === undefined) return undefined
  const said = clean(unicode).trim()
  return FIGURE.test(said) ? shapes.shown(glyph, said) : undefined
}
