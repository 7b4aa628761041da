import { tick } from '../clock.ts'
import { t } from '../texts/texts.ts'

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })
const exactly = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
const calendar = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

const MINUTE = 60
const UNITS = [
  ['minute', MINUTE, 60 * MINUTE],
  ['hour', 60 * MINUTE, 24 * 60 * MINUTE],
  ['day', 24 * 60 * MINUTE, 30 * 24 * 60 * MINUTE],
] as const

function relativeText(at: number, now: number): string {
  const seconds = (at - now) / 1000
  if (Math.abs(seconds) < MINUTE) return t.time.now
  for (const [unit, size, end] of UNITS) {
    if (Math.abs(seconds) < end) return relative.format(Math.round(seconds / size), unit)
  }
  return calendar.format(at)
}

/** A moment, relative to now, which moves on by itself; the exact one on hover. */
export function Ago({ at }: { at: string }) {
  const ms = Date.parse(at)
  return (
    <time dateTime={at} title={exactly.format(ms)}>
      {relativeText(ms, tick.value)}
    </time>
  )
}

/** A moment to the second. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={at}>
      {exactly.format(Date.parse(at))}
    </time>
  )
}

/** `0.8 s`, `12 s`, `3 min 20 s` */
export function spanText(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 10) return `${Math.max(0, seconds).toFixed(1)} s`
  if (seconds < 60) return `${Math.round(seconds)} s`
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}
