import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { every } from '../base/loop.ts'
import type { Meter } from '../base/meter.ts'
import type { Database } from '../storage/database.ts'
import { addToHour, purgeHours } from './hour-store.ts'
import { addedBetween, KEPT_METRICS, type Totals, totalsOf } from './series.ts'

export const HOUR_MS = 3_600_000
const EVERY_MS = 60_000
/** A quarter of a year and some days. */
const KEPT_MS = 100 * 24 * HOUR_MS

interface HoursDeps {
  database: Database
  clock: Clock
  log: Log
  meter: Meter
}

/**
 * Adds what this process has counted to the present hour, once a minute and at its end. A process that is killed takes
 * its last minute along: these are figures to look at, and no books. The result stops it.
 */
export function keepHours({ database, clock, log, meter }: HoursDeps): () => Promise<void> {
  let kept: Totals = new Map()
  const keep = async () => {
    const totals = totalsOf(await meter.samples(KEPT_METRICS))
    const added = addedBetween(kept, totals)
    if (added.size === 0) return
    const now = clock.now()
    await database.transaction(async (tx) => {
      await addToHour(tx, now - (now % HOUR_MS), added)
      await purgeHours(tx, now - KEPT_MS)
    })
    kept = totals
  }
  const stop = every(clock, log, 'hourly-figures', EVERY_MS, keep)
  return async () => {
    await stop()
    await keep().catch((err) => log.warn({ err }, "the last minute's figures are lost"))
  }
}
