import { around } from '../model/box.ts'
import type { MarkedText, Word } from '../model/page.ts'

/** Where content was marked, in painting order: after which operator it begins, and with which it ends. */
export interface Mark {
  from: number
  to: number
}

/** The words that are shown within each mark, where there are any. */
export function markedTexts(marks: readonly Mark[], words: readonly Word[]): MarkedText[] {
  if (marks.length === 0) return []
  const shown = words.filter(({ visibility, origin }) => visibility === 'shown' && origin === 'text')
  return marks.flatMap(({ from, to }) => {
    const own = shown.filter(({ order }) => order > from && order <= to)
    const text = own.map((word) => word.text).join(' ')
    return own.length > 0 ? [{ text, box: around(own.map(({ box }) => box)) }] : []
  })
}
