import type { Bend } from './bend.ts'
import type { Box } from './box.ts'

/**
 * Whether a reader sees a word: `shown`; `invisible` (render mode 3, as OCR layers are); `covered` by something that
 * was painted later; `faint`, in the colour of what is behind it.
 */
export type Visibility = 'shown' | 'invisible' | 'covered' | 'faint'

/** A run of characters without white space. */
export interface Word {
  text: string
  box: Box
  /** Font size in points, as shown; OCR estimates it from the height. */
  size: number
  /** PostScript name without its subset tag; '' where it is not known. */
  font: string
  /** Which of the file's fonts; several may have one name. */
  program?: string
  bold: boolean
  /** Fill colour, #rrggbb. */
  color: string
  /** How much of its colour is laid on, where that is not all. */
  alpha?: number
  visibility: Visibility
  /** Whether its colour does not tell if it is seen: a picture, a pattern, a mask or a blend has a part in it. */
  unsure?: true
  /** A picture lies over it, and the painted page shows its ink through it. */
  clear?: true
  /** Where the characters come from: the page's text layer, recognition, or a form field's value. */
  /** Its characters, U+FFFD for those that may be others: a clip cuts through them, or no outline tells them. */
  open?: string
  /** What it says where such characters are the letters that they look like. */
  likely?: string
  origin: 'text' | 'ocr' | 'form'
  /** Probability that the characters are right; 1 for a text layer. */
  confidence: number
  /** Whether it was recognised as the same characters once more, where a flag asked for it. */
  reread?: boolean
  /** What recognition read, where `text` was mended; what a hidden layer says, where recognition was not sure. */
  readings?: readonly string[]
  /** What the file's text says, where its font draws other figures: `text` is what is drawn. */
  said?: string
  /** The same where nobody sees some of its characters: `text` is what is seen. */
  whole?: string
  /** The two words that it was put together from, where one was set onto the other later. */
  setOnto?: readonly [left: Word, right: Word]
  /** Place in painting order within the page; words of one text run follow each other. */
  order: number
  /** Degrees counter-clockwise of its base line, where it does not run from left to right. */
  turn?: number
  /** The runs of its characters that look alike, left to right, where they do not all. */
  pieces?: WordPiece[]
  /** How the file's own text was put there; absent for what was recognised or filled in. */
  setting?: Setting
}

/** How a word was set, beside its font, size and colour. */
export interface Setting {
  /** The gap between its characters, beyond their widths, that is nearest to none, in sizes; 0 for one or two. */
  spacing: number
  /** Width against height that its characters are scaled to; 1 as their font has them. */
  stretch: number
  /** The way in which its program writes text: alike for all that one hand wrote, and says nothing by itself. */
  hand: string
}

/** A place at which the page shows something else than its text says; `said` is '' where no text says anything. */
export interface ShownOtherwise {
  box: Box
  said: string
  shown: string
}

/** Words within content that is marked, and not as a part of the file's structure. */
export interface MarkedText {
  text: string
  box: Box
}

/** Characters of one word in one font, size, colour and on one base line. */
export interface WordPiece {
  text: string
  font: string
  program?: string
  size: number
  color: string
  /** How much of its colour is laid on, where that is not all. */
  alpha?: number
  /** Width against height that its characters are scaled to, where that is not as their font has them. */
  stretch?: number
  /** Points that its base line lies above the word's first one. */
  rise: number
}

/** A straight ruled line, horizontal or vertical; thin painted rectangles count as lines too. */
export interface RuledLine {
  direction: 'across' | 'up'
  box: Box
}

/** A painted rectangle that is no line: shading, a covering patch. */
export interface Fill {
  box: Box
  color: string
  order: number
}

/** A picture painted on the page. */
export interface Picture {
  box: Box
  order: number
}

/** A form field's widget on a page. Values are trimmed; a check box that is on has the value 'true'. */
export interface FormValue {
  name: string
  /** The field's own description for people (TU), where it has one. */
  label: string
  kind: 'text' | 'checkbox' | 'choice' | 'other'
  value: string
  box: Box
  readOnly: boolean
  /** The file says how it looks: what it shows is among the page's words, or nothing. */
  drawn: boolean
}

/** Coordinates to coordinates: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/**
 * A page as a person reads it: a sheet that was printed or scanned sideways is turned, one that lay askew is set
 * straight. All boxes on it are in these upright coordinates; what leaves the pipeline is in shown ones (model/box.ts).
 */
export interface Page {
  /** 1-based. */
  number: number
  /** In points. */
  width: number
  height: number
  /** Leads to the file's own coordinates. */
  toFile: Matrix
  /** Leads to the page as a viewer shows it; the identity but for sheets that were turned or set straight. */
  toShown: Matrix
  /** Where it was recognised and is not flat: its words stand as they would on a flat page, the file's own as well. */
  bend?: Bend
  words: Word[]
  /** Beyond the page's edge, clipped away, or in a layer that is switched off: in the file, and no reader sees them. */
  unseen?: Word[]
  ruledLines: RuledLine[]
  fills: Fill[]
  /** Thin light areas and lines that were painted over characters; on sheets that were not turned or recognised. */
  wipes?: Fill[]
  /** Filled shapes of the size of characters that are no rectangles: characters that are drawn as outlines, icons. */
  shapes?: Box[]
  /** Bent or slanted strokes of the size of characters. */
  strokes?: Box[]
  pictures: Picture[]
  /** Areas in a pattern or a shading, or filled through a mask: what they show only the painted page tells. */
  veils?: Picture[]
  /** Widgets with a value or without; the values are among `words` too, with origin 'form'. */
  form: FormValue[]
  /** Content that is marked otherwise than as a part of the structure: it may be copied as other text. */
  marks?: MarkedText[]
  /** Where the page was painted, and shows something else than its text says. */
  otherwise?: ShownOtherwise[]
  /** It paints more than is kept of a page. */
  overfull?: true
  /** It draws more outlines, strokes or marks, or hides more words, than are kept: not all of them are examined. */
  partly?: true
  /** What OCR said of the page; undefined where it was not needed. */
  ocr: PageOcr | undefined
}

export interface PageOcr {
  /** Mean confidence of its words, 0..1. */
  confidence: number
  /** Tesseract's name: eng, fra, deu. */
  language: string
  skewDegrees: number
  rotation: 0 | 90 | 180 | 270
}
