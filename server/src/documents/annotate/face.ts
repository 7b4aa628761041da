import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import fontkit from '@cantoo/fontkit'
import type { PDFDocument } from '@cantoo/pdf-lib'
import { GlyphSubset, tablesOf } from './subset.ts'

const FOLDER = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts')

/** What pdf-lib asks of a font, and the engine that it has parse one. */
type Fontkit = Parameters<PDFDocument['registerFontkit']>[0]
type Font = Extract<NonNullable<Awaited<ReturnType<Fontkit['create']>>>, { layout: unknown }>
type Glyph = ReturnType<Font['layout']>['glyphs'][number]

/** A font of the report, read and parsed once a thread: pdf-lib would have it parsed for every document. */
export class Face {
  readonly bytes: Uint8Array
  readonly codes: ReadonlySet<number>
  readonly #font: Font
  readonly #tables
  readonly #glyphs = new Map<number, Omit<Glyph, 'codePoints'>>()

  constructor(name: string) {
    this.bytes = new Uint8Array(readFileSync(join(FOLDER, `${name}.ttf`)))
    this.#font = fontkit.create(this.bytes) as Font
    this.#tables = tablesOf(this.bytes)
    this.codes = new Set(this.#font.characterSet)
  }

  /**
   * The font for one document. Each character is its glyph: these fonts have no ligatures, nor letters that run to the
   * left, and pdf-lib writes no kerning.
   */
  forDocument(): Font {
    const shown = new Map<number, Glyph>()
    const glyphOf = (letter: string) => {
      const code = letter.codePointAt(0) as number
      const { id, advanceWidth } = this.#glyph(code)
      // Of characters that share a glyph, the first one is what it is copied as.
      const glyph = shown.get(id) ?? { id, advanceWidth, codePoints: [code] }
      shown.set(id, glyph)
      return glyph
    }
    return Object.create(this.#font, {
      layout: { value: (text: string) => ({ glyphs: Array.from(text, glyphOf) }) },
      createSubset: { value: () => new GlyphSubset(this.#tables) },
    }) as Font
  }

  #glyph(code: number): Omit<Glyph, 'codePoints'> {
    const known = this.#glyphs.get(code)
    if (known) return known
    const { id, advanceWidth } = this.#font.glyphForCodePoint(code) as Glyph
    const glyph = { id, advanceWidth }
    this.#glyphs.set(code, glyph)
    return glyph
  }
}
