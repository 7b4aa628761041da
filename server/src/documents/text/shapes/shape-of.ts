import { clean } from '../characters.ts'
import type { Font } from '../graphics.ts'
import type { Look } from './look.ts'

/** A glyph as pdf.js has it in a run of text. */
export interface Written {
  /** What the file's text says. */
  unicode?: string
  /** What it is called in the program that pdf.js makes of its font. */
  fontChar?: string
  /** The same of a Type 3 font. */
  operatorListId?: string
}

const NOTHING: Look = {}

/** What the font's outline tells of a glyph; nothing of fonts whose outlines are not in the file. */
export function shapeOf({ shapes }: Font, { unicode = '', fontChar, operatorListId }: Written): Look {
  const glyph = operatorListId ?? fontChar
  if (!shapes || glyph === undefined) return NOTHING
  return shapes.look(glyph, clean(unicode).trim())
}
