import { displayWidth } from './display-width.ts'

/** Lines of whole words in at most `width` columns; a word that is longer than a line stands alone. */
export function wrapWords(text: string, width: number): string[] {
  const lines: string[] = []
  let last = ''
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${last} ${word}`
    if (lines.length > 0 && displayWidth(longer) > width) lines.push(word)
    else lines[Math.max(0, lines.length - 1)] = longer
    last = lines.at(-1) ?? ''
  }
  return lines
}
