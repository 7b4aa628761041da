import type { StandardFonts } from '@cantoo/pdf-lib'
import { widthOf } from '../../round-1/fonts.ts'
import type { Item } from '../../round-1/sheet.ts'
import type { Place } from '../../round-file.ts'
import { made } from './programs.ts'
import { isNumber, occurrences, type Swap } from './swaps.ts'

export type Box = Place['box']

interface Glyph {
  text: string
  box: Box
}

/** A text on a page that its forger is after: points from the bottom left. */
export interface Spot {
  page: number
  box: Box
  baseline: number
  size: number
  font: `${StandardFonts}`
  color: string
  glyphs: Glyph[]
  from: string
  to: string
  /** Where the new text begins. */
  x: number
  /** What is changed: the old text and the new. */
  reach: Box
}

interface Line {
  page: number
  text: string
  size: number
  font: string
  color: string
  baseline: number
  glyphs: Glyph[]
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" }
const CHAR = /<char quad="([^"]+)" x="[^"]+" y="([^"]+)" color="([^"]+)" c="([^"]+)"\/>/g

function linesOf(pdf: Uint8Array): Line[] {
  const xml = new TextDecoder().decode(
    made('in.pdf', pdf, 'out.xml', 'mutool', 'draw', '-q', '-F', 'stext', '-o', 'out.xml', 'in.pdf'),
  )
  return xml
    .split(/<page /)
    .slice(1)
    .flatMap((page, at) => {
      const height = Number(/height="([\d.]+)"/.exec(page)?.[1])
      return page
        .split('<line ')
        .slice(1)
        .map((line) => lineOf(line, at + 1, height))
    })
}

function lineOf(line: string, page: number, height: number): Line {
  const [, font = '', size = '10'] = /<font name="([^"]+)" size="([\d.]+)"/.exec(line) ?? []
  const glyphs = [...line.matchAll(CHAR)].map(([, quad = '', y, color = '', c = '']) => {
    const [left = 0, , right = 0] = quad.split(' ').map(Number)
    const baseline = height - Number(y)
    const points = Number(size)
    const box: Box = [left, baseline - 0.22 * points, right, baseline + 0.74 * points]
    const code = /^&#x([\da-f]+);$/i.exec(c)?.[1]
    return { text: code ? String.fromCodePoint(Number.parseInt(code, 16)) : (ENTITIES[c] ?? c), box, color, baseline }
  })
  const [{ color, baseline } = { color: '#000000', baseline: 0 }] = glyphs
  return { page, text: glyphs.map(({ text }) => text).join(''), size: Number(size), font, color, baseline, glyphs }
}

/** The standard font that comes nearest. */
function nearest(font: string): `${StandardFonts}` {
  const bold = /Bold|-B$|BoldMT/.test(font)
  if (/Mono|Cour/.test(font)) return bold ? 'Courier-Bold' : 'Courier'
  if (/Times|Serif|Roman|Tinos/.test(font)) return bold ? 'Times-Bold' : 'Times-Roman'
  return bold ? 'Helvetica-Bold' : 'Helvetica'
}

export function spotsOf(pdf: Uint8Array, swaps: readonly Swap[]): Spot[] {
  const lines = linesOf(pdf)
  return swaps.map(({ from, nth, to }) => {
    const found = occurrences(
      lines.map(({ text }) => text),
      from,
    )[nth - 1]
    const line = lines[found?.[0] ?? -1]
    if (!line) throw new Error(`${from}#${nth} is not on the page`)
    const glyphs = line.glyphs.slice(found?.[1], (found?.[1] ?? 0) + from.length)
    const font = nearest(line.font)
    const [left, right] = [glyphs[0]?.box[0] ?? 0, glyphs.at(-1)?.box[2] ?? 0]
    const [foot, top] = [line.baseline - 0.22 * line.size, line.baseline + 0.74 * line.size]
    const width = widthOf(to, font, line.size)
    const x = isNumber(from) && from.length > 1 ? right - width : left
    const reach: Box = [Math.min(left, x), foot, Math.max(right, x + width), top]
    return { ...line, font, glyphs, box: [left, foot, right, top], from, to, x, reach }
  })
}

/** What recognition would read, line after line. */
export const itemsOf = (pdf: Uint8Array): Item[] =>
  linesOf(pdf).flatMap(({ page, text, size, baseline, glyphs }) => {
    const x = glyphs[0]?.box[0] ?? 0
    return text.trim() ? [{ page, text, x, y: baseline, size, font: 'Helvetica' as const, color: '#000000' }] : []
  })
