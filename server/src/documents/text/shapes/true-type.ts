const [HEADER, ENTRY, LONG_OFFSETS] = [12, 16, 1]

/** Whether a TrueType glyph is put together from others (OpenType 1.9, `glyf`); false in fonts of another kind. */
export function isCompound(font: Uint8Array, glyph: number): boolean {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  const [head, loca, glyf] = ['head', 'loca', 'glyf'].map((name) => offsetOf(view, name))
  if (head === undefined || loca === undefined || glyf === undefined) return false
  const long = view.getInt16(head + 50) === LONG_OFFSETS
  const at = (index: number) => (long ? view.getUint32(loca + 4 * index) : 2 * view.getUint16(loca + 2 * index))
  return at(glyph + 1) > at(glyph) && view.getInt16(glyf + at(glyph)) < 0
}

function offsetOf(font: DataView, table: string): number | undefined {
  for (let entry = HEADER; entry < HEADER + font.getUint16(4) * ENTRY; entry += ENTRY) {
    const name = String.fromCharCode(...[0, 1, 2, 3].map((at) => font.getUint8(entry + at)))
    if (name === table) return font.getUint32(entry + 8)
  }
  return undefined
}
