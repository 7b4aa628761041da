/** A TrueType font's tables by their names (OpenType 1.9, `otff`). */
export type Tables = ReadonlyMap<string, Uint8Array>

export function tablesOf(bytes: Uint8Array): Tables {
  const view = viewOf(bytes)
  const tables = new Map<string, Uint8Array>()
  for (let entry = HEADER; entry < HEADER + view.getUint16(4) * ENTRY; entry += ENTRY) {
    const name = String.fromCharCode(...bytes.subarray(entry, entry + 4))
    const offset = view.getUint32(entry + 8)
    tables.set(name, bytes.subarray(offset, offset + view.getUint32(entry + 12)))
  }
  return tables
}

const [HEADER, ENTRY] = [12, 16]

/**
 * The glyphs of a font that one document shows, numbered as they come. The library's own subset decodes every outline
 * and encodes it again, which costs ten times as much.
 */
export class GlyphSubset {
  readonly #tables: Tables
  // Glyph 0 stands for what a font does not have, and each must have it.
  readonly #numbers = new Map([[0, 0]])

  constructor(tables: Tables) {
    this.#tables = tables
  }

  /** The glyph's number in the subset. */
  includeGlyph(glyph: number | { id: number }): number {
    const id = typeof glyph === 'number' ? glyph : glyph.id
    const number = this.#numbers.get(id) ?? this.#numbers.size
    this.#numbers.set(id, number)
    return number
  }

  /** A font of these glyphs, with what their instructions need. */
  encode(): Uint8Array {
    const outlines: Uint8Array[] = []
    // Parts that an outline is put together from come in as it goes.
    for (const id of this.#numbers.keys()) outlines.push(this.#outline(id))
    const kept = KEPT.flatMap((name) => (this.#tables.has(name) ? [[name, this.#table(name)] as const] : []))
    const made = [
      ['glyf', joined(outlines)],
      ['head', patched(this.#table('head'), (head) => head.setInt16(50, LONG_OFFSETS))],
      ['hhea', patched(this.#table('hhea'), (hhea) => hhea.setUint16(34, outlines.length))],
      ['hmtx', joined([...this.#numbers.keys()].map((id) => this.#metrics(id)))],
      ['loca', offsetsOf(outlines)],
      ['maxp', patched(this.#table('maxp'), (maxp) => maxp.setUint16(4, outlines.length))],
    ] as const
    return fontOf([...kept, ...made].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  #outline(id: number): Uint8Array {
    const loca = viewOf(this.#table('loca'))
    const long = viewOf(this.#table('head')).getInt16(50) === LONG_OFFSETS
    const at = (glyph: number) => (long ? loca.getUint32(4 * glyph) : 2 * loca.getUint16(2 * glyph))
    const outline = this.#table('glyf').subarray(at(id), at(id + 1))
    const isComposite = outline.length > 0 && viewOf(outline).getInt16(0) < 0
    return isComposite ? patched(outline, (view) => this.#renumber(view)) : outline
  }

  /** The parts of a composite outline, by their numbers in the subset (`glyf`, composite glyph description). */
  #renumber(outline: DataView): void {
    for (let at = 10, flags = MORE; flags & MORE; ) {
      flags = outline.getUint16(at)
      outline.setUint16(at + 2, this.includeGlyph(outline.getUint16(at + 2)))
      at += 4 + (flags & WORDS ? 4 : 2) + (flags & SCALE ? 2 : flags & TWO_SCALES ? 4 : flags & MATRIX ? 8 : 0)
    }
  }

  /** Advance and left bearing; the last glyphs of a font may share an advance. */
  #metrics(id: number): Uint8Array {
    const hmtx = this.#table('hmtx')
    const own = viewOf(this.#table('hhea')).getUint16(34)
    if (id < own) return hmtx.subarray(4 * id, 4 * id + 4)
    const bearing = 4 * own + 2 * (id - own)
    return joined([hmtx.subarray(4 * own - 4, 4 * own - 2), hmtx.subarray(bearing, bearing + 2)])
  }

  #table(name: string): Uint8Array {
    const table = this.#tables.get(name)
    if (!table) throw new Error(`a font without ${name}`)
    return table
  }
}

const KEPT = ['cvt ', 'fpgm', 'prep']
const LONG_OFFSETS = 1
const [WORDS, SCALE, MORE, TWO_SCALES, MATRIX] = [0x1, 0x8, 0x20, 0x40, 0x80]

function fontOf(tables: readonly (readonly [name: string, table: Uint8Array])[]): Uint8Array {
  const directory = new Uint8Array(HEADER + tables.length * ENTRY)
  const view = viewOf(directory)
  view.setUint32(0, 0x00010000)
  view.setUint16(4, tables.length)
  let offset = directory.length
  for (const [at, [name, table]] of tables.entries()) {
    const entry = HEADER + at * ENTRY
    directory.set(Buffer.from(name, 'latin1'), entry)
    view.setUint32(entry + 4, sumOf(table))
    view.setUint32(entry + 8, offset)
    view.setUint32(entry + 12, table.length)
    offset += Math.ceil(table.length / 4) * 4
  }
  return joined([directory, ...tables.flatMap(([, table]) => [table, new Uint8Array(-table.length & 3)])])
}

function offsetsOf(outlines: readonly Uint8Array[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * (outlines.length + 1)))
  let offset = 0
  for (const [at, { length }] of outlines.entries()) {
    offset += length
    view.setUint32(4 * at + 4, offset)
  }
  return new Uint8Array(view.buffer)
}

function sumOf(table: Uint8Array): number {
  let sum = 0
  for (const [at, byte] of table.entries()) sum = (sum + (byte << (24 - 8 * (at & 3)))) | 0
  return sum >>> 0
}

function patched(table: Uint8Array, patch: (view: DataView) => void): Uint8Array {
  const copy = Uint8Array.from(table)
  patch(viewOf(copy))
  return copy
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts))
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}
