import { qpdf } from './tools.ts'

/** A letter of the contents: where its code stands, in which font. */
interface Glyph {
  char: string
  at: number
  length: number
  font: string
}

interface Coding {
  chars: Map<string, string>
  width: number
}

const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const plain = qpdf('--qdf', '--object-streams=disable')
const packed = qpdf('--object-streams=generate', '--recompress-flate')

const bodyOf = (file: string, number: string) =>
  file.match(new RegExp(`\\n${number} 0 obj\\n([\\s\\S]*?)\\nendobj`))?.[1] ?? ''

/** Letters by code of every font, as its map to Unicode says, or of the common encoding where it has none. */
function codingsOf(file: string): Map<string, Coding> {
  const fonts = [...file.matchAll(/\/([^\s/]+) (\d+) 0 R/g)].filter(([, , number = '']) =>
    /\/Type \/Font\b/.test(bodyOf(file, number)),
  )
  return new Map(fonts.map(([, name = '', number = '']) => [name, codingOf(file, bodyOf(file, number))]))
}

const char = (hex: string) => String.fromCodePoint(Number.parseInt(hex.slice(0, 4), 16)).replace(/[\t\u00a0]/, ' ')

function codingOf(file: string, font: string): Coding {
  const chars = new Map<string, string>()
  const [, number] = font.match(/\/ToUnicode (\d+) 0 R/) ?? []
  if (!number) {
    for (let code = 32; code < 127; code++) chars.set(code.toString(16), String.fromCharCode(code))
    return { chars, width: 2 }
  }
  const map = bodyOf(file, number)
  for (const [, block = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, code = '', hex = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>/g)) chars.set(code.toLowerCase(), char(hex))
  for (const [, block = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, from = '', to = '', hex = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g))
      for (let at = 0; at <= Number.parseInt(to, 16) - Number.parseInt(from, 16); at++)
        chars.set(codeOf(from, at), char((Number.parseInt(hex, 16) + at).toString(16).padStart(4, '0')))
    for (const [, from = '', list = ''] of block.matchAll(/<(\w+)>\s*<\w+>\s*\[([^\]]*)\]/g))
      for (const [at, [, hex = '']] of [...list.matchAll(/<(\w+)>/g)].entries()) chars.set(codeOf(from, at), char(hex))
  }
  return { chars, width: chars.keys().next().value?.length ?? 4 }
}

const codeOf = (from: string, at: number) => (Number.parseInt(from, 16) + at).toString(16).padStart(from.length, '0')

const HEX = /<([0-9A-Fa-f]*)>/g
const LITERAL = /\(((?:\\[\s\S]|[^\\()])*)\)/g
const SHOWN = /\[(?:\((?:\\[\s\S]|[^\\()])*\)|<[^>]*>|[-\d.\s])*\]\s*TJ|(?:\((?:\\[\s\S]|[^\\()])*\)|<[^>]*>)\s*Tj/g
const SHOWN_OR_FONT = new RegExp(`/([^\\s/]+) [\\d.]+ Tf|${SHOWN.source}`, 'g')

/** All letters of the contents, in their order. */
function glyphsOf(file: string, codings: Map<string, Coding>): Glyph[] {
  let font = ''
  return [...file.matchAll(SHOWN_OR_FONT)].flatMap((token) => {
    if (token[1]) font = token[1]
    const coding = codings.get(font)
    if (token[1] || !coding) return []
    return [...token[0].matchAll(HEX)].flatMap((string) => {
      const [hex = '', at] = [string[1], token.index + string.index + 1]
      return Array.from({ length: hex.length / coding.width }, (_, nth) => {
        const code = hex.slice(nth * coding.width, (nth + 1) * coding.width).toLowerCase()
        return { char: coding.chars.get(code) ?? '?', at: at + nth * coding.width, length: coding.width, font }
      })
    })
  })
}

const ESCAPED: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

const rawOf = (text: string) =>
  text.replace(/\\([0-7]{1,3}|[\s\S])/g, (_, mark: string) =>
    /^[0-7]/.test(mark) ? String.fromCharCode(Number.parseInt(mark, 8)) : (ESCAPED[mark] ?? mark),
  )

/** Literal strings of the contents as hexadecimal ones. */
const hexed = (file: string) =>
  file.replace(SHOWN, (shown) =>
    shown.replace(LITERAL, (_, text: string) => `<${Buffer.from(rawOf(text), 'latin1').toString('hex')}>`),
  )

/** Changes letters in the contents themselves, in their own font; an empty text takes them out. */
export function recoded(bytes: Uint8Array, changes: readonly (readonly [string, string, number?])[]): Uint8Array {
  let file = hexed(latin(plain(bytes)))
  for (const change of changes) file = everyOf(file, change)
  return packed(qpdf()(Buffer.from(file, 'latin1')))
}

/** The one that is meant, or every one from the last to the first. */
function everyOf(file: string, [old, text, nth]: readonly [string, string, number?]): string {
  if (nth !== undefined) return once(file, old, text, nth)
  const all = glyphsOf(file, codingsOf(file))
    .map(({ char }) => char)
    .join('')
  const count = all.split(old).length - 1
  if (count === 0) throw new Error(`the contents print no ${old}`)
  return Array.from({ length: count }, (_, at) => count - 1 - at).reduce(
    (whole, at) => once(whole, old, text, at),
    file,
  )
}

function once(file: string, old: string, text: string, nth: number): string {
  const codings = codingsOf(file)
  const glyphs = glyphsOf(file, codings)
  const all = glyphs.map((glyph) => glyph.char).join('')
  let from = -1
  for (let at = 0; at <= nth; at++) from = all.indexOf(old, from + 1)
  if (from < 0) throw new Error(`the contents print no ${old}`)
  return glyphs.slice(from, from + old.length).reduceRight((whole, { at, length, font }, index) => {
    const wanted = text[index]
    const [code] =
      wanted === undefined ? [''] : ((codings.get(font)?.chars.entries() ?? []).find(([, c]) => c === wanted) ?? [])
    if (code === undefined) throw new Error(`the font ${font} has no ${wanted}`)
    return whole.slice(0, at) + code + whole.slice(at + length)
  }, file)
}
