import type { Word } from '../../model/page.ts'
import { type DateOrder, type Period, parseDate } from '../../values/date.ts'
import { foldBlanks } from '../../values/fold.ts'

const DAY = 86_400_000

/** Any period makes days without a year count as dates; which year they are of is decided later. */
const ANY_PERIOD: Period = { start: '2024-01-01', end: '2024-12-31' }

/** Whether a text is a day, be it without a year. */
export const isDay = (text: string): boolean => parseDate(text, { period: ANY_PERIOD }) !== undefined

/**
 * The day and month that a column of dates prints without a sign between them: two figures each, close together or
 * with a blank (`0208`, `02 08`). Elsewhere such figures are anything.
 */
export function bareDay(text: string): string | undefined {
  const [, first, second] = /^(\d{2}) ?(\d{2})$/.exec(text) ?? []
  const day = `${first}/${second}`
  return first !== undefined && isDay(day) ? day : undefined
}

/** The words of a row's date as text, without the mark of a footnote (`06/23/24*`). */
export function dateText(words: readonly Word[]): string {
  const text = foldBlanks(words.map((word) => word.text).join(' ')).replace(/[*†‡]+$/, '')
  return isDay(text) ? text : (bareDay(text) ?? recognisedDay(words) ?? text)
}

/**
 * The day and month of a recognised word that is none as it stands: recognition takes their slash for a `1`, a `7`, or
 * for two signs (`7117`, `7/117`), and figures behind the name of a month for letters (`JULO1`). Undefined where no
 * reading is a day, or more than one.
 */
export function recognisedDay([word, ...more]: readonly Word[]): string | undefined {
  if (more.length > 0 || word?.origin !== 'ocr') return undefined
  const [reading, other] = [...slashReadings(word.text), ...monthReadings(word.text)]
  return other === undefined ? reading : undefined
}

function slashReadings(text: string): string[] {
  const doubled = /^(\d{1,2})\/1(\d{1,2})$|^(\d{1,2})1\/(\d{1,2})$/.exec(text)
  if (doubled) return [`${doubled[1] ?? doubled[3]}/${doubled[2] ?? doubled[4]}`].filter(isDay)
  if (!/^\d{3,5}$/.test(text)) return []
  const places = Array.from(text.matchAll(/[17]/g), ({ index }) => index).filter((at) => at > 0 && at < text.length - 1)
  return places.map((at) => `${text.slice(0, at)}/${text.slice(at + 1)}`).filter((reading) => isDay(reading))
}

const FIGURES: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1', '|': '1', Z: '2', S: '5', B: '8' }

function monthReadings(text: string): string[] {
  const [, month, day] = /^(\p{L}{3})([\dOILZSB|]{2})$/u.exec(text.toUpperCase()) ?? []
  if (!month || !day) return []
  return [`${month} ${Array.from(day, (sign) => FIGURES[sign] ?? sign).join('')}`].filter(isDay)
}

export interface DatedRows {
  /** YYYY-MM-DD by row; undefined where the text is no date in this order. */
  dates: (string | undefined)[]
  newestFirst: boolean
}

/**
 * Rows' dates read in the order (day or month first) in which most of them fall into the statement's period and
 * follow each other; `expected` decides where both do.
 */
export function dateRows(
  texts: readonly string[],
  period: Period | undefined,
  expected: DateOrder | undefined,
): DatedRows {
  const orders: DateOrder[] = expected === 'MDY' ? ['MDY', 'DMY'] : ['DMY', 'MDY']
  const [best] = orders
    .map((order) => {
      const dates = texts.map((text) => parseDate(text, { order, period })?.value)
      return { dates, score: scoreOf(dates, period) }
    })
    .toSorted((a, b) => b.score - a.score)
  const dates = best?.dates ?? []
  return { dates, newestFirst: steps(dates) < 0 }
}

function scoreOf(dates: readonly (string | undefined)[], period: Period | undefined): number {
  if (!period) return Math.abs(steps(dates))
  const [from, to] = [Date.parse(period.start) - 7 * DAY, Date.parse(period.end) + 7 * DAY]
  const inside = dates.filter((date) => date && Date.parse(date) >= from && Date.parse(date) <= to).length
  return 2 * inside + Math.abs(steps(dates))
}

/** Steps forward less steps back. */
function steps(dates: readonly (string | undefined)[]): number {
  const known = dates.filter((date): date is string => date !== undefined)
  return known.slice(1).reduce((sum, date, i) => sum + Math.sign(Date.parse(date) - Date.parse(known[i] as string)), 0)
}
