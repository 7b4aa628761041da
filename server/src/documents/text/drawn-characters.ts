/** The glyphs' names (Adobe Glyph List) of the characters that figures are written with. */
const NAMED: ReadonlyMap<unknown, string> = new Map([
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'].map(
    (name, digit): [string, string] => [name, String(digit)],
  ),
  ['period', '.'],
  ['comma', ','],
  ['dollar', '$'],
  ['sterling', '£'],
  ['Euro', '€'],
])

/** What pdf.js tells of a font's encoding. */
export interface Encoding {
  type?: unknown
  composite?: unknown
  isSymbolicFont?: unknown
  differences?: unknown
  defaultEncoding?: unknown
}

/**
 * What a font's own encoding draws for a code, as far as figures go: whatever its map for copying (ToUnicode) says. Of
 * symbolic fonts, and of those whose codes are glyphs' numbers, an encoding tells nothing.
 */
export function drawnBy({ type, composite, isSymbolicFont, ...encoding }: Encoding): ReadonlyMap<number, string> {
  const drawn = new Map<number, string>()
  if (composite || isSymbolicFont || type === 'Type3') return drawn
  for (const names of [encoding.defaultEncoding, encoding.differences]) {
    const entries = Array.isArray(names) || names instanceof Map ? names.entries() : []
    for (const [code, name] of entries as Iterable<[number, unknown]>) {
      const character = NAMED.get(name)
      if (character === undefined) drawn.delete(code)
      else drawn.set(code, character)
    }
  }
  return drawn
}
