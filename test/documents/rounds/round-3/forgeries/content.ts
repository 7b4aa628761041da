import {
  decodePDFRawStream,
  PDFArray,
  type PDFDict,
  type PDFDocument,
  PDFName,
  type PDFPage,
  PDFRawStream,
  type PDFRef,
} from '@cantoo/pdf-lib'
import { edited, type Job } from './job.ts'
import type { Spot } from './spot.ts'

/** The contents of a page as one text. */
export function contentsOf(page: PDFPage, pdf: PDFDocument): string {
  const contents = page.node.Contents()
  const streams = contents instanceof PDFArray ? contents.asArray().map((ref) => pdf.context.lookup(ref)) : [contents]
  const texts = streams.map((stream) =>
    Buffer.from(stream instanceof PDFRawStream ? decodePDFRawStream(stream).decode() : []).toString('latin1'),
  )
  return texts.join('\n')
}

export function putContents(page: PDFPage, pdf: PDFDocument, text: string): void {
  const stream = pdf.context.flateStream(Buffer.from(text, 'latin1'))
  page.node.set(PDFName.of('Contents'), pdf.context.register(stream))
}

export const hex = (text: string): string => `<${Buffer.from(text, 'latin1').toString('hex').toUpperCase()}>`

/** A run of text as the kit's own printer writes it, in its parts. */
export interface Run {
  color: string
  font: string
  size: string
  at: string
  code: string
}

const RUN = (x: string, y: string) =>
  new RegExp(`BT ([\\d. ]+) rg /(F\\d+) ([\\d.]+) Tf 1 0 0 1 (${x} ${y}) Tm (<[^>]*>) Tj ET`)

export const written = ({ color, font, size, at, code }: Run): string =>
  `BT ${color} rg /${font} ${size} Tf 1 0 0 1 ${at} Tm ${code} Tj ET`

/** Cuts a run out of the page and puts something else in its place. */
export function recut(
  job: Pick<Job, 'bytes' | 'spot'>,
  producer: string | undefined,
  cut: (run: Run, pdf: PDFDocument, page: PDFPage) => string | Promise<string>,
): Promise<Uint8Array> {
  return edited(job, producer, async (page, pdf) => {
    const text = contentsOf(page, pdf)
    const found = RUN(job.spot.x.toFixed(2), job.spot.y.toFixed(2)).exec(text)
    if (!found) throw new Error(`no run of text at ${job.spot.x} ${job.spot.y}`)
    const [line, color = '', font = '', size = '', at = '', code = ''] = found
    const other = await cut({ color, font, size, at, code }, pdf, page)
    putContents(
      page,
      pdf,
      text.replace(line, () => other),
    )
  })
}

export const fontsOf = (page: PDFPage): PDFDict => page.node.Resources()?.lookup(PDFName.of('Font')) as PDFDict

/** A letter that is shown by its glyph's number, and where that number is written. */
export interface Glyph {
  letter: string
  code: string
  at: number
  font: string
  size: string
}

const SHOWN = /\/(F\d+) ([\d.]+) Tf|<([0-9a-fA-F]+)> Tj/g

export function glyphsOf(page: PDFPage, pdf: PDFDocument, text: string): Glyph[] {
  const maps = new Map<string, Map<string, string>>()
  let [font, size] = ['', '']
  const glyphs: Glyph[] = []
  for (const match of text.matchAll(SHOWN)) {
    if (match[1]) [font, size] = [match[1], match[2] ?? '']
    if (!maps.has(font)) maps.set(font, lettersOf(fontsOf(page).lookup(PDFName.of(font)) as PDFDict, pdf))
    for (const code of match[3]?.match(/.{4}/g) ?? [])
      glyphs.push({ letter: maps.get(font)?.get(code.toLowerCase()) ?? '?', code, font, size, at: 0 })
    const start = (match.index ?? 0) + 1
    const count = (match[3]?.length ?? 0) / 4
    for (const [at, glyph] of glyphs.slice(glyphs.length - count).entries()) if (count > 0) glyph.at = start + at * 4
  }
  return glyphs
}

function lettersOf(font: PDFDict, pdf: PDFDocument): Map<string, string> {
  const stream = pdf.context.lookup(font.get(PDFName.of('ToUnicode')) as PDFRef)
  const map = new Map<string, string>()
  if (!(stream instanceof PDFRawStream)) return map
  const text = Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')
  const number = (code = '') => Number.parseInt(code, 16)
  const put = (code: number, letter: number) =>
    map.set(code.toString(16).padStart(4, '0'), String.fromCodePoint(letter))
  for (const [, from, to, letter] of text.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w{4})>/g))
    for (let code = number(from); code <= number(to); code++) put(code, number(letter) + code - number(from))
  for (const [, from, list = ''] of text.matchAll(/<(\w+)>\s*<\w+>\s*\[([^\]]*)\]/g))
    for (const [at, [, letter]] of [...list.matchAll(/<(\w{4})>/g)].entries()) put(number(from) + at, number(letter))
  for (const [, block = ''] of text.matchAll(/beginbfchar(.*?)endbfchar/gs))
    for (const [, code, letter] of block.matchAll(/<(\w+)>\s*<(\w{4})>/g)) put(number(code), number(letter))
  return map
}

/** The glyphs of a value: where its text stands for the time that its base line says. */
export function glyphsAt(all: readonly Glyph[], { text }: Spot, times = 0): Glyph[] {
  const shown = all.filter(({ letter }) => letter.trim() !== '')
  const bare = text.replace(/\s/g, '')
  let at = shown
    .map(({ letter }) => letter)
    .join('')
    .indexOf(bare)
  for (let left = times; left > 0; left--)
    at = shown
      .map(({ letter }) => letter)
      .join('')
      .indexOf(bare, at + 1)
  if (at < 0) throw new Error(`no glyphs for ${text}`)
  return shown.slice(at, at + bare.length)
}
