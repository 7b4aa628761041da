import { inflateSync } from 'node:zlib'

/** Larger files are not looked through, nor more than this of what is packed within one. */
const [LARGEST, MOST_UNPACKED] = [8_000_000, 16_000_000]

const OBJECT = /(?<![\d.])(\d{1,10}) (\d{1,5}) obj\b/g
const REFERENCE = /(?<![\d.])(\d{1,10}) \d{1,5} R\b/g
const PACKED = /\/Type\s*\/ObjStm\b/

/**
 * Whether a file holds a page or text that nothing in it refers to. A look at its bytes, without parsing, as few files
 * have such and most are read but once: it may say yes for no reason, and is asked again by who parses. Pure.
 */
export function mayHoldLost(bytes: Uint8Array): boolean {
  if (bytes.length > LARGEST) return false
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
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
