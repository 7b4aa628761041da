import type { AlertKind } from '@mkt/schemas'
import { DAY_MS, dayOf } from '../usage/period.ts'
import type { Today, Watched } from './store.ts'

export function todayOf(now: number): Today {
  const today = dayOf(now)
  return { today, month: today - new Date(today * DAY_MS).getUTCDate() + 1 }
}

export interface AlertState {
  kind: AlertKind
  limit: bigint
  now: bigint
  reached: boolean
  /** Of this day, this month or this fall below the limit; null: not told of it. */
  told_at: number | null
}

/** How each alert that a user set stands. */
export function statesOf(row: Watched, { today, month }: Today): AlertState[] {
  const states: AlertState[] = []
  const spending = (kind: 'day' | 'month', begin: number, limit: bigint | null, now: bigint) => {
    if (limit === null) return
    const told_at = row[`${kind}_told`] === begin ? row[`${kind}_told_at`] : null
    states.push({ kind, limit, now, reached: now >= limit, told_at })
  }
  spending('day', today, row.day_nano, row.day_now_nano)
  spending('month', month, row.month_nano, row.month_now_nano)
  const { balance_nano: limit, balance_now_nano: now, balance_told_at: told_at } = row
  if (limit !== null) states.push({ kind: 'balance', limit, now, reached: now < limit, told_at })
  return states
}
