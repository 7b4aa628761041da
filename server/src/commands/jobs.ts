import { purgeTexts } from '../market/retention/purge.ts'
import { type DataFlags, onData } from './on-data.ts'
import { print, UsageError } from './report.ts'

const DAY_MS = 86_400_000

/** Erases prompts and texts of jobs that ended before so many days. */
export async function purgeJobs(flags: DataFlags & { olderThan: string }): Promise<void> {
  // An empty text is the number 0, and would erase everything.
  const days = /^\d+(\.\d+)?$/.test(flags.olderThan) ? Number(flags.olderThan) : Number.NaN
  if (Number.isNaN(days)) throw new UsageError(`--older-than is "${flags.olderThan}": it must be a number of days`)
  const erased = await onData(flags, ({ database, clock }) => purgeTexts(database, clock.now() - days * DAY_MS))
  print(flags.json, { erased }, `Prompts and texts of ${erased} jobs were erased; the ledger is as it was.`)
}
