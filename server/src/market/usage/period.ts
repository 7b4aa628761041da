import { MOST_DAYS } from '@mkt/schemas'
import { DomainError } from '../../base/errors.ts'

export const DAY_MS = 86_400_000
const USUAL_DAYS = 30

interface Given {
  from?: string | undefined
  to?: string | undefined
}

/** Days since 1970-01-01 in UTC; `from` belongs to it, `to` does not. */
export interface DayPeriod {
  from: number
  to: number
}

/** The days that a report is of: to the end of today, from 30 days before. Error: invalid_request. */
export function readDays({ from, to }: Given, now: number): DayPeriod {
  const end = to === undefined ? dayOf(now) + 1 : dayOf(Date.parse(to))
  const start = from === undefined ? end - USUAL_DAYS : dayOf(Date.parse(from))
  demandOrder(end - start)
  return { from: start, to: end }
}

/** The times, in epoch milliseconds, that a statement is of: to now, from 30 days before. Error: invalid_request. */
export function readTimes({ from, to }: Given, now: number): DayPeriod {
  const end = to === undefined ? now : Date.parse(to)
  const start = from === undefined ? end - USUAL_DAYS * DAY_MS : Date.parse(from)
  demandOrder((end - start) / DAY_MS)
  return { from: start, to: end }
}

export const dayOf = (ms: number) => Math.floor(ms / DAY_MS)
/** `2026-11-22` */
export const nameOfDay = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)

function demandOrder(days: number): void {
  if (days > 0 && days <= MOST_DAYS) return
  const message =
    days > 0 ? `must be at most ${MOST_DAYS} days before "to"` : 'must be before "to", which is not included'
  throw new DomainError('invalid_request', 'The request is not valid.', { details: [{ path: 'query.from', message }] })
}
