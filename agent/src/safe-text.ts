// Control characters, which a terminal obeys; marks that reorder what it shows, with which a name could pass for
// another; and the line breaks that are neither.
const HARMFUL = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** Text of the server or an engine for a terminal, newlines and tabs kept: nothing in it is obeyed. */
export function harmless(text: string): string {
  return text.replace(HARMFUL, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
}

/** The same as one line of it. */
export function oneLine(text: string): string {
  return text.replace(HARMFUL, ' ').replace(/ {2,}/g, ' ')
}

/** JSON for a terminal: what it leaves as it is, and a terminal would obey, is escaped. */
export function escaped(json: string): string {
  return json.replace(HARMFUL, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
