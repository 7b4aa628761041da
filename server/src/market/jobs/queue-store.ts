import { sql } from 'kysely'
import type { Reader, Tx } from '../../storage/database.ts'
import { OWN_LINE } from '../../storage/own-lines.ts'
import { statement } from '../../storage/statement.ts'
import { userAccount } from '../ledger/accounts.ts'

interface Queue {
  user_id: string
  model: string
}

/** A job as its queue sees it. */
type InLine = Queue & { target_host_id: string | null }

/**
 * The queue in which a job waits: its user's for the model, from which any host may claim; or, where it is aimed at a
 * host, that host's line, which nobody else's look for work meets, however long it is.
 */
const queueOf = ({ user_id, model, target_host_id }: InLine): Queue => ({
  user_id,
  model: target_host_id === null ? model : OWN_LINE + target_host_id,
})

// A user that was never served starts at turn 0 and is next: nobody who was served before waits longer for it than one
// job. Another model of a user who was served takes that user's turn, or each new model would jump the line.
const enqueue = statement<Queue>()((q, p) =>
  q
    .insertInto('queues')
    .values({
      user_id: p('user_id'),
      model: p('model'),
      waiting: 1,
      turn: sql<number>`coalesce((select max(turn) from queues where user_id = ${p('user_id')}), 0)`,
    })
    .onConflict((c) => c.columns(['user_id', 'model']).doUpdateSet({ waiting: sql<number>`queues.waiting + 1` })),
)
// Nearly every job joins a queue that is there, for which the statement above costs three times as much.
const join = statement<Queue>()((q, p) =>
  q
    .updateTable('queues')
    .set({ waiting: sql<number>`waiting + 1` })
    .where('user_id', '=', p('user_id'))
    .where('model', '=', p('model')),
)
const dequeue = statement<Queue>()((q, p) =>
  q
    .updateTable('queues')
    .set({ waiting: sql<number>`waiting - 1` })
    .where('user_id', '=', p('user_id'))
    .where('model', '=', p('model')),
)
// One job fewer, and all queues of the user move to the end together: the round robin is over users, not over their
// models. In one statement, so that two claims of one user's jobs lock the queues in one order.
const serve = statement<Queue>()((q, p) =>
  q
    .updateTable('queues')
    .set({
      waiting: sql<number>`waiting - case when model = ${p('model')} then 1 else 0 end`,
      turn: sql<number>`(select max(turn) + 1 from queues)`,
    })
    .where('user_id', '=', p('user_id')),
)
// With the promotional credits, since a submission asks for both: a second statement would be a fiftieth of its cost.
const standing = statement<{ user_id: string; promo: string }>()((q, p) =>
  q
    .selectFrom('queues')
    .select([
      sql<number>`coalesce(sum(waiting), 0)`.as('waiting'),
      sql<bigint>`coalesce((select balance_nano from accounts where account_id = ${p('promo')}), 0)`.as('promo_nano'),
    ])
    .where('user_id', '=', p('user_id')),
)
// By jobs_choosing.
const choosing = statement<{ user_id: string; most: number }>()((q, p) =>
  q
    .selectFrom('jobs')
    .select('job_id')
    .where('state', '=', 'queued')
    .where('user_id', '=', p('user_id'))
    .where(sql<boolean>`(only_hosts is not null or not_hosts is not null)`)
    .limit(p('most')),
)
const waitingAll = statement()((q) =>
  q
    .selectFrom('queues')
    .select((e) => [sql<number>`coalesce(sum(waiting), 0)`.as('waiting'), e.fn.countAll<number>().as('queues')])
    .where('waiting', '>', 0),
)

const ahead = statement<Queue & { job_id: string }>()((q, p) =>
  q
    .selectFrom('jobs')
    .select((e) => e.fn.countAll<number>().as('own'))
    .where('state', '=', 'queued')
    .where('user_id', '=', p('user_id'))
    .where('model', '=', p('model'))
    .where('target_host_id', 'is', null)
    .where('job_id', '<', p('job_id')),
)
const aheadInLine = statement<{ target_host_id: string; job_id: string }>()((q, p) =>
  q
    .selectFrom('jobs')
    .select((e) => e.fn.countAll<number>().as('own'))
    .where('state', '=', 'queued')
    .where('target_host_id', 'is not', null)
    .where('target_host_id', '=', p('target_host_id'))
    .where('job_id', '<', p('job_id')),
)
const others = statement<Queue & { own: number }>()((q, p) =>
  q
    .selectFrom('queues')
    .select(
      sql<number>`coalesce(sum(case when waiting < ${p('own')} + 1 then waiting else ${p('own')} + 1 end), 0)`.as(
        'jobs',
      ),
    )
    .where('model', '=', p('model'))
    .where('waiting', '>', 0)
    .where('user_id', '<>', p('user_id')),
)

export async function enterQueue(tx: Tx, job: InLine): Promise<void> {
  const queue = queueOf(job)
  if ((await tx.run(join, queue)) === 0) await tx.run(enqueue, queue)
}
export const leaveQueue = (tx: Tx, job: InLine) => tx.run(dequeue, queueOf(job))
/** How many queued jobs of a user say which hosts may run them, counted to `most`. */
export const choosingJobsOf = async (reader: Reader, user_id: string, most: number) =>
  (await reader.all(choosing, { user_id, most })).length
/** A claimed job leaves its queue, and its user has had a turn; where it was in a host's own line, nobody has. */
export const serveTurn = (tx: Tx, job: InLine) =>
  job.target_host_id === null ? tx.run(serve, queueOf(job)) : leaveQueue(tx, job)
/** How many jobs a user has queued, and the promotional credits that the user can spend. */
export async function standingOf(reader: Reader, user_id: string): Promise<{ waiting: number; promo_nano: bigint }> {
  const found = await reader.get(standing, { user_id, promo: userAccount(user_id, 'promo') })
  return found ?? { waiting: 0, promo_nano: 0n }
}
/** All queued jobs, and how many queues were read for it. */
export async function queuedJobs(reader: Reader): Promise<{ value: number; rows: number }> {
  const { waiting = 0, queues = 0 } = (await reader.get(waitingAll, {})) ?? {}
  return { value: waiting, rows: queues }
}
/**
 * How many jobs are before this one, 0 = next: the user's own older ones, and of each other user as many as get their
 * turn before it. An estimate: hosts, prices and newcomers change it.
 */
export async function queuePosition(reader: Reader, job: InLine & { job_id: string }): Promise<number> {
  const { user_id, model, job_id, target_host_id } = job
  if (target_host_id !== null) return (await reader.get(aheadInLine, { target_host_id, job_id }))?.own ?? 0
  const own = (await reader.get(ahead, { user_id, model, job_id }))?.own ?? 0
  return own + ((await reader.get(others, { user_id, model, own }))?.jobs ?? 0)
}
