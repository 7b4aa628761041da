import { layOut } from '../layout/lay-out.ts'
import { coveredByPictures } from '../model/covered.ts'
import type { Field, Fields } from '../model/findings.ts'
import type { Word } from '../model/page.ts'
import type { Reading } from '../model/reading.ts'

/** A reading in which what pictures hide is shown. */
export interface Uncovered {
  reading: Reading
  /** The words as the file has them, by page and place in painting order. */
  hidden: ReadonlyMap<string, Word>
}

const keyOf = (page: number, { order }: Word) => `${page} ${order}`

/**
 * The file as it would read without the pictures that lie over its text; undefined where none does. Where a value is
 * covered, its label would otherwise lead to a neighbour, or to nothing.
 */
export function uncover(reading: Reading): Uncovered | undefined {
  const hidden = new Map<string, Word>()
  const pages = reading.pages.map((layout) => {
    const { page } = layout
    const covered = new Set(coveredByPictures(page).map(({ word }) => word))
    if (covered.size === 0) return layout
    for (const word of covered) hidden.set(keyOf(page.number, word), word)
    const words = page.words.map((word) => (covered.has(word) ? { ...word, visibility: 'shown' as const } : word))
    return { ...layOut({ ...page, words }), page }
  })
  return hidden.size > 0 ? { reading: { ...reading, pages }, hidden } : undefined
}

/** The fields, those marked whose words nobody sees; undefined where all can be seen. */
export function markCovered(fields: Fields, { hidden }: Uncovered): Fields | undefined {
  const entries = Object.entries(fields).map(([name, field]): [string, Field] => {
    const words = field.words.map((word) => hidden.get(keyOf(field.page, word)) ?? word)
    return words.every((word, at) => word === field.words[at])
      ? [name, field]
      : [name, { ...field, words, covered: true }]
  })
  return entries.some(([, { covered }]) => covered) ? Object.fromEntries(entries) : undefined
}
