import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { drawnBy, type Encoding } from './drawn-characters.ts'
import type { Font } from './graphics.ts'
import { outlineDrawn, type Procedure } from './shapes/drawn-procedures.ts'
import { FontShapes, outlinesIn } from './shapes/font-shapes.ts'

interface FontFacts extends Encoding {
  name?: string
  bold?: boolean
  black?: boolean
  vertical?: boolean
  fontMatrix?: ArrayLike<number>
  /** The program as pdf.js hands it to browsers; undefined of fonts that a file only names. */
  data?: Uint8Array
  missingFile?: boolean
  charProcOperatorList?: ReadonlyMap<string, Procedure>
}

const BOLD = /bold|black|heavy|semib|demi(?!n)|extrab|-bd\b|[,-]b\b/i

/** Looks a page's fonts up by the ids in its operators; each is read once. */
export function fontsOf(page: PDFPageProxy): (id: string) => Font | undefined {
  const known = new Map<string, Font | undefined>()
  return (id) => {
    if (!known.has(id)) known.set(id, readFont(page, id))
    return known.get(id)
  }
}

/** Of the fonts of files that are open: pages share them, and each glyph is looked at once. */
const SHAPES = new WeakMap<FontFacts, FontShapes>()

function readFont({ commonObjs }: PDFPageProxy, id: string): Font | undefined {
  if (!commonObjs.has(id)) return undefined
  const facts = commonObjs.get(id) as FontFacts | null
  if (!facts) return undefined
  const name = (facts.name ?? '').replace(/^[A-Z]{6}\+/, '')
  const unit = Math.abs(facts.fontMatrix?.[0] ?? 0.001) || 0.001
  const bold = Boolean(facts.bold || facts.black) || BOLD.test(name)
  // Ids begin with the number of the document that pdf.js opened.
  const program = id.replace(/^g_d\d+_/, '')
  const shapes = SHAPES.get(facts) ?? shapesOf(facts)
  if (shapes) SHAPES.set(facts, shapes)
  return { name, program, drawn: drawnBy(facts), shapes, bold, unit, vertical: Boolean(facts.vertical) }
}

function shapesOf({ data, missingFile, charProcOperatorList: drawn, fontMatrix }: FontFacts): FontShapes | undefined {
  if (drawn) {
    // Browsers draw such glyphs head down and turn them by the font's matrix: a 2 upside down is a 5.
    const up = (fontMatrix?.[3] ?? 1) < 0 ? -1 : 1
    return new FontShapes((glyph) => {
      const procedure = drawn.get(glyph)
      return procedure && outlineDrawn(procedure, up)
    })
  }
  return data && !missingFile ? new FontShapes(outlinesIn(data)) : undefined
}
