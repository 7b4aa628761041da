import { sql } from 'kysely'
import { ASKED, ASKED_INPUT } from '../../storage/asked-price.ts'
import { ableWith, coversNeeds } from '../../storage/capability-mask.ts'
import { maySend } from '../../storage/chosen-hosts.ts'
import type { Database, Reader } from '../../storage/database.ts'
import { stillExcluded } from '../../storage/exclusion.ts'
import { statement } from '../../storage/statement.ts'
import type { Market } from '../deps.ts'
import { EXCLUSION_MS } from '../jobs/machine.ts'
import { leaveQueue } from '../jobs/queue-store.ts'
import { jobById } from '../jobs/store.ts'
import { AlreadyEnded } from './job-end.ts'
import { partsOf } from './parts-store.ts'
import { failQueued } from './settle.ts'

const page = statement<{ after: string; limit: number }>()((q, p) =>
  q
    .selectFrom('jobs')
    .select('job_id')
    .where('state', '=', 'queued')
    .where('job_id', '>', p('after'))
    .orderBy('job_id')
    .limit(p('limit')),
)
const ABLE = ableWith(sql.ref('m.capabilities'), sql.ref('h.capabilities'), sql.ref('m.marks'))
// By jobs_queued_by_id; the inner look-up is by host_models_model.
const addUnserved = statement<{ elapsed: number; after: string; last: string; now: number }>()((q, p) =>
  q
    .updateTable('jobs')
    .set({ unserved_ms: sql<number>`unserved_ms + ${p('elapsed')}` })
    .where('state', '=', 'queued')
    .where('job_id', '>', p('after'))
    .where('job_id', '<=', p('last'))
    .where(
      sql<boolean>`not exists (select 1 from host_models m join hosts h on h.host_id = m.host_id
        where m.model = jobs.model and m.available = 1 and h.status = 'active' and h.paused = 0 and h.disabled = 0
          and (h.held_off_at is null or h.held_off_at > ${p('now')} or h.held_off_at + h.held_off_ms <= ${p('now')})
          and coalesce(m.max_tokens, h.max_tokens) >= jobs.max_tokens and ${ASKED} <= jobs.price_cap_nano
          and ${ASKED_INPUT} <= jobs.input_cap_nano
          and ${coversNeeds(ABLE, sql.ref('jobs.needs'))}
          and (jobs.target_host_id is null or jobs.target_host_id = h.host_id)
          and ${maySend({ only: sql.ref('jobs.only_hosts'), not: sql.ref('jobs.not_hosts') }, sql.ref('h.host_id'))}
          and not exists (select 1 from job_exclusions x where x.job_id = jobs.job_id and x.host_id = h.host_id
            and ${stillExcluded(p, EXCLUSION_MS)}))`,
    ),
)
const overdue = statement<{ unserved: number; before: number }>()((q, p) =>
  q
    .selectFrom('jobs')
    .select('job_id')
    .where('state', '=', 'queued')
    .where((e) => e.or([e('unserved_ms', '>=', p('unserved')), e('created_at', '<', p('before'))]))
    .limit(1000),
)

const PAGE = 500

/**
 * Adds the time that passed to every queued job that no active host may run, a page a transaction: however long the
 * queue, other work comes in between. While all hosts that could are excluded nobody may run it, so that time counts:
 * it bounds how often a host whose engine is always away gets the job again. `now` is wall time in ms.
 */
export async function ageUnserved(database: Database, elapsed: number, now: number): Promise<void> {
  let after = ''
  while (true) {
    const jobs = await database.all(page, { after, limit: PAGE })
    const last = jobs.at(-1)?.job_id
    if (last === undefined) return
    const range = { after, last, elapsed: Math.round(elapsed), now }
    await database.transaction((tx) => tx.run(addUnserved, range))
    after = last
  }
}

/** Queued jobs whose time is up, at most 1,000 at once. */
export const overdueJobs = (reader: Reader, unserved: number, before: number) =>
  reader.all(overdue, { unserved, before })

/** Fails a queued job whose text nobody goes on with, as its host had left it; not one that was claimed meanwhile. */
export async function giveUp(market: Market, { job_id, attempt }: { job_id: string; attempt: number }): Promise<void> {
  await unlessEnded(
    market.database.transaction(async (tx) => {
      const job = await jobById(tx, job_id)
      if (job?.state !== 'queued' || job.attempt !== attempt) return
      const error = (await partsOf(tx, job_id)).at(-1)?.error ?? 'host_lost'
      await failQueued(tx, market, job, { error })
      await leaveQueue(tx, job)
    }),
  )
}

async function unlessEnded(work: Promise<void>): Promise<void> {
  await work.catch((error) => {
    if (!(error instanceof AlreadyEnded)) throw error
  })
}

/** Fails a queued job as expired and releases its reserve; one that was claimed meanwhile goes on. */
export async function expire(market: Market, jobId: string): Promise<void> {
  await unlessEnded(
    market.database.transaction(async (tx) => {
      const job = await jobById(tx, jobId)
      if (job?.state !== 'queued') return
      await failQueued(tx, market, job, { error: 'expired' })
      await leaveQueue(tx, job)
    }),
  )
}
