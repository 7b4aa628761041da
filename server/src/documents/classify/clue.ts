import type { DocumentType } from '@mkt/schemas'

/**
 * A pattern over folded text (lower case, no accents) that speaks for a type, or, with a negative weight, against it.
 * Weights add up like the logarithms of odds: 1 is a hint, 4 settles it by itself.
 */
export interface Clue {
  /**
   * `title`: in a short, prominent line; at half weight where a short line that is not prominent starts with it. `form`: anywhere but in running text. `anywhere`: in running
   * text too.
   */
  where: 'title' | 'form' | 'anywhere'
  pattern: RegExp
  weight: number
}

export interface TypeClues {
  type: DocumentType
  /** What the clues must add up to before the type is believed. */
  threshold: number
  clues: readonly Clue[]
}

export const title = (weight: number, pattern: RegExp): Clue => ({ where: 'title', weight, pattern })
export const form = (weight: number, pattern: RegExp): Clue => ({ where: 'form', weight, pattern })
export const anywhere = (weight: number, pattern: RegExp): Clue => ({ where: 'anywhere', weight, pattern })

/** Captions of a form's boxes, each of which weighs the same. */
export const captions = (...patterns: RegExp[]): Clue[] => patterns.map((pattern) => form(CAPTION, pattern))

/** Three captions and the title, or four captions, make a slip. */
const CAPTION = 1.2
export const SLIP_THRESHOLD = 4.5
