/** Presentation forms of Latin ligatures, which people type as letters. */
const LIGATURES: Record<string, string> = {
  '\uFB00': 'ff',
  '\uFB01': 'fi',
  '\uFB02': 'fl',
  '\uFB03': 'ffi',
  '\uFB04': 'ffl',
  '\uFB05': 'st',
  '\uFB06': 'st',
}

const PLAIN = /^[\x21-\x7E]+$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: fonts without a mapping give character codes, these among them
const UNSEEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\u200B-\u200F\u202A-\u202E\u2060\uFEFF]/g

/**
 * A glyph's characters as words have them: ligatures taken apart, soft hyphens as the hyphens that they print, every
 * kind of blank a blank, nothing that no one sees.
 */
export function clean(text: string): string {
  if (PLAIN.test(text)) return text
  return text
    .replace(/[\uFB00-\uFB06]/g, (ligature) => LIGATURES[ligature] ?? ligature)
    .replace(/\u00AD/g, '-')
    .replace(/[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g, ' ')
    .replace(UNSEEN, '')
    .normalize('NFC')
}
