import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type PDFContext, type PDFDocument, type PDFRef, PDFString } from '@cantoo/pdf-lib'

/** A TrueType font as print drivers embed it: glyph numbers for codes, and a map back to letters. */
export interface Type0Font {
  ref: PDFRef
  encode: (text: string) => string
  widthOf: (text: string, size: number) => number
}

const FOLDER = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts')

/** Embeds Liberation Sans, which pdf.js brings along. */
export function embedType0(pdf: PDFDocument, bold: boolean): Type0Font {
  const bytes = readFileSync(join(FOLDER, `LiberationSans-${bold ? 'Bold' : 'Regular'}.ttf`))
  const tables = tablesOf(bytes)
  const glyphs = glyphsOf(bytes, tables.cmap ?? 0)
  const widths = widthsOf(bytes, tables.hmtx ?? 0, bytes.readUInt16BE((tables.hhea ?? 0) + 34))
  const scale = 1000 / bytes.readUInt16BE((tables.head ?? 0) + 18)
  const used = [...glyphs].filter(([letter]) => letter < 0x2100)
  const name = `ABCDEF+Liberation${bold ? 'Bold' : ''}`
  const widthAt = (glyph: number) => Math.round((widths[Math.min(glyph, widths.length - 1)] ?? 0) * scale)
  const ref = fontOf(pdf.context, name, bytes, used, widthAt)
  const glyphAt = (letter: string) => glyphs.get(letter.codePointAt(0) ?? 32) ?? 3
  return {
    ref,
    encode: (text) => [...text].map((letter) => hex(glyphAt(letter))).join(''),
    widthOf: (text, size) => [...text].reduce((sum, letter) => sum + (widthAt(glyphAt(letter)) * size) / 1000, 0),
  }
}

const hex = (value: number) => value.toString(16).padStart(4, '0')

function fontOf(
  context: PDFContext,
  name: string,
  bytes: Buffer,
  used: [number, number][],
  widthAt: (glyph: number) => number,
): PDFRef {
  const file = context.register(context.flateStream(bytes, { Length1: bytes.length }))
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: name,
      Flags: 4,
      FontBBox: [-200, -300, 1300, 1000],
      ItalicAngle: 0,
      Ascent: 905,
      Descent: -212,
      CapHeight: 716,
      StemV: 80,
      FontFile2: file,
    }),
  )
  const descendant = context.obj({
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: name,
    CIDSystemInfo: context.obj({ Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 }),
    CIDToGIDMap: 'Identity',
    FontDescriptor: descriptor,
    W: used.flatMap(([, glyph]) => [glyph, [widthAt(glyph)]]) as never,
  })
  const lines = used.map(([letter, glyph]) => `<${hex(glyph)}> <${hex(letter)}>`)
  const blocks = Array.from({ length: Math.ceil(lines.length / 100) }, (_, at) => lines.slice(at * 100, at * 100 + 100))
  const map = [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Own def /CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
    ...blocks.map((block) => `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`),
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n')
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: name,
      Encoding: 'Identity-H',
      DescendantFonts: [context.register(descendant)],
      ToUnicode: context.register(context.flateStream(map)),
    }),
  )
}

function tablesOf(bytes: Buffer): Record<string, number> {
  const count = bytes.readUInt16BE(4)
  const places = Array.from({ length: count }, (_, at) => 12 + at * 16)
  return Object.fromEntries(places.map((at) => [bytes.toString('latin1', at, at + 4), bytes.readUInt32BE(at + 8)]))
}

/** The format 4 subtable: letters to glyphs, in segments. */
function glyphsOf(bytes: Buffer, cmap: number): Map<number, number> {
  const entries = Array.from({ length: bytes.readUInt16BE(cmap + 2) }, (_, at) => cmap + 4 + at * 8)
  const starts = entries.map((at) => cmap + bytes.readUInt32BE(at + 4))
  const at = starts.find((start) => bytes.readUInt16BE(start) === 4)
  if (at === undefined) throw new Error('the font has no format 4 map')
  const twice = bytes.readUInt16BE(at + 6)
  const glyphs = new Map<number, number>()
  for (let segment = 0; segment < twice; segment += 2) {
    const end = bytes.readUInt16BE(at + 14 + segment)
    const start = bytes.readUInt16BE(at + 16 + twice + segment)
    const delta = bytes.readInt16BE(at + 16 + 2 * twice + segment)
    const place = at + 16 + 3 * twice + segment
    const offset = bytes.readUInt16BE(place)
    for (let letter = start; letter <= end && letter < 0xffff; letter++) {
      const glyph = offset === 0 ? letter : bytes.readUInt16BE(place + offset + 2 * (letter - start))
      if (glyph !== 0) glyphs.set(letter, (glyph + delta) & 0xffff)
    }
  }
  return glyphs
}

function widthsOf(bytes: Buffer, hmtx: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => bytes.readUInt16BE(hmtx + at * 4))
}
