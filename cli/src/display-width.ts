import stringWidth from 'fast-string-truncated-width'

/** How many columns of a terminal a text takes: wide characters two, marks that combine and colours none. */
export function displayWidth(text: string): number {
  return stringWidth(text).width
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** What a reader takes for one character each, with its width. */
export function* characters(text: string): Generator<{ character: string; width: number }> {
  for (const { segment } of graphemes.segment(text)) yield { character: segment, width: displayWidth(segment) }
}

/** The text, or its beginning and an ellipsis, in at most `width` columns. */
export function fit(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let kept = ''
  let left = width - 1
  for (const { character, width: taken } of characters(text)) {
    if (taken > left) break
    kept += character
    left -= taken
  }
  return `${kept.trimEnd()}…`
}
