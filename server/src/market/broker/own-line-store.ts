import { sql } from 'kysely'
import { type Tx, together } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'
import { PROBATION_TOKENS } from '../trust/probation.ts'
import { type Asked, CLAIMED, type Claiming, mayRun, oldestOf, type QueuedJob } from './turn-store.ts'

/** More than any job has. */
const UNBOUND = 1_000_000_000
/** Oldest jobs of a host's own line, of each model. */
const LOOKED_AT = 64

// By the partial index jobs_for_host. Of a model only so many are looked at: an owner can queue thousands that the host
// may not run, and polls as often as they like.
const oldestOwn = statement<Claiming & { model: string; bound: number }>()((q, p) =>
  q
    .selectFrom((e) =>
      e
        .selectFrom('jobs')
        .select([...CLAIMED, 'price_cap_nano', 'only_hosts', 'not_hosts'])
        .where('state', '=', 'queued')
        .where('target_host_id', 'is not', null)
        .where('target_host_id', '=', p('host_id'))
        .where('model', '=', p('model'))
        .orderBy('job_id')
        .limit(LOOKED_AT)
        .as('jobs'),
    )
    .innerJoin('host_models as m', (join) =>
      join.on('m.host_id', '=', p('host_id')).onRef('m.model', '=', 'jobs.model'),
    )
    .select(CLAIMED.map((column) => `jobs.${column}` as const))
    .where('m.available', '=', 1)
    .where('jobs.max_tokens', '<=', p('bound'))
    .where(mayRun(p, sql`coalesce(m.max_tokens, ${p('max_tokens')})`))
    .orderBy('jobs.job_id')
    .limit(1),
)

/** The oldest job of the host's own line that it may run, of these models. */
export async function oldestOwnJob(
  tx: Tx,
  { host_id, price_nano, max_tokens, now }: Claiming,
  { models, probation }: Asked,
): Promise<QueuedJob | undefined> {
  const own = { host_id, price_nano, max_tokens, now }
  const bound = (model: string) => (probation.has(model) ? PROBATION_TOKENS : UNBOUND)
  const looks = models.map((model) => () => tx.get(oldestOwn, { ...own, model, bound: bound(model) }))
  return oldestOf(await together(tx, ...looks))
}
