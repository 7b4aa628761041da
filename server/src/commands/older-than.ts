import type { Clock } from '../base/clock.ts'
import type { DataFlags } from './on-data.ts'
import { UsageError } from './report.ts'

export interface PurgeFlags extends DataFlags {
  /** Days, as text. */
  olderThan: string
  yes?: boolean
}

const DAY_MS = 86_400_000

/** The moment, in wall ms, so many days ago. */
export function momentBefore(clock: Clock, { olderThan }: PurgeFlags): number {
  // An empty text is the number 0, and would erase everything.
  if (/^\d+(\.\d+)?$/.test(olderThan)) return clock.now() - Number(olderThan) * DAY_MS
  throw new UsageError(`--older-than is "${olderThan}": it must be a number of days`)
}
