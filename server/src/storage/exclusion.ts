import { sql } from 'kysely'
import type { Bind } from './statement.ts'

/**
 * Whether an exclusion, the row `x` of job_exclusions, which lasts for so many ms, counts at `now` (wall ms). One from
 * the future does not: the clock was set back since, and it would shut the host out until the clock has caught up. The
 * column is computed with, not the parameter, which Postgres would then take for a number of 32 bits.
 */
export const stillExcluded = (p: Bind<{ now: number }>, ms: number) =>
  sql`x.excluded_at + ${sql.lit(ms)} > ${p('now')} and x.excluded_at <= ${p('now')}`
