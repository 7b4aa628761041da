import type { Box } from '../model/box.ts'
import { IDENTITY } from '../model/matrix.ts'
import type { Matrix } from '../model/page.ts'
import type { FontShapes } from './shapes/font-shapes.ts'

/** What pdf.js tells of a font that matters to words. */
export interface Font {
  /** PostScript name without its subset tag. */
  name: string
  /** Tells the file's fonts apart; several may have one name. */
  program: string
  bold: boolean
  /** From glyph units to the em. */
  unit: number
  /** What it draws for a code, where its encoding tells: figures and their signs. */
  drawn: ReadonlyMap<number, string>
  /** What its outlines show; undefined of fonts whose outlines are not in the file. */
  shapes: FontShapes | undefined
  vertical: boolean
}

export const NO_FONT: Font = {
  name: '',
  program: '',
  drawn: new Map(),
  shapes: undefined,
  bold: false,
  unit: 0.001,
  vertical: false,
}

/** The graphics state of the PDF's operators, as far as words, rules and what covers them need it. */
export interface Graphics {
  /** From user space to the page as shown. */
  ctm: Matrix
  /** The box around the clipping path, shown coordinates. */
  clip: Box
  /** #rrggbb; undefined for a pattern. */
  fill: string | undefined
  stroke: string | undefined
  fillAlpha: number
  strokeAlpha: number
  /** What groups around leave of what is painted within them, beside its own alpha. */
  groupAlpha: number
  /** Whether a mask, a blend or a clip of another shape than a box decides what is seen of it. */
  mixed: boolean
  /** Whether a soft mask decides what is seen of it. */
  masked: boolean
  /** Whether what is painted hides what is below: no soft mask, no blending, no half-transparent group around. */
  solid: boolean
  lineWidth: number
  font: Font
  fontSize: number
  charSpacing: number
  wordSpacing: number
  stretch: number
  leading: number
  rise: number
  mode: number
}

/** The state at a page's (or an annotation's) start. */
export function startGraphics(ctm: Matrix, clip: Box): Graphics {
  return {
    ctm,
    clip,
    fill: '#000000',
    stroke: '#000000',
    fillAlpha: 1,
    strokeAlpha: 1,
    groupAlpha: 1,
    mixed: false,
    masked: false,
    solid: true,
    lineWidth: 1,
    font: NO_FONT,
    fontSize: 0,
    charSpacing: 0,
    wordSpacing: 0,
    stretch: 1,
    leading: 0,
    rise: 0,
    mode: 0,
  }
}

/** How much of its colour a fill lays on, or a stroke. */
export function alphaOf({ fillAlpha, strokeAlpha, groupAlpha }: Graphics, by: 'fill' | 'stroke' = 'fill'): number {
  return (by === 'fill' ? fillAlpha : strokeAlpha) * groupAlpha
}

/** Where the next glyph goes, in text space. */
export interface TextCursor {
  matrix: Matrix
  x: number
  y: number
  lineX: number
  lineY: number
}

export function startText(matrix: Matrix = IDENTITY): TextCursor {
  return { matrix, x: 0, y: 0, lineX: 0, lineY: 0 }
}
