import type { Segment } from '../model/layout.ts'
import { wordsAt } from '../model/words-at.ts'
import { type DateAt, findDates } from '../values/date.ts'
import { foldInPlace } from '../values/fold.ts'
import { type Concept, exactly, within } from '../vocabulary/compile.ts'
import { certaintyOfWords } from './claim.ts'
import { turnedRound } from './date-readings.ts'
import type { Rule } from './facts.ts'

const NAMES = [
  'weekday.sunday',
  'weekday.monday',
  'weekday.tuesday',
  'weekday.wednesday',
  'weekday.thursday',
  'weekday.friday',
  'weekday.saturday',
] as const satisfies readonly Concept[]
const DAYS = NAMES.map((name) => exactly(name))
const ANY = within(...NAMES)

/** `Friday, the 8th`, `Freitag, den 8.`: what stands between a weekday and its date. */
const BEFORE = /(?<day>\p{L}[\p{L}-]+)\.?,? ?(?:\p{L}{1,3} )?$/u

/** The days of the week, 0 for Sunday, that go by this name; several languages have one name for two. Folded. */
export const daysCalled = (name: string): number[] => DAYS.flatMap((called, day) => (called.test(name) ? [day] : []))

/** What a date's weekday is said to be, and the days it could rightly be called; undefined where none is said. */
export function weekdayBefore(text: string, date: DateAt): { said: string; right: boolean } | undefined {
  const said = BEFORE.exec(foldInPlace(text.slice(0, date.index)))?.groups?.day ?? ''
  const days = daysCalled(said)
  if (days.length === 0 || !/\d{4}/.test(date.printed)) return undefined
  const values = date.certain ? [date.value] : [date.value, turnedRound(date.value)]
  return { said, right: values.some((value) => days.includes(new Date(value).getUTCDay())) }
}

/** A date whose weekday is another one was typed by hand: programs know what day it is. */
export const weekdays: Rule = ({ reading, part }) =>
  reading.pages
    .filter(({ page }) => part.pages.includes(page.number))
    .flatMap(({ lines }) => lines.flatMap(({ segments }) => segments))
    .flatMap((segment) => datesIn(segment.text).flatMap((date) => told(segment, date)))

const datesIn = (text: string) => (ANY.test(foldInPlace(text)) ? findDates(text) : [])

function told({ text, words, page }: Segment, date: DateAt) {
  const before = weekdayBefore(text, date)
  if (!before || before.right) return []
  const found = wordsAt(words, date.index, date.printed.length)
  const sure = certaintyOfWords(found) === 'sure'
  return [
    {
      code: 'WEEKDAY_DISAGREES',
      family: 'consistency' as const,
      severity: sure ? ('medium' as const) : ('low' as const),
      proof: sure,
      message: `${date.value} is no ${before.said}`,
      fields: [],
      evidence: found.map(({ box }) => ({ page, bbox: box })),
    },
  ]
}
