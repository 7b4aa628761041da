import type { JobStatus } from '@mkt/schemas'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'
import type { JobsTable } from '../../storage/tables.ts'
import { TRANSITIONS } from './machine.ts'

export type JobRow = JobsTable
export type NewJob = Pick<
  JobRow,
  | 'job_id'
  | 'user_id'
  | 'model'
  | 'input_text'
  | 'max_tokens'
  | 'temperature'
  | 'price_limit_nano'
  | 'max_price_nano'
  | 'max_input_price_nano'
  | 'reserved_nano'
  | 'reserved_promo_nano'
  | 'price_cap_nano'
  | 'input_cap_nano'
  | 'prompt_bytes'
  | 'target_host_id'
  | 'only_hosts'
  | 'not_hosts'
  | 'created_at'
  | 'options_json'
  | 'token_id'
  | 'spending_json'
  | 'needs'
  | 'keep_partial'
>

const insert = statement<NewJob>()((q, p) =>
  q.insertInto('jobs').values({
    job_id: p('job_id'),
    user_id: p('user_id'),
    model: p('model'),
    state: 'queued',
    input_text: p('input_text'),
    max_tokens: p('max_tokens'),
    temperature: p('temperature'),
    price_limit_nano: p('price_limit_nano'),
    max_price_nano: p('max_price_nano'),
    max_input_price_nano: p('max_input_price_nano'),
    reserved_nano: p('reserved_nano'),
    reserved_promo_nano: p('reserved_promo_nano'),
    price_cap_nano: p('price_cap_nano'),
    input_cap_nano: p('input_cap_nano'),
    prompt_bytes: p('prompt_bytes'),
    target_host_id: p('target_host_id'),
    only_hosts: p('only_hosts'),
    not_hosts: p('not_hosts'),
    created_at: p('created_at'),
    options_json: p('options_json'),
    token_id: p('token_id'),
    spending_json: p('spending_json'),
    needs: p('needs'),
    keep_partial: p('keep_partial'),
    prefix_tokens: 0,
    erased: 0,
    attempt: 0,
    failures: 0,
    charged_nano: 0n,
    earned_nano: 0n,
    tokens_generated: 0,
    unserved_ms: 0,
    least_standing: 0,
  }),
)

const byId = statement<{ job_id: string }>()((q, p) =>
  q.selectFrom('jobs').selectAll().where('job_id', '=', p('job_id')),
)

// The end of a job has no use for its prompt, which may be megabytes, nor for half of the other columns.
const ENDING = [
  'job_id',
  'user_id',
  'model',
  'state',
  'attempt',
  'failures',
  'host_id',
  'target_host_id',
  'max_tokens',
  'price_nano',
  'input_price_nano',
  'prompt_bytes',
  'reserved_nano',
  'reserved_promo_nano',
  'token_id',
  'spending_json',
  'created_at',
  'started_at',
  'prefix_tokens',
  'keep_partial',
  'needs',
] as const satisfies readonly (keyof JobRow)[]
/** A job as its end sees it. */
export type EndingJob = Pick<JobRow, (typeof ENDING)[number]>
const ending = statement<{ job_id: string }>()((q, p) =>
  q.selectFrom('jobs').select(ENDING).where('job_id', '=', p('job_id')),
)

// The attempt stands in the guard: a job that ran and came back since it was read may now exclude this host.
const claim = statement<{
  job_id: string
  attempt: number
  host_id: string
  instance: string | null
  price_nano: bigint
  input_price_nano: bigint
  now: number
  routing_json: string
}>()((q, p) =>
  q
    .updateTable('jobs')
    .set({
      state: TRANSITIONS.claim.to,
      host_id: p('host_id'),
      instance: p('instance'),
      price_nano: p('price_nano'),
      input_price_nano: p('input_price_nano'),
      attempt: sql<number>`attempt + 1`,
      started_at: p('now'),
      routing_json: p('routing_json'),
    })
    .where('job_id', '=', p('job_id'))
    .where('state', '=', TRANSITIONS.claim.from)
    .where('attempt', '=', p('attempt')),
)

/** Who may have a job again that hosts failed, and until when nobody else. */
export type SecondTry = Pick<JobRow, 'least_standing' | 'standing_until'>
const requeue = statement<SecondTry & { job_id: string; attempt: number; failures: number }>()((q, p) =>
  q
    .updateTable('jobs')
    .set({
      state: TRANSITIONS.requeue.to,
      host_id: null,
      instance: null,
      price_nano: null,
      input_price_nano: null,
      started_at: null,
      routing_json: null,
      failures: p('failures'),
      least_standing: p('least_standing'),
      standing_until: p('standing_until'),
    })
    .where('job_id', '=', p('job_id'))
    .where('state', '=', TRANSITIONS.requeue.from)
    .where('attempt', '=', p('attempt')),
)

export interface JobEnd {
  job_id: string
  attempt: number
  /** Of this attempt; what an earlier one wrote came before. */
  first_piece_at: number | null
  finished_at: number
  charged_nano: bigint
  earned_nano: bigint
  tokens_generated: number
  finish_reason: JobRow['finish_reason']
  error: string | null
  error_message: string | null
  /** As the engine counted them; null where it did not. */
  prompt_tokens: number | null
  cached_tokens: number | null
  reasoning_tokens: number | null
}

// The attempt stands in the guard too: the end of a lost attempt never ends the one that runs now.
const end = ({ from, to }: { from: JobStatus; to: JobStatus }) =>
  statement<JobEnd>()((q, p) =>
    q
      .updateTable('jobs')
      .set({
        state: to,
        first_piece_at: sql<number | null>`coalesce(first_piece_at, ${p('first_piece_at')})`,
        finished_at: p('finished_at'),
        charged_nano: p('charged_nano'),
        earned_nano: p('earned_nano'),
        tokens_generated: p('tokens_generated'),
        finish_reason: p('finish_reason'),
        error: p('error'),
        error_message: p('error_message'),
        prompt_tokens: p('prompt_tokens'),
        cached_tokens: p('cached_tokens'),
        reasoning_tokens: p('reasoning_tokens'),
      })
      .where('job_id', '=', p('job_id'))
      .where('state', '=', from)
      .where('attempt', '=', p('attempt')),
  )
const ends = { complete: end(TRANSITIONS.complete), fail: end(TRANSITIONS.fail), withdraw: end(TRANSITIONS.withdraw) }

const WISH = [
  'max_tokens',
  'price_cap_nano',
  'input_cap_nano',
  'target_host_id',
  'only_hosts',
  'not_hosts',
  'needs',
] as const
export type Wish = Pick<JobRow, (typeof WISH)[number]>
const wish = statement<{ job_id: string }>()((q, p) =>
  q.selectFrom('jobs').select(WISH).where('job_id', '=', p('job_id')),
)
const ATTEMPT = [
  'j.job_id',
  'j.model',
  'j.attempt',
  'j.host_id',
  'j.instance',
  'j.max_tokens',
  'j.needs',
  'j.created_at',
  'j.prefix_tokens',
] as const
const PATIENCE = ['h.first_piece_seconds', 'h.next_piece_seconds', 'h.patience_json'] as const
const running = statement()((q) =>
  q
    .selectFrom('jobs as j')
    .innerJoin('hosts as h', 'h.host_id', 'j.host_id')
    .select([...ATTEMPT, ...PATIENCE])
    .where('j.state', '=', 'running'),
)
const runningOne = statement<{ job_id: string }>()((q, p) =>
  q
    .selectFrom('jobs as j')
    .innerJoin('hosts as h', 'h.host_id', 'j.host_id')
    .select([...ATTEMPT, ...PATIENCE])
    .where('j.state', '=', 'running')
    .where('j.job_id', '=', p('job_id')),
)
const runningOf = statement<{ host_id: string }>()((q, p) =>
  q
    .selectFrom('jobs')
    .select(['job_id', 'model', 'attempt', 'instance'])
    .where('state', '=', 'running')
    .where('host_id', '=', p('host_id'))
    .orderBy('job_id'),
)
const exclude = statement<{ job_id: string; host_id: string; now: number }>()((q, p) =>
  q
    .insertInto('job_exclusions')
    .values({ job_id: p('job_id'), host_id: p('host_id'), excluded_at: p('now') })
    .onConflict((c) => c.columns(['job_id', 'host_id']).doUpdateSet({ excluded_at: p('now') })),
)
const saveOutput = statement<{ job_id: string; pieces_json: string }>()((q, p) =>
  q.insertInto('job_outputs').values({ job_id: p('job_id'), pieces_json: p('pieces_json') }),
)
const output = statement<{ job_id: string }>()((q, p) =>
  q.selectFrom('job_outputs').select('pieces_json').where('job_id', '=', p('job_id')),
)

export const insertJob = (tx: Tx, job: NewJob) => tx.run(insert, job)
export const jobById = (reader: Reader, job_id: string) => reader.get(byId, { job_id })
export const endingJob = (reader: Reader, job_id: string) => reader.get(ending, { job_id })
/** The guarded changes answer whether they happened. */
export const claimJob = async (
  tx: Tx,
  to: {
    job_id: string
    attempt: number
    host_id: string
    instance: string | null
    price_nano: bigint
    input_price_nano: bigint
    now: number
    routing_json: string
  },
) => (await tx.run(claim, to)) === 1
export const requeueJob = async (tx: Tx, to: SecondTry & { job_id: string; attempt: number; failures: number }) =>
  (await tx.run(requeue, to)) === 1
export const endJob = async (tx: Tx, transition: keyof typeof ends, job: JobEnd) =>
  (await tx.run(ends[transition], job)) === 1
/** What a buyer asks of the hosts of a job. */
export const wishOf = (reader: Reader, job_id: string) => reader.get(wish, { job_id })
/** What a live stream needs of every running attempt. */
export const runningAttempts = (reader: Reader) => reader.all(running, {})
export const attemptRunning = (reader: Reader, job_id: string) => reader.get(runningOne, { job_id })
export const runningJobsOf = (reader: Reader, host_id: string) => reader.all(runningOf, { host_id })
export const excludeHost = (tx: Tx, job_id: string, host_id: string, now: number) =>
  tx.run(exclude, { job_id, host_id, now })
/** The pieces as readers got them; written once, at the end of a job. */
export const saveJobOutput = (tx: Tx, job_id: string, pieces_json: string) =>
  tx.run(saveOutput, { job_id, pieces_json })
export async function keptPieces(reader: Reader, job_id: string): Promise<string[] | undefined> {
  const row = await reader.get(output, { job_id })
  return row && (JSON.parse(row.pieces_json) as string[])
}
