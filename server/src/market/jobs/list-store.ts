import { setImmediate as nextTurn } from 'node:timers/promises'
import type { JobStatus } from '@mkt/schemas'
import { sql } from 'kysely'
import type { Reader } from '../../storage/database.ts'
import { bytesOf, pagesByBytes } from '../../storage/pages-by-bytes.ts'
import { type Bind, type Builder, statement } from '../../storage/statement.ts'

/** Which of a user's jobs: ids are made in order of time, so that days are a range of them. */
export interface JobFilter {
  user_id: string
  state: JobStatus | undefined
  model: string | undefined
  /** Belongs to it. */
  from_id: string
  /** Does not. */
  to_id: string
}

interface Page {
  limit: number
  offset: number
  /** Jobs that are counted, or passed over, at once. */
  at_once?: number
}

const columns = [
  'job_id',
  'model',
  'state',
  'charged_nano',
  'created_at',
  'error',
  'tokens_generated',
  'finished_at',
  'prefix_tokens',
] as const

interface Asked {
  user_id: string
  state: JobStatus
  model: string
  from_id: string
  to_id: string
}

/**
 * The statements of one combination of filters. Each reads an index of (user_id, job_id) with the state or the model
 * between: jobs_of_user, jobs_of_user_by_state, jobs_of_user_by_model.
 */
function statementsOf(byState: boolean, byModel: boolean) {
  const narrowed = (q: Builder, p: Bind<Asked & { limit: number }>) =>
    q
      .selectFrom('jobs')
      .where('user_id', '=', p('user_id'))
      .where('job_id', '>=', p('from_id'))
      .where('job_id', '<', p('to_id'))
      .$if(byState, (narrower) => narrower.where('state', '=', p('state')))
      .$if(byModel, (narrower) => narrower.where('model', '=', p('model')))
      .orderBy('job_id', 'desc')
      .limit(p('limit'))
  const page = statement<Asked & { limit: number }>()((q, p) => narrowed(q, p).select(columns))
  const step = statement<Asked & { limit: number }>()((q, p) =>
    q
      .selectFrom(narrowed(q, p).select('job_id').as('some'))
      .select((e) => [e.fn.countAll<number>().as('jobs'), e.fn.min<string | null>('job_id').as('last')]),
  )
  const withTexts = (q: Builder, p: Bind<Asked & { limit: number }>) =>
    q
      .selectFrom('jobs')
      .leftJoin('job_outputs', 'job_outputs.job_id', 'jobs.job_id')
      .where('jobs.user_id', '=', p('user_id'))
      .where('jobs.job_id', '>=', p('from_id'))
      .where('jobs.job_id', '<', p('to_id'))
      .$if(byState, (narrowed) => narrowed.where('jobs.state', '=', p('state')))
      .$if(byModel, (narrowed) => narrowed.where('jobs.model', '=', p('model')))
      .orderBy('jobs.job_id', 'desc')
      .limit(p('limit'))
  const texts = statement<Asked & { limit: number }>()((q, p) =>
    withTexts(q, p)
      .select(columns.map((column) => `jobs.${column}` as const))
      .select(['jobs.input_text', 'job_outputs.pieces_json']),
  )
  const sizes = statement<Asked & { limit: number }>()((q, p) =>
    withTexts(q, p).select(bytesOf(sql.ref('jobs.input_text'), sql.ref('job_outputs.pieces_json'))),
  )
  return { page, step, texts, sizes }
}

const statements = [
  [statementsOf(false, false), statementsOf(false, true)],
  [statementsOf(true, false), statementsOf(true, true)],
] as const

const chosen = ({ state, model }: JobFilter) => statements[state ? 1 : 0][model ? 1 : 0]

/** Filters that are not set are in no statement, and so bound by none. */
const asked = ({ state, model, ...filter }: JobFilter): Asked => ({
  ...filter,
  state: state ?? 'queued',
  model: model ?? '',
})

/** So many of a user's queued jobs are looked at at once. */
export const QUEUED_AT_ONCE = 500
const queued = statement<{ user_id: string; after: string }>()((q, p) =>
  q
    .selectFrom('jobs')
    .select('job_id')
    .where('user_id', '=', p('user_id'))
    .where('state', '=', 'queued')
    .where('job_id', '>', p('after'))
    .orderBy('job_id')
    .limit(QUEUED_AT_ONCE),
)

// An account that ended counts as shut out from then on, and `disabled` stays as it was.
const queuedOfEnded = statement<{ since: number }>()((q, p) =>
  q
    .selectFrom('users')
    .select('user_id')
    .where('shut_out_at', '>=', p('since'))
    .where('deleted_at', 'is not', null)
    .where((e) =>
      e.exists(
        e
          .selectFrom('jobs')
          .select('job_id')
          .whereRef('jobs.user_id', '=', 'users.user_id')
          .where('jobs.state', '=', 'queued'),
      ),
    ),
)

/** Whose accounts ended at this moment (wall ms) or later and who have jobs in the queue still. */
export const endedWithQueued = (reader: Reader, since: number) => reader.all(queuedOfEnded, { since })

/** At most QUEUED_AT_ONCE behind this id, the oldest first. */
export const queuedJobsOfUser = (reader: Reader, user_id: string, after = '') => reader.all(queued, { user_id, after })

export type ListedJob = Awaited<ReturnType<typeof jobPage>>['jobs'][number]

/** A few milliseconds of an index. */
const COUNTED_AT_ONCE = 10_000

/**
 * A user's jobs, newest first, and how many there are in all, where that is not `known`. They are counted in steps,
 * with a turn for others in between: 500,000 jobs at once held everybody else up for half a second.
 */
export async function jobPage(reader: Reader, filter: JobFilter, asking: Page, known?: number) {
  const { limit, offset, at_once = COUNTED_AT_ONCE } = asking
  const { page, step } = chosen(filter)
  let [counted, before] = [0, filter.to_id]
  let start = offset === 0 ? before : undefined
  while (start === undefined || known === undefined) {
    const most = start === undefined ? Math.min(at_once, offset - counted) : at_once
    const { jobs = 0, last = null } = (await reader.get(step, { ...asked(filter), to_id: before, limit: most })) ?? {}
    counted += jobs
    if (last !== null && counted === offset) start = last
    if (jobs < most || last === null) break
    before = last
    if (most === at_once) await nextTurn()
  }
  const jobs = start === undefined ? [] : await reader.all(page, { ...asked(filter), to_id: start, limit })
  return { total: known ?? counted, jobs }
}

/** The newest of these jobs with their texts, a page at a time. */
export const jobTexts = (reader: Reader, filter: JobFilter) =>
  pagesByBytes({
    from: filter.to_id,
    sizes: (to_id, limit) => reader.all(chosen(filter).sizes, { ...asked(filter), to_id, limit }),
    rows: (to_id, limit) => reader.all(chosen(filter).texts, { ...asked(filter), to_id, limit }),
    behind: ({ job_id }) => job_id,
  })
