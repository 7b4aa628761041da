import type { PDFFont } from '@cantoo/pdf-lib'

/** Breaks a text into lines of at most `width` points; a word that is longer by itself is cut. At most `most` lines, the last one then ends in an ellipsis. */
export function wrap(text: string, font: PDFFont, size: number, width: number, most = 20): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((word) => cut(word, font, size, width))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (font.widthOfTextAtSize(longer, size) <= width) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  lines.push(line)
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), `${lines[most - 1]}…`]
}

function cut(word: string, font: PDFFont, size: number, width: number): string[] {
  if (font.widthOfTextAtSize(word, size) <= width) return [word]
  const parts: string[] = []
  let part = ''
  for (const letter of word) {
    if (part !== '' && font.widthOfTextAtSize(part + letter, size) > width) {
      parts.push(part)
      part = ''
    }
    part += letter
  }
  return [...parts, part]
}
