import { holds, middle } from './box.ts'
import type { FormValue, Word } from './page.ts'

/** What a form field shows of `words`: those that stand in it, line by line. Pure. */
export function shownIn(field: Pick<FormValue, 'box'>, words: readonly Word[]): string {
  return wordsIn(field, words)
    .toSorted((a, b) => (isLevel(a, b) ? a.box[0] - b.box[0] : b.box[1] - a.box[1]))
    .map(({ text }) => text)
    .join(' ')
}

export const wordsIn = ({ box }: Pick<FormValue, 'box'>, words: readonly Word[]): Word[] =>
  words.filter((word) => holds(box, word.box, 1))

const isLevel = (a: Word, b: Word) => Math.abs(middle(a.box)[1] - middle(b.box)[1]) < 0.5 * Math.max(a.size, b.size)
