const [HEADER, ENTRY, LONG_OFFSETS] = [12, 16, 1]
/** Flags of a part of a compound glyph (OpenType 1.9, `glyf`). */
const [WORDS, OFFSETS, SCALE, MORE, TWO_SCALES, FOUR] = [0x01, 0x02, 0x08, 0x20, 0x40, 0x80]
/** Parts of a glyph, and of its parts; a letter and its marks are three or four. More may take for ever. */
const MOST_PARTS = 12

/**
 * Whether a TrueType glyph can be put together: one by itself, or few parts that stand where their numbers say. Fonts
 * of other kinds have none that is made of others.
 */
export function canBeJoined(font: Uint8Array, glyph: number): boolean {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  const [head, loca, glyf] = ['head', 'loca', 'glyf'].map((name) => offsetOf(view, name))
  if (head === undefined || loca === undefined || glyf === undefined) return true
  const long = view.getInt16(head + 50) === LONG_OFFSETS
  const at = (index: number) => (long ? view.getUint32(loca + 4 * index) : 2 * view.getUint16(loca + 2 * index))
  const waiting = [glyph]
  for (let parts = 0; waiting.length > 0; parts++) {
    const index = waiting.pop() as number
    const isCompound = at(index + 1) > at(index) && view.getInt16(glyf + at(index)) < 0
    const found = isCompound ? partsAt(view, glyf + at(index)) : []
    if (!found || parts > MOST_PARTS) return false
    waiting.push(...found)
  }
  return true
}

/** The glyphs that one is put together from; undefined where one is set by points of another, or there are many. */
function partsAt(font: DataView, start: number): number[] | undefined {
  const glyphs: number[] = []
  let flags = MORE
  for (let at = start + 10; flags & MORE; ) {
    flags = font.getUint16(at)
    glyphs.push(font.getUint16(at + 2))
    const scale = flags & SCALE ? 2 : flags & TWO_SCALES ? 4 : flags & FOUR ? 8 : 0
    at += (flags & WORDS ? 8 : 6) + scale
    if (!(flags & OFFSETS) || glyphs.length > MOST_PARTS) return undefined
  }
  return glyphs
}

function offsetOf(font: DataView, table: string): number | undefined {
  for (let entry = HEADER; entry < HEADER + font.getUint16(4) * ENTRY; entry += ENTRY) {
    const name = String.fromCharCode(...[0, 1, 2, 3].map((at) => font.getUint8(entry + at)))
    if (name === table) return font.getUint32(entry + 8)
  }
  return undefined
}
