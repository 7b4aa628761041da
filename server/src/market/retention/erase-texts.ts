import type { Tx } from '../../storage/database.ts'
import { eraseJob, eraseOutput } from './store.ts'
import { countErased, type Kept, keptOfJob } from './stored-store.ts'

/** Takes what came of a job out of it, which its buyer has; what was asked stays. */
export async function eraseAnswer(tx: Tx, job_id: string): Promise<void> {
  const kept = await keptOfJob(tx, job_id)
  if (!kept || (await eraseOutput(tx, job_id)) === 0) return
  await countErased(tx, { ...kept, prompt_bytes: 0 })
}

/** Takes prompts and texts out of ended jobs; their money, times and counts stay. */
export async function eraseTexts(tx: Tx, jobIds: readonly string[]): Promise<void> {
  const erased = new Map<string, Kept>()
  for (const job_id of jobIds) {
    const kept = await keptOfJob(tx, job_id)
    // Another purge may have been first.
    if (!(await eraseJob(tx, job_id)) || !kept) continue
    await eraseOutput(tx, job_id)
    const sum = erased.get(kept.user_id)
    erased.set(kept.user_id, {
      user_id: kept.user_id,
      prompt_bytes: Number(kept.prompt_bytes) + (sum?.prompt_bytes ?? 0),
      text_bytes: Number(kept.text_bytes) + (sum?.text_bytes ?? 0),
    })
  }
  // In one order, so that no two purges wait for each other (Postgres).
  for (const user_id of [...erased.keys()].sort()) await countErased(tx, erased.get(user_id) as Kept)
}
