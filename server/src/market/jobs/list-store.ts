import type { JobStatus } from '@mkt/schemas'
import type { Reader } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

interface Page {
  user_id: string
  limit: number
  offset: number
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
] as const

const all = statement<Page>()((q, p) =>
  q
    .selectFrom('jobs')
    .select(columns)
    .where('user_id', '=', p('user_id'))
    .orderBy('job_id', 'desc')
    .limit(p('limit'))
    .offset(p('offset')),
)
const byState = statement<Page & { state: JobStatus }>()((q, p) =>
  q
    .selectFrom('jobs')
    .select(columns)
    .where('user_id', '=', p('user_id'))
    .where('state', '=', p('state'))
    .orderBy('job_id', 'desc')
    .limit(p('limit'))
    .offset(p('offset')),
)
const countAll = statement<{ user_id: string }>()((q, p) =>
  q
    .selectFrom('jobs')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('user_id', '=', p('user_id')),
)
const countByState = statement<{ user_id: string; state: JobStatus }>()((q, p) =>
  q
    .selectFrom('jobs')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('user_id', '=', p('user_id'))
    .where('state', '=', p('state')),
)

const queued = statement<{ user_id: string }>()((q, p) =>
  q.selectFrom('jobs').select('job_id').where('user_id', '=', p('user_id')).where('state', '=', 'queued').limit(500),
)

/** At most 500 at once. */
export const queuedJobsOfUser = (reader: Reader, user_id: string) => reader.all(queued, { user_id })

export type ListedJob = Awaited<ReturnType<typeof jobPage>>['jobs'][number]
/** A user's jobs, newest first, and how many there are in all. */
export async function jobPage(reader: Reader, page: Page & { state: JobStatus | undefined }) {
  const { user_id, limit, offset, state } = page
  if (state === undefined) {
    const total = (await reader.get(countAll, { user_id }))?.total ?? 0
    return { total, jobs: await reader.all(all, { user_id, limit, offset }) }
  }
  const total = (await reader.get(countByState, { user_id, state }))?.total ?? 0
  return { total, jobs: await reader.all(byState, { user_id, state, limit, offset }) }
}
