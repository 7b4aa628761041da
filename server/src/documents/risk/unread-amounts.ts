import type { Field, TableRow } from '../model/findings.ts'
import type { Word } from '../model/page.ts'
import { findAmounts } from '../values/amount-style.ts'
import { findDates } from '../values/date.ts'
import { isSentence } from './beside-rows.ts'
import type { Facts } from './facts.ts'

/** Amounts of one column begin or end within so many points of each other. */
const STRAIGHT = 3
/** Rows may leave the year to the period: `03/02`, `2. 3.`, `12 Mar`, `Mar 12`. */
const DAY = /^(?:\d{1,2}(?:[./-]\d| \p{L}{3})|\p{L}{3,9}\.? ?\d{1,2}\b)/u

interface Unread {
  /** On a line with a date, as rows are. */
  dated: boolean
}

/** Amounts of the statement's pages where rows have theirs, or on a line with a date, that are part of none. */
export function unreadAmounts({ reading, part }: Facts, rows: readonly TableRow[]): Unread[] {
  const keyOf = (page: number, { order }: Word) => `${page} ${order}`
  const read = new Set(
    [...Object.values(part.fields), ...rows].flatMap((found) => wordsOf(found).map((word) => keyOf(found.page, word))),
  )
  const edges = rows.flatMap(({ words }) => [...(words.deposit ?? []), ...(words.withdrawal ?? [])])
  return reading.pages
    .filter(({ page }) => part.pages.includes(page.number))
    .flatMap(({ lines, page }) =>
      lines.flatMap((line) => {
        const words = line.segments.flatMap((segment) => segment.words)
        const isRead = words.some((word) => read.has(keyOf(page.number, word)))
        const amounts = findAmounts(words, {}).filter(({ decimals }) => decimals === 2)
        if (isRead || amounts.length === 0 || line.segments.some(({ text }) => isSentence(text))) return []
        const dated = DAY.test(line.text) || findDates(line.segments[0]?.text ?? '').length > 0
        const aligned = amounts.some((found) => found.words.some((word) => edges.some((edge) => isUnder(word, edge))))
        return dated || aligned ? [{ dated }] : []
      }),
    )
}

const isUnder = (a: Word, b: Word) =>
  Math.abs(a.box[2] - b.box[2]) < STRAIGHT || Math.abs(a.box[0] - b.box[0]) < STRAIGHT

/** The words of a field or a row. */
export const wordsOf = ({ words }: Field | TableRow): Word[] =>
  Array.isArray(words) ? words : Object.values(words).flat()
