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
