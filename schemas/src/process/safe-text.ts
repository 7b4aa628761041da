import { stripVTControlCharacters } from 'node:util'

// Control characters, which a terminal obeys, but for line breaks and tabs.
const CONTROLS = /(?![\n\t])\p{Cc}/gu
// Marks that reorder what is shown, with which a name could pass for another, and line breaks that are no newline.
const MARKS = /[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g
const BREAKS = / *[\n\r\t\u0085\u2028\u2029][\n\r\t\u0085\u2028\u2029 ]*/g
const OBEYED = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/**
 * Running text of others for a terminal, such as an answer: newlines, tabs and the marks of scripts that run from right
 * to left are kept, and no escape sequence survives. Of one that is split over two pieces only the control characters
 * go, which leaves its visible rest and harms nothing.
 */
export function safeText(text: string): string {
  return stripVTControlCharacters(text).replace(CONTROLS, '')
}

/** Lines that a program has put together from texts of others: nothing in them is obeyed, or turns them round. */
export function safeLines(text: string): string {
  return safeText(text).replace(MARKS, '')
}

/** The same as one line, of a table, a message or a log. */
export function safeLine(text: string): string {
  return safeLines(text.replace(BREAKS, ' '))
}

/** JSON for a terminal: what it leaves as it is (DEL, C1, marks), and a terminal would obey, is escaped. */
export function safeJson(json: string): string {
  return json.replace(OBEYED, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
