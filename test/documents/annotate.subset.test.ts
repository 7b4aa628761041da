import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { Face } from '../../server/src/documents/annotate/face.ts'
import { GlyphSubset, tablesOf } from '../../server/src/documents/annotate/subset.ts'

const NAME = 'LiberationSans-Regular'
const FOLDER = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts')
const bytes = new Uint8Array(readFileSync(join(FOLDER, `${NAME}.ttf`)))

interface Shape {
  advanceWidth: number
  path: { toSVG(): string }
}
interface Parsed {
  numGlyphs: number
  glyphForCodePoint(code: number): Shape & { id: number }
  getGlyph(id: number): Shape
  layout(text: string): { glyphs: { id: number }[] }
}
// The server's own, as it comes from there.
const fontkit = createRequire(new URL('../../server/package.json', import.meta.url))('@cantoo/fontkit')
const parse = (font: Uint8Array) => fontkit.create(font) as Parsed
const whole = parse(bytes)

test('each glyph of a subset has the outline and the width that it has in the font, put together from parts or not', () => {
  const subset = new GlyphSubset(tablesOf(bytes))
  const letters = Array.from('Aéñ Łż½— Ωя', (letter) => whole.glyphForCodePoint(letter.codePointAt(0) as number))
  const numbers = letters.map(({ id }) => subset.includeGlyph(id))
  const made = parse(subset.encode())
  for (const [at, { advanceWidth, path }] of letters.entries()) {
    const glyph = made.getGlyph(numbers[at] as number)
    expect([glyph.advanceWidth, glyph.path.toSVG()]).toEqual([advanceWidth, path.toSVG()])
  }
})

test('a glyph is in a subset once, and the glyph that stands for missing ones comes first', () => {
  const subset = new GlyphSubset(tablesOf(bytes))
  const a = whole.glyphForCodePoint(97)
  expect([subset.includeGlyph(a.id), subset.includeGlyph(a), subset.includeGlyph(0)]).toEqual([1, 1, 0])
  expect(parse(subset.encode()).numGlyphs).toBe(2)
})

test('a face sets text as a layout engine would: its font has no ligatures, marks or letters that run to the left', () => {
  const face = new Face(NAME)
  const font = face.forDocument()
  const ids = (glyphs: { id: number }[]) => glyphs.map(({ id }) => id)
  const all = [...face.codes].filter((code) => code >= 32)
  const text = String.fromCodePoint(...all, ...all.toReversed(), ...Buffer.from('office flat fjord ffi'))
  expect(ids(font.layout(text).glyphs)).toEqual(ids(whole.layout(text).glyphs))
})

test('documents share a parsed font, not what they wrote with it', () => {
  const face = new Face(NAME)
  const [one, other] = [face.forDocument(), face.forDocument()]
  const codes = (font: typeof one, text: string) => font.layout(text).glyphs.map(({ codePoints }) => codePoints[0])
  // A blank that breaks no line has the blank's glyph.
  expect([codes(one, '\u00A0 '), codes(other, ' \u00A0')]).toEqual([
    [0xa0, 0xa0],
    [0x20, 0x20],
  ])
})
