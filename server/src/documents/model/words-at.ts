import type { Word } from './page.ts'

/** The words of a segment's text that stand at a place in it; its text is theirs, joined by blanks. */
export function wordsAt(words: readonly Word[], index: number, length: number): Word[] {
  let from = 0
  return words.filter(({ text }) => {
    const [start, end] = [from, from + text.length]
    from = end + 1
    return start < index + length && end > index
  })
}
