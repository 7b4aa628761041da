import { area, shared } from '../model/box.ts'
import type { DocumentPart, Target } from '../model/findings.ts'
import type { Page, Word } from '../model/page.ts'
import type { Place } from '../ocr/shown/doubted-places.ts'
import { targetOf } from './policy/targets.ts'

/** Words of values, of one file, that are painted and recognised; some 40 ms each. */
const MOST = 12

/** What somebody pays by, is paid by, or is told apart by. */
const HELD: ReadonlySet<Target> = new Set(['amount', 'name', 'account', 'date'])

/** Recognition knows the letters of these words. */
const LATIN = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]+$/u

/**
 * Whether it is open that the page shows a word as its text says it: the font's outlines cannot be judged, a clip cuts
 * through it, a mask or a blend has a part in it.
 */
const isOpen = ({ open, unsure, visibility, origin, turn, text }: Word) =>
  (open !== undefined || unsure) && visibility === 'shown' && origin === 'text' && !turn && LATIN.test(text)

/** The words of values of which it is open what the page shows, by page; those of fields first. Pure. */
export function openValues(pages: readonly Page[], parts: readonly DocumentPart[]): Map<number, Place[]> {
  const open = [...ofFields(parts), ...ofTables(parts)].flatMap(({ page: number, words }) => {
    const page = pages.find((one) => one.number === number)
    return page && !page.ocr && page.toShown[0] === 1 ? words.filter(isOpen).map((word) => ({ page, word })) : []
  })
  const once = new Map(open.map((one) => [`${one.page.number} ${one.word.box.join(' ')}`, one]))
  const places = [...once.values()].slice(0, MOST)
  return new Map(
    Map.groupBy(places, ({ page }) => page.number)
      .entries()
      .map(([number, found]) => [number, found.map(({ page, word }) => placeOf(word, page))]),
  )
}

interface Value {
  page: number
  words: readonly Word[]
}

const ofFields = (parts: readonly DocumentPart[]): Value[] =>
  parts.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, field]) => (HELD.has(targetOf(name)) ? [field] : [])),
  )

const ofTables = (parts: readonly DocumentPart[]): Value[] =>
  parts
    .flatMap(({ tables }) => tables.flatMap(({ rows }) => rows))
    .flatMap(({ page, words }) => Object.values(words).map((own) => ({ page, words: own.filter(hasFigures) })))

const hasFigures = ({ text }: Word) => /\d/.test(text)

/** A word's place with all that stands there. */
function placeOf({ box }: Word, { words }: Page): Place {
  const isThere = (other: Word) => shared(other.box, box) > 0.3 * Math.min(area(other.box), area(box))
  return { box, words: words.filter((other) => other.origin === 'text' && !other.turn && isThere(other)) }
}
