import { stripVTControlCharacters } from 'node:util'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
// Marks that reorder what is shown, with which a name could pass for another; harmless in running text.
const REORDERING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * Text from the server for a terminal, newlines and tabs kept: no escape sequence survives. Of one that is split
 * over two pieces only the control characters go, which leaves its visible rest and harms nothing.
 */
export function safeText(text: string): string {
  return stripVTControlCharacters(text).replace(CONTROLS, '')
}

/** One line of a table or a message. */
export function safeLine(text: string): string {
  return safeText(text)
    .replace(REORDERING, '')
    .replace(/[\n\t\u2028\u2029]+/g, ' ')
}
