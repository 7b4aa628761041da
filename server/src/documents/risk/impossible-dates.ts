import type { Evidence } from '../model/findings.ts'
import type { Line } from '../model/layout.ts'
import type { Word } from '../model/page.ts'
import { wordsAt } from '../model/words-at.ts'
import { foldInPlace } from '../values/fold.ts'
import { MONTH_PATTERN, monthsOf } from '../values/months.ts'
import { certaintyOfWords } from './claim.ts'
import type { Rule } from './facts.ts'

const YEAR = '(?<year>(?:19|20)\\d\\d)'
const EDGE = '(?![\\d./-]*\\d)'
/** Dates with all of their parts: a year of two digits may be anything else. */
const SHAPES: readonly RegExp[] = [
  new RegExp(`(?<![\\p{L}\\d./-])(?<a>\\d{1,2})(?<sep>[./-])(?<b>\\d{1,2})\\k<sep>${YEAR}${EDGE}`, 'gu'),
  new RegExp(`(?<![\\p{L}\\d./-])${YEAR}-(?<b>\\d{2})-(?<a>\\d{2})${EDGE}`, 'gu'),
  new RegExp(
    `(?<![\\p{L}\\d])(?<a>\\d{1,2})(?:st|nd|rd|th|er|\\.)? (?<name>${MONTH_PATTERN})\\.? ${YEAR}${EDGE}`,
    'gu',
  ),
  new RegExp(`(?<!\\p{L})(?<name>${MONTH_PATTERN})\\.? (?<a>\\d{1,2})(?:st|nd|rd|th)?,? ${YEAR}${EDGE}`, 'gu'),
]

/** Every shape has its year: most text has none. */
const DATED = /(?:19|20)\d\d/

/** Papers are numbered by month too: `Invoice no. 31/02/2025` is the thirty-first of February's. */
const NUMBERED = /(?:n[or°º]s?|num\p{L}*|number|\/|#|ref\p{L}*)[.:°º]*\s*$/iu

/** Days that no calendar has, as the text writes them. */
export function findImpossibleDates(text: string): { index: number; printed: string }[] {
  if (!DATED.test(text)) return []
  const folded = foldInPlace(text)
  return SHAPES.flatMap((shape) =>
    Array.from(folded.matchAll(shape)).flatMap(({ 0: found, index, groups = {} }) => {
      if (!isImpossible(groups) || (groups.sep && NUMBERED.test(folded.slice(0, index)))) return []
      return [{ index, printed: text.slice(index, index + found.length) }]
    }),
  )
}

function isImpossible({ year, a, b, name }: Record<string, string | undefined>): boolean {
  const days = (month: number, day: number) =>
    day >= 1 && day <= new Date(Date.UTC(Number(year), month, 0)).getUTCDate()
  const [first, second] = [Number(a), Number(b)]
  if (name !== undefined) return first <= 31 && !monthsOf(name).some((month) => days(month, first))
  // Either order: 30/02 and 02/30. Numbers that are no day of any month are no date at all.
  const orders = [
    [second, first],
    [first, second],
  ].filter(([month = 0, day = 0]) => month >= 1 && month <= 12 && day >= 1 && day <= 31)
  return orders.length > 0 && !orders.some(([month = 0, day = 0]) => days(month, day))
}

/** A date that is none was typed by hand: programs know how long a month is. */
export const impossibleDates: Rule = ({ reading, part }) =>
  reading.pages
    .filter(({ page }) => part.pages.includes(page.number))
    .flatMap(({ lines }) => lines)
    .flatMap((line) =>
      line.segments.flatMap(({ words, text, page }) =>
        findImpossibleDates(text).flatMap(({ index, printed }) => {
          const found = wordsAt(words, index, printed.length)
          const numbered = NUMBERED.test(foldInPlace(leftOf(line, found[0])))
          if (found.length === 0 || numbered) return []
          const sure = certaintyOfWords(found) === 'sure'
          return [
            {
              code: 'IMPOSSIBLE_DATE',
              family: 'consistency' as const,
              severity: sure ? ('medium' as const) : ('low' as const),
              proof: sure,
              message: `"${printed}" is a day that does not exist`,
              fields: [],
              evidence: found.map(({ box }): Evidence => ({ page, bbox: box })),
            },
          ]
        }),
      ),
    )

const leftOf = ({ segments }: Line, word: Word | undefined) =>
  segments
    .flatMap(({ words }) => words)
    .filter(({ box }) => word !== undefined && box[2] <= word.box[0])
    .map(({ text }) => text)
    .join(' ')
