import { purgeTexts } from '../market/retention/purge.ts'
import { type DataFlags, onData } from './on-data.ts'
import { print, UsageError } from './report.ts'

const DAY_MS = 86_400_000

/** Erases prompts and texts of jobs that ended before so many days. */
export async function purgeJobs(flags: DataFlags & { olderThan: string }): Promise<void> {
  const days = Number(flags.olderThan)
  if (!Number.isFinite(days) || days < 0)
    throw new UsageError(`--older-than is "${flags.olderThan}": it must be a number of days`)
  const erased = await onData(flags, ({ database, clock }) => purgeTexts(database, clock.now() - days * DAY_MS))
  print(flags.json, { erased }, `Prompts and texts of ${erased} jobs were erased; the ledger is as it was.`)
}
