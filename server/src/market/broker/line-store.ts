import { sql } from 'kysely'
import { askedWith } from '../../storage/asked-price.ts'
import { ableWith } from '../../storage/capability-mask.ts'
import { type Tx, together } from '../../storage/database.ts'
import { type Claiming, mayRun } from '../../storage/may-run.ts'
import { type Bind, type Builder, statement } from '../../storage/statement.ts'
import type { JobsTable } from '../../storage/tables.ts'
import { EXCLUSION_MS } from '../jobs/machine.ts'
import { PROBATION_TOKENS } from '../trust/probation.ts'
import { STANDING } from '../trust/standing.ts'

/** More than any job has. */
const UNBOUND = 1_000_000_000
/** Oldest jobs of a host's own line, of each model. */
const LOOKED_AT = 64

const EXCLUSION = { exclusion_ms: EXCLUSION_MS }

/** What a claim needs of a job: half of its columns are still empty, and reading them takes as long as the rest. */
export type QueuedJob = Pick<JobsTable, (typeof CLAIMED)[number]> & {
  /** What the host that looks for it asks for its model: for a token that is written, and one that is read. */
  asked_nano: bigint
  asked_input_nano: bigint
}
const CLAIMED = [
  'job_id',
  'user_id',
  'model',
  'input_text',
  'max_tokens',
  'temperature',
  'options_json',
  'price_limit_nano',
  'attempt',
  'created_at',
  'target_host_id',
  'prefix_tokens',
  'needs',
] as const satisfies readonly (keyof JobsTable)[]

// Oldest first by the partial index jobs_in_line, in which all is that decides: of a user who has queued 20,000 jobs
// that no host may run, with prompts of 12 KB, a claim read 240 MB and took 135 ms; now it reads the index alone.
type OfQueue = { user_id: string; model: string } & Omit<Claiming, 'may'> & { standing: number }
const asPriced = (price: unknown, input: unknown) => [
  sql<bigint>`cast(${price} as bigint)`.as('asked_nano'),
  sql<bigint>`cast(${input} as bigint)`.as('asked_input_nano'),
]
const first = (continued: boolean) =>
  statement<OfQueue>()((q, p) => {
    // Of one that continues so that SQLite does not read all that is in line: it would take jobs_in_line for it.
    const forAnybody = continued
      ? sql<boolean>`coalesce(target_host_id, '') = ''`
      : sql<boolean>`target_host_id is null`
    return q
      .selectFrom('jobs')
      .select(CLAIMED)
      .select(asPriced(p('price_nano'), p('input_price_nano')))
      .where('job_id', '=', (e) => {
        const inLine = e
          .selectFrom('jobs')
          .select('job_id')
          .where('state', '=', 'queued')
          .where('user_id', '=', p('user_id'))
          .where(forAnybody)
          .where('model', '=', p('model'))
          .where(
            mayRun(p, {
              ...{ price: p('price_nano'), input_price: p('input_price_nano'), most: p('max_tokens') },
              ...{ standing: p('standing'), able: p('capabilities'), ...EXCLUSION },
            }),
          )
          .orderBy('job_id')
          .limit(1)
        return continued ? inLine.where('prefix_tokens', '>', 0) : inLine
      })
  })
const oldest = first(false)
// By jobs_continuing, which is nearly always empty.
const oldestContinued = first(true)

// Nobody else may try what its owner aims at it.
const LEADING = sql.lit(STANDING.leading)
const own = (p: Bind<Claiming>) => ({
  price: askedWith(sql.ref('m.price_nano'), p('price_nano')),
  input_price: askedWith(sql.ref('m.input_price_nano'), p('input_price_nano')),
})

// By the partial index jobs_for_host, in which all is that decides: 32 prompts with pictures of 8 MiB cost each poll of
// their owner's host 0.1 s where they were read to be passed over. Of a model only so many are looked at: an owner can
// queue thousands that the host may not run, and polls as often as they like.
type OfOwn = Claiming & { model: string; bound: number }
const firstOwn = (q: Builder, p: Bind<OfOwn>) =>
  q
    .selectFrom((e) =>
      e
        .selectFrom('jobs')
        .select(['job_id', 'model', 'max_tokens', 'needs', 'price_cap_nano', 'input_cap_nano'])
        .select(['only_hosts', 'not_hosts', 'least_standing', 'standing_until'])
        .where('state', '=', 'queued')
        .where('target_host_id', 'is not', null)
        .where('target_host_id', '=', p('host_id'))
        .where('model', '=', p('model'))
        .orderBy('jobs.job_id')
        .limit(LOOKED_AT)
        .as('jobs'),
    )
    .innerJoin('host_models as m', (join) =>
      join.on('m.host_id', '=', p('host_id')).onRef('m.model', '=', 'jobs.model'),
    )
    .select('jobs.job_id')
    .where(sql<boolean>`m.available = 1`)
    .where('jobs.max_tokens', '<=', p('bound'))
    .where(
      mayRun(p, {
        ...own(p),
        most: sql`case when m.max_tokens is null then ${p('max_tokens')} else m.max_tokens end`,
        standing: LEADING,
        ...EXCLUSION,
        able: sql`(${ableWith(sql.ref('m.capabilities'), p('capabilities'), sql.ref('m.marks'))} & ${p('may')})`,
      }),
    )
    .orderBy('jobs.job_id')
    .limit(1)
export const ownLookedFor = statement<OfOwn>()((q, p) =>
  q
    .selectFrom('jobs')
    .innerJoin('host_models as m', (join) =>
      join.on('m.host_id', '=', p('host_id')).onRef('m.model', '=', 'jobs.model'),
    )
    .select(CLAIMED.map((column) => `jobs.${column}` as const))
    .select(asPriced(own(p).price, own(p).input_price))
    .where('jobs.job_id', '=', firstOwn(q, p)),
)

/** The oldest job of the host's own line that it may run, of these models. */
export async function oldestOwnJob(
  tx: Tx,
  { host_id, price_nano, input_price_nano, max_tokens, capabilities, may, now }: Claiming,
  { models, probation }: { models: readonly string[]; probation: ReadonlySet<string> },
): Promise<QueuedJob | undefined> {
  const host = { host_id, price_nano, input_price_nano, max_tokens, capabilities, may, now }
  const bound = (model: string) => (probation.has(model) ? PROBATION_TOKENS : UNBOUND)
  const looks = models.map((model) => () => tx.get(ownLookedFor, { ...host, model, bound: bound(model) }))
  return oldestOf(await together(tx, ...looks))
}

/** Ids sort by time. */
export const oldestOf = (jobs: readonly (QueuedJob | undefined)[]): QueuedJob | undefined =>
  jobs.reduce((oldest, job) => (oldest && (!job || oldest.job_id < job.job_id) ? oldest : job), undefined)

/** The oldest job of a user and model that the host may run: prices and `max_tokens` are its own for that model. */
export const oldestJobFor = (tx: Tx, of: OfQueue) => tx.get(oldest, of)
/** Of those the oldest with a text to go on with. */
export const continuedJobFor = (tx: Tx, of: OfQueue) => tx.get(oldestContinued, of)
