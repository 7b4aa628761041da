import { area, type Box, shared } from '../model/box.ts'
import type { DocumentPart } from '../model/findings.ts'
import type { Page, Word } from '../model/page.ts'
import { WITH_CENTS } from '../values/amount.ts'

/** A page with more of them has its amounts in a table that was not read; marking all of them says no more. */
const MOST = 300

/** Where amounts stand that a person sees on a page and that no field and no row of a table holds. Pure. */
export function unreadAmounts({ number, words }: Page, parts: readonly DocumentPart[]): Box[] {
  const held = heldOn(number, parts)
  const boxes = parts.flatMap(({ fields }) =>
    Object.values(fields).flatMap(({ page, box }) => (page === number ? [box] : [])),
  )
  const unread = words.filter(
    (word) =>
      word.visibility === 'shown' &&
      WITH_CENTS.test(word.text) &&
      !held.has(word) &&
      !boxes.some((box) => holds(box, word)),
  )
  return unread.slice(0, MOST).map(({ box }) => box)
}

function heldOn(number: number, parts: readonly DocumentPart[]): Set<Word> {
  return new Set(
    parts.flatMap(({ fields, tables }) => [
      ...Object.values(fields).flatMap(({ page, words }) => (page === number ? words : [])),
      ...tables.flatMap(({ rows }) =>
        rows.flatMap(({ page, words }) => (page === number ? Object.values(words).flat() : [])),
      ),
    ]),
  )
}

const holds = (box: Box, word: Word) => shared(box, word.box) > 0.5 * area(word.box)
