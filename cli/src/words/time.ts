import { count } from './count.ts'

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** `2026-11-20T12:00:00.000Z` as `3 minutes ago` for a person; a script gets the time itself. */
export function formatTime(timestamp: string, now: number): string {
  return process.stdout.isTTY ? ago(timestamp, now) : timestamp
}

/** `3 minutes ago`; `just now` below a second, and for what a server with another clock puts in the future. */
export function ago(timestamp: string, now: number): string {
  const span = inWords(now - Date.parse(timestamp))
  return span === undefined ? 'just now' : `${span} ago`
}

/** When something will be: `2026-11-20 12:05 UTC, in 5 minutes`; without the second half where that is over. */
export function until(timestamp: string, now: number): string {
  const span = inWords(Date.parse(timestamp) - now)
  const at = new Date(timestamp).toISOString().slice(0, 16).replace('T', ' ')
  return span === undefined ? `${at} UTC` : `${at} UTC, in ${span}`
}

/** The greatest unit of a span, rounded down, or undefined below a second. */
function inWords(milliseconds: number): string | undefined {
  for (const [unit, length] of UNITS) {
    const number = Math.floor(milliseconds / length)
    if (number > 0) return count(number, unit)
  }
}

/** Seconds between two times, to a tenth, or undefined where one is missing. */
export function formatDuration(from: string | null, to: string | null): string | undefined {
  if (from === null || to === null) return undefined
  return `${((Date.parse(to) - Date.parse(from)) / 1000).toFixed(1)} s`
}

/** What is left of some work: `40 s`, `12 min`, `2.5 h`. */
export function formatRest(seconds: number): string {
  if (seconds < 90) return `${seconds} s`
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}
