import { phrases } from '../vocabulary/compile.ts'
import { foldCase, foldInPlace } from './fold.ts'
import { MONTH_PATTERN, monthsOf } from './months.ts'

export type DateOrder = 'DMY' | 'MDY' | 'YMD'

export interface DateOptions {
  /** The order of the document's all-digit dates (date-order.ts); without it `03/04/2018` is uncertain. */
  order?: DateOrder | undefined
  /** Lets days without a year count (`06/13`, `13 Jun`): the year that puts them into the period, or nearest to it. */
  period?: Period | undefined
}

export interface Period {
  /** YYYY-MM-DD, both included. */
  start: string
  end: string
}

export interface DateReading {
  /** YYYY-MM-DD. */
  value: string
  /** False where day and month could be the other way round, or a name means two months, and nothing told which. */
  certain: boolean
  /** How it is written: the order of its parts, and whether the month is a name. */
  order: DateOrder
  named: boolean
  /** The year was not printed and comes from the period. */
  completed: boolean
}

export interface DateAt extends DateReading {
  /** Place in the text searched. */
  index: number
  printed: string
}

interface Parts {
  year: number | undefined
  month: number
  day: number
  order: DateOrder
  certain: boolean
  named: boolean
}

type Groups = Record<string, string>
type Rule = readonly [pattern: RegExp, read: (groups: Groups, options: DateOptions) => Parts | undefined]

const START = '(?<![\\p{L}\\d]|\\d[./-])'
const END = '(?![\\p{L}]?\\d|[./-]\\d)'
const YEAR = "(?<year>(?:19|20)\\d\\d|'?\\d\\d)"
const DAY = '(?<day>[0-3]?\\d)(?!\\d)'
const NAME = `(?<name>${MONTH_PATTERN})`
const ORDINAL = '(?:st|nd|rd|th|er|re|\\.|º|°)?'
const GAP = '[ ./-]{0,3}'

/** In order of how much they demand; a place in the text is read by the first that fits. */
const RULES: readonly Rule[] = [
  [
    pattern(`${START}(?<year>(?:19|20)\\d\\d)(?<sep> ?[./-] ?| )(?<month>[01]?\\d)\\k<sep>${DAY}(?!\\d|[./-]\\d)`),
    yearFirst,
  ],
  [pattern(`${START}(?<year>(?:19|20)\\d\\d)${GAP}${NAME}\\.?${GAP}${DAY}${END}`), named('YMD')],
  [
    pattern(
      `${START}${DAY}${ORDINAL},?${GAP}(?:of |de |di |d'|den )?${NAME}(?![\\p{L}])\\.?,?${GAP}(?:de |del )?${YEAR}${END}`,
    ),
    named('DMY'),
  ],
  [pattern(`${START}${NAME}(?![\\p{L}])\\.?${GAP}${DAY}${ORDINAL},?${GAP}${YEAR}${END}`), named('MDY')],
  [pattern(`${START}(?<a>\\d{1,2})(?<sep> ?[./-] ?)(?<b>\\d{1,2})\\k<sep>${YEAR}(?!\\d|[./-]\\d)`), digits],
  [pattern(`${START}(?<a>\\d{2}) (?<b>\\d{2}) (?<year>(?:19|20)\\d\\d)${END}`), digits],
  [
    pattern('(?<![\\p{L}\\d.,-])(?<year>(?:19|20)\\d\\d)(?<month>[01]\\d)(?<day>[0-3]\\d)(?![\\p{L}\\d.,-])'),
    yearFirst,
  ],
]

/** Days without a year: read only where a period completes them. */
const PARTIAL: readonly Rule[] = [
  [pattern(`${START}${DAY}${ORDINAL}${GAP}(?:of |de |di |d'|den )?${NAME}(?![\\p{L}])`), named('DMY')],
  [pattern(`${START}${NAME}(?![\\p{L}])\\.?${GAP}${DAY}${ORDINAL}(?!\\d)`), named('MDY')],
  [pattern(`${START}(?<a>\\d{1,2})[/-](?<b>\\d{1,2})(?![\\d/.-])`), digits],
  [pattern(`${START}(?<a>\\d{1,2})\\.(?<b>\\d{1,2})(?:\\.(?!\\d)|$)`), digits],
  // Typesetters part the day from the month: `3. 8.`.
  [pattern(`${START}(?<a>\\d{1,2})\\. (?<b>\\d{1,2})\\.(?! ?\\d)`), digits],
]

const setsOf = (fits: (rule: Rule) => boolean) => {
  const [whole, partial] = [RULES.filter(fits), PARTIAL.filter(fits)]
  return { whole, partial, all: [...whole, ...partial] }
}
const ANY = setsOf(() => true)
const UNNAMED = setsOf(([shape]) => !shape.source.includes(NAME))

/** A weekday as it stands before a day, in full or short. `Saldo` is none, though it begins like a Saturday. */
const WEEKDAY = new RegExp(
  `^${phrases(
    'weekday',
    'weekday.monday',
    'weekday.tuesday',
    'weekday.wednesday',
    'weekday.thursday',
    'weekday.friday',
    'weekday.saturday',
    'weekday.sunday',
  )}\\.?,?$`,
  'u',
)

function pattern(source: string): RegExp {
  return new RegExp(source, 'gu')
}

/** Reads the whole of `text` as one date, a weekday before it aside. Undefined where it is none, or an impossible one. */
export function parseDate(text: string, options: DateOptions = {}): DateReading | undefined {
  const trimmed = text.trim()
  const found = findDates(trimmed, options).find(({ index, printed }) => {
    const [before, after] = [trimmed.slice(0, index), trimmed.slice(index + printed.length)]
    return (before === '' || WEEKDAY.test(foldCase(before))) && /^[.,;]?$/.test(after)
  })
  if (!found) return undefined
  const { index: _, printed: __, ...reading } = found
  return reading
}

/** Every date in `text`, left to right, without overlaps. Impossible ones (31 February, month 13) are not returned. */
export function findDates(text: string, options: DateOptions = {}): DateAt[] {
  const rules = rulesFor(text, options)
  if (rules.length === 0) return []
  const folded = foldInPlace(text)
  const found: DateAt[] = []
  for (const [shape, read] of rules) {
    for (const match of folded.matchAll(shape)) {
      const taken = found.some(
        (date) => match.index < date.index + date.printed.length && date.index < match.index + match[0].length,
      )
      const parts = taken ? undefined : read(match.groups as Groups, options)
      const reading = parts && complete(parts, options.period)
      if (reading)
        found.push({ ...reading, index: match.index, printed: text.slice(match.index, match.index + match[0].length) })
    }
  }
  return found.sort((a, b) => a.index - b.index)
}

// The shortest date has three figures, one without its year a single one, and a month's name has letters; most of what
// is asked about is a word or an amount.
function rulesFor(text: string, { period }: DateOptions): readonly Rule[] {
  if (!/\d/.test(text)) return []
  const { whole, all, partial } = /\p{L}/u.test(text) ? ANY : UNNAMED
  if (!/\d\D*\d\D*\d/.test(text)) return period ? partial : []
  return period ? all : whole
}

function yearFirst({ year, month, day }: Groups): Parts {
  return { year: Number(year), month: Number(month), day: Number(day), order: 'YMD', certain: true, named: false }
}

/** Any day of a month may be one of it. */
const LEAP = 2000

function named(order: DateOrder): Rule[1] {
  return ({ year, name = '', day }) => {
    const inYear = fourDigits(year)
    const months = monthsOf(name).filter((month) => possible(inYear ?? LEAP, month, Number(day)))
    const [month] = months
    if (!month) return undefined
    return { year: inYear, month, day: Number(day), order, certain: months.length === 1, named: true }
  }
}

// Day and month by what is possible, else by the document's order, else day first, as most of the world writes.
function digits({ a, b, year, sep }: Groups, { order }: DateOptions): Parts | undefined {
  const [first, second] = [Number(a), Number(b)]
  const parts = (day: number, month: number, written: DateOrder, certain: boolean): Parts => ({
    year: fourDigits(year),
    day,
    month,
    order: written,
    certain,
    named: false,
  })
  // Between dots the day comes first, whatever order other dates have.
  if (order === 'YMD' && year && year.length === 2 && second <= 12 && sep?.trim() !== '.')
    return { ...parts(Number(year), second, 'YMD', true), year: fourDigits(a) }
  if (first > 12 || second > 12)
    return first > 12 ? parts(first, second, 'DMY', true) : parts(second, first, 'MDY', true)
  // Nobody writes the month first between dots.
  if (order === 'MDY' && sep?.trim() !== '.') return parts(second, first, 'MDY', true)
  return parts(first, second, 'DMY', order === 'DMY' || sep?.trim() === '.' || first === second)
}

// Two digits up to 69 are of this century, as POSIX reads them.
function fourDigits(text: string | undefined): number | undefined {
  if (!text) return undefined
  const year = Number(text.replace("'", ''))
  if (text.length === 4) return year
  return year <= 69 ? 2000 + year : 1900 + year
}

function complete(parts: Parts, period: Period | undefined): DateReading | undefined {
  const { month, day, order, certain, named } = parts
  const year = parts.year ?? (period && nearestYear(month, day, period))
  if (!year || !possible(year, month, day)) return undefined
  return { value: iso(year, month, day), order, certain, named, completed: parts.year === undefined }
}

function nearestYear(month: number, day: number, { start, end }: Period): number {
  const years = [Number(start.slice(0, 4)), Number(end.slice(0, 4))]
  const inside = years.find((year) => iso(year, month, day) >= start && iso(year, month, day) <= end)
  if (inside) return inside
  const distance = (year: number) => Math.abs(Date.parse(iso(year, month, Math.min(day, 28))) - Date.parse(end))
  return [...years, (years[0] as number) - 1, (years[1] as number) + 1].sort(
    (a, b) => distance(a) - distance(b),
  )[0] as number
}

function possible(year: number, month: number, day: number): boolean {
  if (year < 1900 || year > 2100 || month < 1 || month > 12 || day < 1) return false
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

function iso(year: number, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
