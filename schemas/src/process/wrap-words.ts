/**
 * Lines of whole words in at most `width` columns; a word that is longer than a line stands alone. `measure` says how
 * many columns a text takes; without it each character takes one.
 */
export function wrapWords(text: string, width: number, measure = (part: string): number => part.length): string[] {
  const lines: string[] = []
  let last = ''
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${last} ${word}`
    if (lines.length > 0 && measure(longer) > width) lines.push(word)
    else lines[Math.max(0, lines.length - 1)] = longer
    last = lines.at(-1) ?? ''
  }
  return lines
}
