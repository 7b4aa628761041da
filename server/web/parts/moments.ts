import { counted, fill, t } from '../texts/texts.ts'

/*
 * Moments in words, without the browser's own formats (Intl): the first of these that a page makes has the browser load
 * its tables of all languages, which took 50 to 80 ms, and four times that on a slow phone, before anything was shown.
 */

const two = (n: number) => String(n).padStart(2, '0')

/** `27 Nov 2026`, on the reader's calendar. */
export function dateText(ms: number): string {
  const at = new Date(ms)
  return `${at.getDate()} ${t.time.months[at.getMonth()]} ${at.getFullYear()}`
}

/** `27 Nov 2026, 21:05:19`, on the reader's clock. */
export function momentText(ms: number): string {
  const at = new Date(ms)
  return `${dateText(ms)}, ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

/** How far the reader's clock is from UTC at a moment: `UTC+05:30`. */
export function zoneText(ms: number): string {
  const minutes = -new Date(ms).getTimezoneOffset()
  if (minutes === 0) return t.time.utc
  const size = Math.abs(minutes)
  return `${t.time.utc}${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Each with its seconds, and from how many on the next one is said. */
const UNITS = [
  ['minutes', MINUTE, HOUR],
  ['hours', HOUR, DAY],
  ['days', DAY, 30 * DAY],
] as const

/** A moment as it is from now: `3 hr. ago`, `tomorrow`; further off than a month, its day. */
export function relativeText(at: number, now: number): string {
  const seconds = (at - now) / 1000
  if (Math.abs(seconds) < MINUTE) return t.time.now
  for (const [unit, size, end] of UNITS) {
    if (Math.abs(seconds) >= end) continue
    const n = Math.round(Math.abs(seconds) / size)
    if (unit === 'days' && n === 1) return seconds < 0 ? t.time.yesterday : t.time.tomorrow
    return fill(seconds < 0 ? t.time.ago : t.time.ahead, { span: counted(n, t.time[unit]) })
  }
  return dateText(at)
}

/** An hour of UTC: `Fri 14:00`. */
export function hourText(hour: string): string {
  const at = new Date(hour)
  return `${t.time.weekdays[at.getUTCDay()]} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`
}

/** An hour of UTC with its day: `27 Nov, 14:00`. */
export function dayHourText(ms: number): string {
  const at = new Date(ms)
  return `${at.getUTCDate()} ${t.time.months[at.getUTCMonth()]}, ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`
}
