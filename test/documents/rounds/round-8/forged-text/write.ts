import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import { type FontName, measureOf, widthOf } from '../../round-1/fonts.ts'
import type { Cell, Sheet } from './sheet.ts'

/** An object of a file: its source, and what streams hold. */
export interface Thing {
  source: string
  stream?: Buffer
}

export type Things = Map<number, Thing>

const FOLDER = path.join(
  path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
  'standard_fonts',
)

/** Letters as the fonts encode them, in hexadecimal. */
export const coded = (text: string, font: FontName): string => measureOf(font).encodeText(text).toString()

export const fontKey = (font: FontName): string => `F${font.replace(/\W/g, '')}`

/** The operators that print a text. */
export const shown = ({ x, y, size, font, text }: Cell, before = '', key = fontKey(font)): string =>
  `BT ${before} /${key} ${size} Tf 1 0 0 1 ${x.toFixed(2)} ${y.toFixed(2)} Tm ${coded(text, font)} Tj ET`

export const pdfText = (text: string): string => `(${text.replace(/[\\()]/g, '\\$&')})`

/** What a forger's program does to the printed page. */
export interface Edit {
  /** What prints a text instead; an empty string takes it out. */
  texts?: Map<Cell, string>
  /** Operators before and after all others of the first page. */
  under?: string[]
  over?: string[]
  /** More of the resources: `/XObject << /P1 40 0 R >>`, and objects from number 40 on. */
  resources?: string
  fonts?: string
  things?: [number, Thing][]
  /** More of the page and of the catalog. */
  page?: string
  catalog?: string
  info?: Record<string, string>
  /** As a second stream of contents, as programs leave it that draw over a page. */
  apart?: boolean
}

/** The objects of a sheet's file: numbers stay the same whatever is edited. */
export function thingsOf(sheet: Sheet, edit: Edit = {}): Things {
  const things: Things = new Map()
  const fonts = new Set([...sheet.fonts, ...sheet.cells.map(({ font }) => font)])
  const named = [...fonts].map((font, at) => {
    addFont(things, 10 + 3 * at, font)
    return `/${fontKey(font)} ${10 + 3 * at} 0 R`
  })
  const pages = sheet.drawn.map((_, at) => 100 + 2 * at)
  const { catalog = '', resources = '', page = '' } = edit
  things.set(1, { source: `<< /Type /Catalog /Pages 2 0 R ${catalog} >>` })
  things.set(2, {
    source: `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((n) => `${n} 0 R`).join(' ')}] >>`,
  })
  things.set(3, { source: dictionaryOf({ ...sheet.info, ...edit.info }) })
  things.set(5, { source: `<< /Font << ${named.join(' ')} ${edit.fonts ?? ''} >> ${resources} >>` })
  for (const [at, number] of pages.entries()) {
    const first = at === 0
    const contents = first && edit.apart ? `[${number + 1} 0 R 99 0 R]` : `${number + 1} 0 R`
    const box = `/MediaBox [0 0 ${sheet.size.join(' ')}] /Resources 5 0 R /Contents ${contents}`
    things.set(number, { source: `<< /Type /Page /Parent 2 0 R ${box} ${first ? page : ''} >>` })
    things.set(number + 1, streamed(contentOf(sheet, at + 1, edit.apart ? { ...edit, over: [] } : edit)))
  }
  if (edit.apart) things.set(99, streamed(`q\n${(edit.over ?? []).join('\n')}\nQ\n`))
  for (const [number, thing] of edit.things ?? []) things.set(number, thing)
  return things
}

function contentOf(sheet: Sheet, page: number, { texts, under = [], over = [] }: Edit): string {
  const own = sheet.cells.filter((cell) => cell.page === page).map((cell) => texts?.get(cell) ?? shown(cell))
  const first = page === 1
  const lines = [...(first ? under : []), ...(sheet.drawn[page - 1] ?? []), '0 g', ...own, ...(first ? over : [])]
  return `${lines.filter(Boolean).join('\n')}\n`
}

const dictionaryOf = (info: Record<string, string>) =>
  `<< ${Object.entries(info)
    .filter(([, text]) => text !== '')
    .map(([key, text]) => `/${key} ${pdfText(text)}`)
    .join(' ')} >>`

export function streamed(content: string | Uint8Array, dict = ''): Thing {
  const stream = deflateSync(typeof content === 'string' ? Buffer.from(content, 'latin1') : content)
  return { source: `<< ${dict} /Filter /FlateDecode /Length ${stream.length} >>`, stream }
}

const latin = new TextDecoder('windows-1252')

function widthAt(code: number, font: FontName): number {
  try {
    return Math.round(widthOf(latin.decode(Uint8Array.of(code)), font, 1000))
  } catch {
    return 0
  }
}

/** A font at three numbers: a standard one by name, Arial with its program; `more` is further of its dictionary. */
export function addFont(
  things: { set(number: number, thing: Thing): unknown },
  number: number,
  font: FontName,
  { tag = 'KLMNOP', first = 32, last = 255, more = '' } = {},
): void {
  if (!font.startsWith('Arial')) {
    const source = `<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding ${more} >>`
    things.set(number, { source })
    return
  }
  const bold = font !== 'Arial'
  const name = `${tag}+${bold ? 'Arial-BoldMT' : 'ArialMT'}`
  const widths = Array.from({ length: last - first + 1 }, (_, at) => widthAt(at + first, font))
  const range = `/FirstChar ${first} /LastChar ${last} /Widths [${widths.join(' ')}]`
  things.set(number, {
    source: [
      `<< /Type /Font /Subtype /TrueType /BaseFont /${name} /Encoding /WinAnsiEncoding`,
      `${range} /FontDescriptor ${number + 1} 0 R ${more} >>`,
    ].join(' '),
  })
  things.set(number + 1, {
    source: [
      `<< /Type /FontDescriptor /FontName /${name} /Flags 32 /FontBBox [-544 -303 1302 980] /ItalicAngle 0`,
      `/Ascent 905 /Descent -212 /CapHeight 716 /StemV ${bold ? 138 : 80} /FontFile2 ${number + 2} 0 R >>`,
    ].join(' '),
  })
  const program = readFileSync(path.join(FOLDER, `LiberationSans-${bold ? 'Bold' : 'Regular'}.ttf`))
  things.set(number + 2, streamed(program, `/Length1 ${program.length}`))
}

/** A whole file. */
export const fileOf = (things: Things): Uint8Array =>
  written(Buffer.from('%PDF-1.6\n%\xE2\xE3\xCF\xD3\n', 'latin1'), things, '')

/** The file as it was, and behind it what is another thing now. */
export function updated(before: Things, after: Things): Uint8Array {
  const old = Buffer.from(fileOf(before))
  const start = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(old.toString('latin1'))?.[1] ?? '0'
  const differs = ([number, thing]: [number, Thing]) => {
    const was = before.get(number)
    return was?.source !== thing.source || !(was.stream ?? Buffer.of()).equals(thing.stream ?? Buffer.of())
  }
  return written(old, new Map([...after].filter(differs)), `/Prev ${start}`, Math.max(...after.keys()) + 1)
}

function written(head: Buffer, things: Things, trailer: string, size = Math.max(...things.keys()) + 1): Uint8Array {
  const parts = [head]
  let at = head.length
  const places: [number, number][] = []
  const add = (part: Buffer) => {
    parts.push(part)
    at += part.length
  }
  for (const [number, { source, stream }] of [...things].toSorted(([a], [b]) => a - b)) {
    places.push([number, at])
    add(Buffer.from(`${number} 0 obj\n${source}\n`, 'latin1'))
    if (stream) add(Buffer.concat([Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n')]))
    add(Buffer.from('endobj\n'))
  }
  const start = at
  const rows = places.map(([number, place]) => `${number} 1\n${String(place).padStart(10, '0')} 00000 n \n`)
  const id = '<5d41402abc4b2a76b9719d911017c592>'
  const last = `/Size ${size} /Root 1 0 R /Info 3 0 R /ID [${id} ${id}] ${trailer}`
  const end = `trailer\n<< ${last} >>\nstartxref\n${start}\n%%EOF\n`
  add(Buffer.from(`xref\n0 1\n0000000000 65535 f \n${rows.join('')}${end}`, 'latin1'))
  return new Uint8Array(Buffer.concat(parts))
}
