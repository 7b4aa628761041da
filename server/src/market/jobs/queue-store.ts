import { sql } from 'kysely'
import { type Reader, type Tx, together } from '../../storage/database.ts'
import { type Bind, type Builder, statement } from '../../storage/statement.ts'

interface Queue {
  user_id: string
  model: string
}

/** Before every user in turn. */
export const FRONT: Position = { turn: -1, user_id: '', model: '' }

// More than connections that claim at once.
const FREE_PAGE = 32

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
const waitingOf = statement<{ user_id: string }>()((q, p) =>
  q
    .selectFrom('queues')
    .select(sql<number>`coalesce(sum(waiting), 0)`.as('waiting'))
    .where('user_id', '=', p('user_id')),
)
const waitingAll = statement()((q) =>
  q
    .selectFrom('queues')
    .select((e) => [sql<number>`coalesce(sum(waiting), 0)`.as('waiting'), e.fn.countAll<number>().as('queues')])
    .where('waiting', '>', 0),
)

export interface Position extends Queue {
  turn: number
}

/** A queue that a host may claim from: what the host generates at most of its model at this moment, in tokens. */
export interface ServedQueue extends Position {
  max_tokens: number
}

/** A host as the queues see it; `max_tokens` holds for its models that set no bound of their own. */
interface Claimant {
  host_id: string
  price_nano: bigint
  max_tokens: number
}

type Page = Claimant & Position & { last: string; limit: number }

// Of one model by the index queues_waiting, in its order: the cost is that of the page, however many users wait.
// Nothing of a model that the host does not serve at this moment.
const served = (q: Builder, p: Bind<Page>) =>
  q
    .selectFrom('queues')
    .innerJoin('host_models as m', 'm.model', 'queues.model')
    .select([
      'queues.user_id',
      'queues.model',
      'queues.turn',
      sql<number>`coalesce(m.max_tokens, ${p('max_tokens')})`.as('max_tokens'),
    ])
    .where('m.host_id', '=', p('host_id'))
    .where('m.model', '=', p('model'))
    .where('m.available', '=', 1)
    .where('queues.model', '=', p('model'))
    .where('queues.waiting', '>', 0)
    .where(sql<boolean>`(queues.turn, queues.user_id, queues.model) > (${p('turn')}, ${p('user_id')}, ${p('last')})`)
    .orderBy('queues.turn')
    .orderBy('queues.user_id')
    .limit(p('limit'))
const candidates = statement<Page>()(served)

// Any number: the class of this lock among advisory locks of two numbers, "mkt" in ASCII.
const TURN_LOCK = sql.raw('7170932')
// The page is materialized so that users are tried in turn and one by one, whatever the plan: no more than one is held.
const free = statement<Page>()((q, p) =>
  q
    .with(
      (with_) => with_('page').materialized(),
      () => served(q, p),
    )
    .selectFrom('page')
    .selectAll()
    .where(sql<boolean>`pg_try_advisory_xact_lock(${TURN_LOCK}, hashtext(user_id))`)
    .limit(1),
)

// What a poll costs that gets nothing: by indexes, as cheap with a million queued jobs as with none. Price and length
// are asked for apart, each by an index of its own; a host that passes both looks closely, in a transaction.
const promising = statement<Claimant>()((q, p) =>
  q
    .selectFrom('host_models as m')
    .select('m.model')
    .where('m.host_id', '=', p('host_id'))
    .where('m.available', '=', 1)
    .where(
      sql<boolean>`exists (select 1 from jobs j where j.state = 'queued' and j.model = m.model
        and j.price_cap_nano >= ${p('price_nano')})`,
    )
    .where(
      sql<boolean>`exists (select 1 from jobs j where j.state = 'queued' and j.model = m.model
        and j.max_tokens <= coalesce(m.max_tokens, ${p('max_tokens')}))`,
    ),
)

// On Postgres the job is held, and those that other claims hold at this moment are passed over.
// Oldest first by the partial index jobs_queued; the rest of the WHERE is what a host may run at all.
// The plus signs keep the planner from jobs_short and jobs_affordable, with which it read and sorted every queued job of
// the model: 2.0 ms a claim at 4,000 queued jobs, growing with them.
const oldest = statement<Queue & Claimant>()((q, p, dialect) => {
  const job = q
    .selectFrom('jobs')
    .selectAll()
    .where('state', '=', 'queued')
    .where('user_id', '=', p('user_id'))
    .where('model', '=', p('model'))
    .where(sql<boolean>`+max_tokens <= ${p('max_tokens')}`)
    .where(sql<boolean>`+price_cap_nano >= ${p('price_nano')}`)
    .where((e) => e.or([e('target_host_id', 'is', null), e('target_host_id', '=', p('host_id'))]))
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('job_exclusions as x')
            .select('x.job_id')
            .whereRef('x.job_id', '=', 'jobs.job_id')
            .where('x.host_id', '=', p('host_id')),
        ),
      ),
    )
    .orderBy('job_id')
    .limit(1)
  return dialect === 'postgres' ? job.forUpdate().skipLocked() : job
})

const ahead = statement<Queue & { job_id: string }>()((q, p) =>
  q
    .selectFrom('jobs')
    .select((e) => e.fn.countAll<number>().as('own'))
    .where('state', '=', 'queued')
    .where('user_id', '=', p('user_id'))
    .where('model', '=', p('model'))
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

export async function enterQueue(tx: Tx, { user_id, model }: Queue): Promise<void> {
  if ((await tx.run(join, { user_id, model })) === 0) await tx.run(enqueue, { user_id, model })
}
export const leaveQueue = (tx: Tx, { user_id, model }: Queue) => tx.run(dequeue, { user_id, model })
/** A claimed job leaves its queue, and its user has had a turn. */
export const serveTurn = (tx: Tx, { user_id, model }: Queue) => tx.run(serve, { user_id, model })
export const queuedJobsOf = async (reader: Reader, user_id: string) =>
  (await reader.get(waitingOf, { user_id }))?.waiting ?? 0
/** All queued jobs, and how many queues were read for it. */
export async function queuedJobs(reader: Reader): Promise<{ value: number; rows: number }> {
  const { waiting = 0, queues = 0 } = (await reader.get(waitingAll, {})) ?? {}
  return { value: waiting, rows: queues }
}
/** The host's models of which there may be a queued job that it can run; of the others there is none. */
export const promisingModels = async (reader: Reader, { host_id, price_nano, max_tokens }: Claimant) =>
  (await reader.all(promising, { host_id, price_nano, max_tokens })).map(({ model }) => model)

/**
 * Users with waiting jobs of these models, as far as the host serves them at this moment, the longest unserved first,
 * from `after` on. A page of each model is read and the pages are merged: no index holds the turns of several models in
 * one order.
 */
export async function usersInTurn(
  reader: Reader,
  { host, models, after, limit }: { host: Claimant; models: readonly string[]; after: Position; limit: number },
): Promise<ServedQueue[]> {
  const pages = await together(...models.map((model) => reader.all(candidates, pageOf(host, model, after, limit))))
  return models.length > 1 ? pages.flat().sort(byTurn).slice(0, limit) : (pages[0] ?? [])
}

/**
 * The queues of the user who is next in turn among those whom no other claim serves at this moment; that user is held
 * until the transaction ends. Claims that meet at one user wait for each other, so where many run at once (Postgres)
 * each begins with a user of its own. None on SQLite, where no two run at once.
 */
export async function freeUserInTurn(tx: Tx, host: Claimant, models: readonly string[]): Promise<ServedQueue[]> {
  if (tx.dialect === 'sqlite') return []
  const found = await together(...models.map((model) => tx.get(free, pageOf(host, model, FRONT, FREE_PAGE))))
  const queues = found.filter((queue) => queue !== undefined).sort(byTurn)
  return queues.filter(({ user_id }) => user_id === queues[0]?.user_id)
}

function pageOf({ host_id, price_nano, max_tokens }: Claimant, model: string, after: Position, limit: number): Page {
  const { turn, user_id, model: last } = after
  return { host_id, price_nano, max_tokens, model, turn, user_id, last, limit }
}

function byTurn(a: Position, b: Position): number {
  if (a.turn !== b.turn) return a.turn - b.turn
  if (a.user_id !== b.user_id) return a.user_id < b.user_id ? -1 : 1
  return a.model < b.model ? -1 : 1
}

/** The oldest job of a user and model that the host may run: `max_tokens` is its bound for that model. */
export const oldestJobFor = (tx: Tx, of: Queue & Claimant) => tx.get(oldest, of)

/**
 * How many jobs are before this one, 0 = next: the user's own older ones, and of each other user as many as get their
 * turn before it. An estimate: hosts, prices and newcomers change it.
 */
export async function queuePosition(reader: Reader, job: Queue & { job_id: string }): Promise<number> {
  const { user_id, model, job_id } = job
  const own = (await reader.get(ahead, { user_id, model, job_id }))?.own ?? 0
  return own + ((await reader.get(others, { user_id, model, own }))?.jobs ?? 0)
}
