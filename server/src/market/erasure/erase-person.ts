import type { Database } from '../../storage/database.ts'
import { eraseTexts } from '../retention/erase-texts.ts'
import { endedJobsOf, erasureDone, hasOpenJobs, notedErasures } from './store.ts'

const BATCH = 200

/** Erases prompts and texts of a user's ended jobs, in small transactions; answers how many. */
export async function eraseJobsOf(database: Database, userId: string): Promise<number> {
  let [erased, after] = [0, '']
  while (true) {
    const jobs = await endedJobsOf(database, userId, after, BATCH)
    const last = jobs.at(-1)?.job_id
    if (last === undefined) return erased
    const ids = jobs.map(({ job_id }) => job_id)
    await database.transaction((tx) => eraseTexts(tx, ids))
    erased += jobs.length
    after = last
  }
}

/** Erases what accounts that have ended left: texts of jobs that were running then. Answers how many jobs. */
export async function finishErasures(database: Database): Promise<number> {
  let erased = 0
  for (const { user_id } of await notedErasures(database)) {
    // Asked before: a job that ends in between is erased, or the account is looked at again.
    const open = await hasOpenJobs(database, user_id)
    erased += await eraseJobsOf(database, user_id)
    if (!open) await database.transaction((tx) => erasureDone(tx, user_id))
  }
  if (erased > 0) database.scrub()
  return erased
}
