/** What a JSON text may hold, whatever its length: to parse what is longer holds the event loop for seconds. */
export interface JsonBounds {
  /** Lists and objects within each other: deeper ones exhaust the stack of whoever walks through them. */
  levels: number
  lists: number
  values: number
}

/**
 * A megabyte of short pieces of text has 180,000 values, one of likelihoods 40,000 lists and objects. The worst text
 * that was found within these (objects of a member each, of another name each) takes 140 ms of processor time to parse;
 * 11 MB of brackets took 6.7 s.
 */
export const JSON_BOUNDS: JsonBounds = { levels: 1000, lists: 65_536, values: 262_144 }

/** Which bound a text is over, and the member of its outermost object in which that was seen. */
export interface JsonExcess {
  what: keyof JsonBounds
  member: string | undefined
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const OPEN_OBJECT = 0x7b
const CLOSE_LIST = 0x5d
const CLOSE_OBJECT = 0x7d
const LONGEST_NAME = 64

/**
 * Counts what a JSON text holds as its bytes come, before anybody parses it; whether it is JSON at all does not matter
 * here. A text that is short and has few brackets is over no bound, and only its brackets are counted: a byte of any
 * other costs as much as parsing it does.
 */
export class JsonMeter {
  readonly #bounds: JsonBounds
  /** What came while the text was short and had few brackets; undefined once all is counted. */
  #early: Uint8Array[] | undefined = []
  #bytes = 0
  #brackets = 0
  #levels = 0
  #lists = 0
  #values = 1
  #inText = false
  #escaped = false
  #member: string | undefined
  #excess: JsonExcess | undefined

  constructor(bounds = JSON_BOUNDS) {
    this.#bounds = bounds
  }

  /** The bound that the text is over by now, if any. */
  push(chunk: Uint8Array): JsonExcess | undefined {
    if (!this.#early) return this.#look(chunk)
    this.#early.push(chunk)
    this.#bytes += chunk.length
    this.#brackets += bracketsIn(chunk)
    const { levels, lists, values } = this.#bounds
    if (this.#bytes <= Math.min(lists, values) && this.#brackets <= levels) return undefined
    const early = this.#early
    this.#early = undefined
    for (const one of early) this.#look(one)
    return this.#excess
  }

  #look(chunk: Uint8Array): JsonExcess | undefined {
    let began = -1
    for (let at = 0; at < chunk.length && !this.#excess; at++) {
      const byte = chunk[at] as number
      if (this.#inText) {
        if (!this.#endsText(byte)) continue
        if (this.#levels === 1) this.#member = began < 0 ? undefined : nameIn(chunk.subarray(began, at))
      } else if (byte === QUOTE) {
        this.#inText = true
        began = at + 1
      } else this.#count(byte)
    }
    return this.#excess
  }

  #endsText(byte: number): boolean {
    if (this.#escaped) this.#escaped = false
    else if (byte === BACKSLASH) this.#escaped = true
    else if (byte === QUOTE) this.#inText = false
    return !this.#inText
  }

  #count(byte: number): void {
    if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      this.#levels++
      this.#lists++
      if (this.#levels > this.#bounds.levels) this.#over('levels')
      else if (this.#lists > this.#bounds.lists) this.#over('lists')
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#levels--
    else if (byte === COMMA && ++this.#values > this.#bounds.values) this.#over('values')
  }

  #over(what: keyof JsonBounds): void {
    this.#excess = { what, member: this.#levels > 1 ? this.#member : undefined }
  }
}

/** The bound that a whole text is over, if any. */
export function jsonExcess(text: string): JsonExcess | undefined {
  return text.length <= JSON_BOUNDS.levels ? undefined : new JsonMeter().push(Buffer.from(text))
}

function bracketsIn(chunk: Uint8Array): number {
  let count = 0
  for (const bracket of [OPEN_LIST, OPEN_OBJECT])
    for (let at = chunk.indexOf(bracket); at >= 0; at = chunk.indexOf(bracket, at + 1)) count++
  return count
}

function nameIn(bytes: Uint8Array): string | undefined {
  const name = bytes.length > LONGEST_NAME ? '' : Buffer.from(bytes).toString('latin1')
  return /^\w+$/.test(name) ? name : undefined
}
