const MOST_CHARS = 500

/**
 * What a host said went wrong, as a person may read it anywhere: one line without control or direction characters,
 * well-formed, at most 500 characters. Null where nothing is left.
 */
export function plainMessage(said = ''): string | null {
  const line = said
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  const chars = [...line]
  const text = chars.length > MOST_CHARS ? `${chars.slice(0, MOST_CHARS - 1).join('')}…` : line
  return text || null
}
