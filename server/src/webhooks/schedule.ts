import { hash } from 'node:crypto'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A delivery is tried for so long. */
export const TRIED_MS = DAY
/** A webhook at which nothing arrived for so long is disabled. */
export const FAILING_MS = 5 * DAY
/** A rotated secret signs for so long beside the new one. */
export const ROTATION_MS = DAY
/** Deliveries are kept for so long. */
export const KEPT_MS = 30 * DAY

// A restart is over in seconds, a deployment in minutes, a bad night in hours.
const PAUSES_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR] as const
const LONGEST_MS = PAUSES_MS.at(-1) as number
const JITTER = 0.2

/**
 * When a delivery is tried next after its `step`-th failed attempt (from 1), wall ms; undefined where that was the
 * last. The day's end is always one of the attempts. Pauses are shortened by up to a fifth, so that what failed
 * together does not come back together; by how much follows from the delivery, so no chance is needed.
 */
export function nextAttempt(failed: { delivery_id: string; step: number; give_up_at: number }, now: number) {
  if (now >= failed.give_up_at) return undefined
  const pause = PAUSES_MS[failed.step - 1] ?? LONGEST_MS
  const chance = Number.parseInt(hash('sha256', `${failed.delivery_id}.${failed.step}`).slice(0, 8), 16) / 2 ** 32
  return Math.min(Math.ceil(now + pause * (1 - JITTER * chance)), failed.give_up_at)
}

/** How an attempt went: the answer's status, or why there is none. */
export type Attempt = { status_code: number; error: string | null } | { status_code: null; error: string }

/** Delivered by any 2xx; 410 says that the receiver wants no more of it. */
export function verdictOf({ status_code }: Attempt): 'delivered' | 'gone' | 'failed' {
  if (status_code !== null && status_code >= 200 && status_code < 300) return 'delivered'
  return status_code === 410 ? 'gone' : 'failed'
}
