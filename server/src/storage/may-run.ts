import { sql } from 'kysely'
import { coversNeeds } from './capability-mask.ts'
import { maySend } from './chosen-hosts.ts'
import { stillExcluded } from './exclusion.ts'
import type { Bind } from './statement.ts'

/** A host as the queues see it; all but its id holds for its models that say nothing of their own. */
export interface ClaimingHost {
  host_id: string
  price_nano: bigint
  input_price_nano: bigint
  max_tokens: number
  capabilities: number
  /** Of these, what it is asked for at this moment. */
  may: number
}

/** The same at a moment, in wall ms. */
export type Claiming = ClaimingHost & { now: number }

/** Columns or parameters of what a host asks for and can do with a model, and how long a failure shuts it out. */
interface Asking {
  price: unknown
  input_price: unknown
  most: unknown
  standing: unknown
  able: unknown
  exclusion_ms: number
}

// What a host may run at all of the queued jobs of a model, of which it generates at most so many tokens.
// The plus signs keep the planner from jobs_open_short and jobs_open_affordable, with which it read and sorted every
// queued job of the model: 2.0 ms a claim at 4,000 queued jobs, growing with them.
const CHOSEN = { only: sql.ref('jobs.only_hosts'), not: sql.ref('jobs.not_hosts') }
export const mayRun = (
  p: Bind<Pick<Claiming, 'host_id' | 'now'>>,
  { price, input_price, most, standing, able, exclusion_ms }: Asking,
) =>
  sql<boolean>`+jobs.max_tokens <= ${most} and +jobs.price_cap_nano >= ${price}
    and jobs.input_cap_nano >= ${input_price}
    and (jobs.least_standing <= ${standing} or coalesce(jobs.standing_until, 0) <= ${p('now')})
    and ${coversNeeds(able, sql.ref('jobs.needs'))} and ${maySend(CHOSEN, sql`${p('host_id')}`)}
    and not exists (select 1 from job_exclusions x where x.job_id = jobs.job_id and x.host_id = ${p('host_id')}
      and ${stillExcluded(p, exclusion_ms)})`
