import * as fontkit from '@cantoo/fontkit'

const TABLES = 12
const ENTRY = 16

/** Where a table of a TrueType file starts. */
function tableOf(file: Buffer, tag: string): number {
  for (let at = 0; at < file.readUInt16BE(4); at++) {
    const entry = TABLES + ENTRY * at
    if (file.toString('latin1', entry, entry + 4) === tag) return file.readUInt32BE(entry + 8)
  }
  throw new Error(`the font has no table ${tag}`)
}

/** A letter's outline in the file: where it starts and ends. */
function outlineOf(file: Buffer, letter: string): readonly [from: number, to: number] {
  const font = fontkit.create(file) as fontkit.Font
  const [glyph] = font.glyphsForString(letter)
  const long = file.readInt16BE(tableOf(file, 'head') + 50) === 1
  const loca = tableOf(file, 'loca')
  const at = (id: number) => (long ? file.readUInt32BE(loca + 4 * id) : 2 * file.readUInt16BE(loca + 2 * id))
  const [id, glyf] = [glyph?.id ?? 0, tableOf(file, 'glyf')]
  return [glyf + at(id), glyf + at(id + 1)]
}

/** A font in which one digit is drawn with the outline of another; its outline has to be no longer. */
export function exchanged(program: Uint8Array, letter: string, drawnAs: string): Uint8Array {
  const file = Buffer.from(program)
  const [[from, to], [otherFrom, otherTo]] = [outlineOf(file, letter), outlineOf(file, drawnAs)]
  if (otherTo - otherFrom > to - from) throw new Error(`the outline of ${drawnAs} is longer than that of ${letter}`)
  const outline = Buffer.from(file.subarray(otherFrom, otherTo))
  file.fill(0, from, to)
  outline.copy(file, from)
  return new Uint8Array(file)
}
