import { logAct } from '../accounts/act-log.ts'
import { isoTime } from '../base/clock.ts'
import { purgeTexts } from '../market/retention/purge.ts'
import { countToErase } from '../market/retention/store.ts'
import { confirm } from './ask.ts'
import { momentBefore, type PurgeFlags } from './older-than.ts'
import { onData } from './on-data.ts'
import { print } from './report.ts'
import { counted } from './table.ts'

/** Erases prompts and texts of jobs that ended before so many days, once somebody has confirmed how many these are. */
export async function purgeJobs(flags: PurgeFlags): Promise<void> {
  const erased = await onData(flags, async (deps) => {
    const { database, clock, actor } = deps
    const before = momentBefore(clock, flags)
    const due = await countToErase(database, before)
    if (due > 0) await confirm(`erases prompts and texts of ${counted(due, 'job')}`, flags)
    // Before the many small transactions of the work itself, so that none of them is without it.
    const after = { ended_before: isoTime(before), jobs: due }
    if (due > 0)
      await database.transaction((tx) => logAct(tx, deps, actor, { act: 'jobs.purge', subject: null, after }))
    return await purgeTexts(database, before)
  })
  const whose = `Prompts and texts of ${counted(erased, 'job')}`
  print(flags.json, { erased }, `${whose} were erased; the ledger is as it was.`)
}
