/**
 * What takes no room on any screen: joiners, variation selectors, blanks of no width, fillers, tags, control
 * characters. Marks above and below letters are seen.
 */
const UNSEEN = /[[\p{Default_Ignorable_Code_Point}\p{Cc}]--[\t\n\r]]+/gv

/** The first character beyond ASCII's that cannot be seen, but for control characters: a soft hyphen. */
const FIRST_UNSEEN = 0xad

/**
 * UTF-8 bytes of a text that its buyer can see, and of what cannot be seen at most as many: emoji and some scripts join
 * letters by such characters, and a host could hide any number of them in a good answer. Pure.
 */
export function paidBytes(text: string): number {
  const bytes = Buffer.byteLength(text)
  if (isPlain(text)) return bytes
  return Math.min(bytes, 2 * Buffer.byteLength(text.replace(UNSEEN, '')))
}

/** Whether nothing in it can be unseen, as nearly always: half the time of the expression. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const blank = code === 9 || code === 10 || code === 13
    if (!blank && (code < 32 || (code > 126 && code < 160) || code >= FIRST_UNSEEN)) return false
  }
  return true
}
