import type { Font } from './graphics.ts'

/**
 * Words are at most this long, in characters; what goes on is the next word. Nothing that anybody prints is longer, and
 * patterns that look for amounts or numbers in a word take time that grows with the square of its length.
 */
export const LONGEST_WORD = 250

/** One painted character (or ligature) on the page as shown. */
export interface Glyph {
  text: string
  /** What the file's text says, where its font draws another figure. */
  said: string | undefined
  /** The character that its font draws, where its encoding tells. */
  drawn: string | undefined
  /** Start of its advance on the base line. */
  x: number
  y: number
  /** Unit vector of the base line. */
  dx: number
  dy: number
  /** How far it moves on, without letter and word spacing. */
  advance: number
  /** Letter spacing after it, which parts no words. */
  tracking: number
  size: number
  /** Width against height that it is scaled to. */
  stretch: number
  /** As in a word's setting. */
  hand: string
  font: Font
  bold: boolean
  color: string | undefined
  /** How much of its colour is laid on. */
  alpha: number
  /** Whether a pattern, a mask or a blend decides what is seen of it. */
  mixed: boolean
  invisible: boolean
  /** Hidden by the clipping. */
  clipped: boolean
  /** Its outline does not tell whether it is what it is said to be; and the letter that it may be. */
  doubtful: boolean
  likely: string | undefined
  /** The clipping lets a part of it through, and what that shows is another question. */
  cut: boolean
  /** In a layer that is switched off. */
  off: boolean
  /** Painted as the appearance of a form field. */
  field: boolean
  order: number
}

/** Glyphs of one word while it is being put together. */
export interface Run {
  glyphs: Glyph[]
  text: string
  /** A blank was printed before it; otherwise it stands apart by its place only. */
  blank: boolean
}
