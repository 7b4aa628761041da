import { sql } from 'kysely'
import { type Reader, type Tx, together } from '../../storage/database.ts'
import { type Bind, type Builder, statement } from '../../storage/statement.ts'
import type { HostsTable, JobsTable } from '../../storage/tables.ts'

/** Before every user in turn. */
export const FRONT: Position = { turn: -1, user_id: '', model: '' }

// More than connections that claim at once.
const FREE_PAGE = 32

/** A user's waiting jobs for one model, and the user's turn. */
export interface Position {
  user_id: string
  model: string
  turn: number
}

/** A queue that a host may claim from: what the host generates at most of its model at this moment, in tokens. */
export interface ServedQueue extends Position {
  max_tokens: number
}

/** A host as the queues see it; `max_tokens` holds for its models that set no bound of their own. */
interface ClaimingHost {
  host_id: string
  price_nano: bigint
  max_tokens: number
}

type QueueOf = Pick<Position, 'user_id' | 'model'>
type Page = ClaimingHost & Position & { last: string; limit: number }

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

// Advisory locks of two numbers, the first of which is ours: "mkt" in ASCII.
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
const promising = statement<{ host_id: string }>()((q, p) =>
  q
    .selectFrom('hosts as h')
    .leftJoin('host_models as m', (join) =>
      join
        .onRef('m.host_id', '=', 'h.host_id')
        .on('m.available', '=', 1)
        .on(
          sql<boolean>`exists (select 1 from jobs j where j.state = 'queued' and j.model = m.model
            and j.price_cap_nano >= h.price_nano)`,
        )
        .on(
          sql<boolean>`exists (select 1 from jobs j where j.state = 'queued' and j.model = m.model
            and j.max_tokens <= coalesce(m.max_tokens, h.max_tokens))`,
        ),
    )
    .selectAll('h')
    .select('m.model as promising')
    .where('h.host_id', '=', p('host_id')),
)

/** What a claim needs of a job: half of its columns are still empty, and reading them takes as long as the rest. */
export type QueuedJob = Pick<JobsTable, (typeof CLAIMED)[number]>
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
] as const satisfies readonly (keyof JobsTable)[]

// Oldest first by the partial index jobs_queued; the rest of the WHERE is what a host may run at all.
// The plus signs keep the planner from jobs_short and jobs_affordable, with which it read and sorted every queued job of
// the model: 2.0 ms a claim at 4,000 queued jobs, growing with them.
const oldest = statement<QueueOf & ClaimingHost>()((q, p) =>
  q
    .selectFrom('jobs')
    .select(CLAIMED)
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
    .limit(1),
)

/**
 * A host as it is now and those of its models of which there may be a queued job that it can run; of the others there
 * is none. Undefined where there is no such host.
 */
export async function hostWithWork(
  reader: Reader,
  host_id: string,
): Promise<{ host: HostsTable; models: string[] } | undefined> {
  const rows = await reader.all(promising, { host_id })
  const models: string[] = []
  for (const { promising } of rows) if (promising !== null) models.push(promising)
  return rows[0] && { host: rows[0], models }
}

/**
 * Users with waiting jobs of these models, as far as the host serves them at this moment, the longest unserved first,
 * from `after` on. A page of each model is read and the pages are merged: no index holds the turns of several models in
 * one order.
 */
export async function usersInTurn(
  reader: Reader,
  { host, models, after, limit }: { host: ClaimingHost; models: readonly string[]; after: Position; limit: number },
): Promise<ServedQueue[]> {
  const pages = await together(
    reader,
    ...models.map((model) => () => reader.all(candidates, pageOf(host, model, after, limit))),
  )
  return pages.length > 1 ? pages.flat().sort(byTurn).slice(0, limit) : (pages[0] ?? [])
}

/**
 * The queues of the user who is next in turn among those whom no other claim serves at this moment; that user is held
 * until the transaction ends. Claims that meet at one user wait for each other, so where many run at once (Postgres)
 * each begins with a user of its own. None on SQLite, where no two run at once.
 */
export async function freeUserInTurn(tx: Tx, host: ClaimingHost, models: readonly string[]): Promise<ServedQueue[]> {
  if (tx.dialect === 'sqlite') return []
  const found = await together(tx, ...models.map((model) => () => tx.get(free, pageOf(host, model, FRONT, FREE_PAGE))))
  const queues = found.filter((queue) => queue !== undefined).sort(byTurn)
  return queues.filter(({ user_id }) => user_id === queues[0]?.user_id)
}

function pageOf(
  { host_id, price_nano, max_tokens }: ClaimingHost,
  model: string,
  after: Position,
  limit: number,
): Page {
  const { turn, user_id, model: last } = after
  return { host_id, price_nano, max_tokens, model, turn, user_id, last, limit }
}

function byTurn(a: Position, b: Position): number {
  if (a.turn !== b.turn) return a.turn - b.turn
  if (a.user_id !== b.user_id) return a.user_id < b.user_id ? -1 : 1
  return a.model < b.model ? -1 : 1
}

/** The oldest job of a user and model that the host may run: `max_tokens` is its bound for that model. */
export const oldestJobFor = (tx: Tx, of: QueueOf & ClaimingHost) => tx.get(oldest, of)
