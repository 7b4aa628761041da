import { inflateSync } from 'node:zlib'

/** More than this is not looked through without its bulk, nor of what is packed within a file. */
const [MOST_LOOKED, MOST_UNPACKED] = [8_000_000, 16_000_000]
/** Longer streams are bulk: pictures and fonts, whatever they say they are. No object is within them. */
const BULK = 65_536

const OBJECT = /(?<![\d.])(\d{1,10}) (\d{1,5}) obj\b/g
const REFERENCE = /(?<![\d.])(\d{1,10}) \d{1,5} R\b/g
const PACKED = /\/Type\s*\/ObjStm\b/

/**
 * Whether a file holds a page or text that nothing in it refers to. A look at its bytes, without parsing, as few files
 * have such and most are read but once: it may say yes for no reason, and is asked again by who parses. Undefined where
 * it is too much to look through, without its bulk. Pure.
 */
export function mayHoldLost(bytes: Uint8Array): boolean | undefined {
  const text = withoutBulk(bytes)
  if (text.length > MOST_LOOKED) return undefined
  const objects = objectsIn(text)
  const referred = new Set(numbersIn(text))
  for (const part of unpacked(objects)) for (const number of numbersIn(part)) referred.add(number)
  return objects.some(({ number, head }) => !referred.has(number) && isContent(head))
}

interface RawObject {
  number: number
  /** From behind `obj` to its stream, or its first characters. */
  head: string
  /** What follows `stream`, to the next object. */
  body: string
}

function objectsIn(text: string): RawObject[] {
  const found = [...text.matchAll(OBJECT)]
  return found.map((match, index) => {
    const whole = text.slice(match.index + match[0].length, found[index + 1]?.index)
    const at = whole.indexOf('stream')
    const [head, body] = at < 0 ? [whole, ''] : [whole.slice(0, at), whole.slice(at + 6)]
    return { number: Number(match[1]), head, body }
  })
}

/** A file as text, without what its long streams hold; those that pack objects stay. */
function withoutBulk(bytes: Uint8Array): string {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const kept: string[] = []
  let from = 0
  for (let begin = file.indexOf('stream'); begin >= 0; ) {
    const end = file.indexOf('endstream', begin)
    if (end < 0) break
    const head = file.toString('latin1', Math.max(from, begin - HEAD), begin)
    if (end - begin > BULK && !PACKED.test(head.slice(head.lastIndexOf(' obj')))) {
      kept.push(file.toString('latin1', from, begin + 6), '\n')
      from = end
    }
    begin = file.indexOf('stream', end + 9)
  }
  kept.push(file.toString('latin1', from))
  return kept.join('')
}

/** A stream's dictionary is seldom longer. */
const HEAD = 2_000

const numbersIn = (text: string) => Array.from(text.matchAll(REFERENCE), ([, number]) => Number(number))

/** A page, or a stream without a kind, as the contents of pages are. */
const isContent = (head: string) =>
  /\/Type\s*\/Page\b/.test(head) || (/\/Length\b/.test(head) && !/\/(?:Type|Subtype|FunctionType)\b/.test(head))

/** The objects that are packed in others, as text. Those that do not unpack refer to nothing. */
function* unpacked(objects: readonly RawObject[]): Generator<string> {
  let left = MOST_UNPACKED
  for (const { head, body } of objects) {
    if (left <= 0 || !PACKED.test(head)) continue
    const text = inflated(body.replace(/^\r?\n/, ''), left)
    left -= text.length
    yield text
  }
}

function inflated(body: string, most: number): string {
  try {
    return inflateSync(Buffer.from(body, 'latin1'), { maxOutputLength: most }).toString('latin1')
  } catch {
    return ''
  }
}
