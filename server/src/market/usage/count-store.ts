import { sql } from 'kysely'
import type { EarningDaysTable, UsageDaysTable } from '../../storage/billing-tables.ts'
import type { Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

// One row a user, day, model and token: whoever ends jobs of one user waits for that user's account already, so that
// nobody waits longer for this.
const addUsage = statement<UsageDaysTable>()((q, p) =>
  q
    .insertInto('usage_days')
    .values({
      user_id: p('user_id'),
      day: p('day'),
      model: p('model'),
      token_id: p('token_id'),
      jobs: 1,
      tokens: p('tokens'),
      prompt_tokens: p('prompt_tokens'),
      charged_nano: p('charged_nano'),
    })
    .onConflict((c) =>
      c.columns(['user_id', 'day', 'model', 'token_id']).doUpdateSet({
        jobs: sql<number>`usage_days.jobs + 1`,
        tokens: sql<number>`usage_days.tokens + excluded.tokens`,
        prompt_tokens: sql<number>`usage_days.prompt_tokens + excluded.prompt_tokens`,
        charged_nano: sql<bigint>`usage_days.charged_nano + excluded.charged_nano`,
      }),
    ),
)
const addEarning = statement<EarningDaysTable>()((q, p) =>
  q
    .insertInto('earning_days')
    .values({
      host_id: p('host_id'),
      day: p('day'),
      model: p('model'),
      jobs: 1,
      tokens: p('tokens'),
      earned_nano: p('earned_nano'),
    })
    .onConflict((c) =>
      c.columns(['host_id', 'day', 'model']).doUpdateSet({
        jobs: sql<number>`earning_days.jobs + 1`,
        tokens: sql<number>`earning_days.tokens + excluded.tokens`,
        earned_nano: sql<bigint>`earning_days.earned_nano + excluded.earned_nano`,
      }),
    ),
)

const DAY_MS = 86_400_000

const dayOf = (finished_at: number) => Math.floor(finished_at / DAY_MS)

/** A job at its end, as far as usage is made of it. */
export interface UsedJob {
  user_id: string
  model: string
  token_id: string | null
  finished_at: number
  tokens: number
  prompt_tokens: number
  charged_nano: bigint
}

/** Counts a job into the day of its end, in the transaction of that end, for its buyer. */
export async function countUsed(tx: Tx, { finished_at, ...job }: UsedJob): Promise<void> {
  await tx.run(addUsage, { ...job, day: dayOf(finished_at), jobs: 1, token_id: job.token_id ?? '' })
}

/** A host's share of it. */
export interface EarnedShare {
  host_id: string
  model: string
  finished_at: number
  tokens: number
  earned_nano: bigint
}

/** The same for a host. */
export async function countEarned(tx: Tx, { finished_at, ...share }: EarnedShare): Promise<void> {
  await tx.run(addEarning, { ...share, day: dayOf(finished_at), jobs: 1 })
}
