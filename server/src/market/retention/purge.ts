import type { Database } from '../../storage/database.ts'
import { eraseTexts } from './erase-texts.ts'
import { jobsToErase } from './store.ts'

const BATCH = 200

/** Erases prompts and texts of jobs that ended before a moment (wall ms), in small transactions; answers how many. */
export async function purgeTexts(database: Database, before: number): Promise<number> {
  let erased = 0
  while (true) {
    const jobs = await jobsToErase(database, before, BATCH)
    if (jobs.length === 0) {
      if (erased > 0) database.scrub()
      return erased
    }
    const ids = jobs.map(({ job_id }) => job_id)
    await database.transaction((tx) => eraseTexts(tx, ids))
    erased += jobs.length
  }
}
