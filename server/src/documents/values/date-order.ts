import { phrases } from '../vocabulary/compile.ts'
import { type DateAt, type DateOrder, findDates } from './date.ts'

export interface DateHints {
  /** ISO 4217 (currency.ts). */
  currency?: string | undefined
  /** ISO 639-1. */
  language?: string | undefined
}

/**
 * The order of the document's all-digit dates, by its own evidence: a part above 12; a date that is written out
 * elsewhere with the same day; lists of dates that run evenly in one order only; and, weakest, how dates are written
 * out in words and what the currency and language let expect. Undefined where there is no evidence at all.
 */
export function dateOrder(text: string, hints: DateHints = {}): DateOrder | undefined {
  const dates = findDates(text)
  const votes: Record<DateOrder, number> = { DMY: 0, MDY: 0, YMD: 0 }
  const written = new Set(dates.filter(({ named, order }) => named || order === 'YMD').map(({ value }) => value))
  for (const date of dates) {
    if (date.named) votes[date.order] += 0.5
    else if (date.certain && !date.printed.includes('.') && date.value.slice(5, 7) !== date.value.slice(8))
      votes[date.order] += 10
    else if (!date.certain && written.has(date.value)) votes.DMY += 5
    else if (!date.certain && written.has(swapped(date.value))) votes.MDY += 5
  }
  const open = dates.filter(({ certain }) => !certain).map(({ value }) => value)
  const [plain, turned] = [unevenness(open), unevenness(open.map(swapped))]
  // Two days, an invoice's and that it is due, lie as near as they lie.
  if (new Set(open).size > 2 && plain !== turned) votes[plain < turned ? 'DMY' : 'MDY'] += 3
  for (const order of ofRows(text)) votes[order] += 6
  for (const order of ofSpans(text, dates)) votes[order] += 4
  for (const order of expected(text, hints)) votes[order] += 1
  const [best] = (Object.keys(votes) as DateOrder[]).sort((a, b) => votes[b] - votes[a])
  const most = best === 'YMD' && open.length > 0 ? (votes.MDY > votes.DMY ? 'MDY' : 'DMY') : best
  return most && votes[most] > 0 ? most : undefined
}

/** Rows that begin with a day and a month, `28/08`: one of the two is above 12 in several rows, the other in none. */
function ofRows(text: string): DateOrder[] {
  const rows = new Set(text.match(/^\d{1,2}\/\d{1,2}(?![\d/])/gm))
  const parts = [...rows].map((row) => row.split('/').map(Number) as [number, number])
  const days = parts.filter(([first, second]) => first > 12 && second <= 12).length
  const months = parts.filter(([first, second]) => second > 12 && first <= 12).length
  if (days > 1 && months === 0) return ['DMY']
  return months > 1 && days === 0 ? ['MDY'] : []
}

/** What stands between the first day and the last: `au`, `t/m`, a dash. */
const BETWEEN = new RegExp(`^\\s?${phrases('span.between')}$`, 'u')

/** A span of days runs forwards: the order in which one does, where it does so in one only. */
function ofSpans(text: string, dates: readonly DateAt[]): DateOrder[] {
  return dates.flatMap((last, at) => {
    const first = dates[at - 1]
    if (!first || first.certain || last.certain) return []
    if (!BETWEEN.test(text.slice(first.index + first.printed.length, last.index))) return []
    const [plain, turned] = [first.value < last.value, swapped(first.value) < swapped(last.value)]
    if (plain === turned) return []
    return [plain ? ('DMY' as const) : ('MDY' as const)]
  })
}

function swapped(iso: string): string {
  const [year, month, day] = iso.split('-')
  return `${year}-${day}-${month}`
}

/** Days between neighbours, summed, steps back counted twice: small for a list of days in its true order. */
function unevenness(dates: string[]): number {
  const days = dates.map((date) => Date.parse(date) / 86_400_000)
  const steps = days.slice(1).map((day, index) => day - (days[index] as number))
  const up = steps.reduce((sum, step) => sum + (step < 0 ? -2 * step : step), 0)
  const down = steps.reduce((sum, step) => sum + (step > 0 ? 2 * step : -step), 0)
  return Math.min(up, down)
}

/** Of whose dollar nothing is said, it is most likely the United States', whose order is no one else's. */
const DOLLARS = /\$ ?\d/

function expected(text: string, { currency, language }: DateHints): DateOrder[] {
  if (language && language !== 'en') return ['DMY']
  if (!currency && DOLLARS.test(text)) return ['MDY']
  if (currency === 'USD') return ['MDY']
  return currency && currency !== 'CAD' ? ['DMY'] : []
}
