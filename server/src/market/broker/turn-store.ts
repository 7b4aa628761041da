import { sql } from 'kysely'
import { askedWith } from '../../storage/asked-price.ts'
import { ableWith } from '../../storage/capability-mask.ts'
import { type Reader, type Tx, together } from '../../storage/database.ts'
import { type Claiming, type ClaimingHost, mayRun } from '../../storage/may-run.ts'
import { jsonList, statement } from '../../storage/statement.ts'
import { EXCLUSION_MS } from '../jobs/machine.ts'
import { PROBATION_TOKENS } from '../trust/probation.ts'
import { STANDING, type Standing } from '../trust/standing.ts'

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
  /** What it asks for a token with it, written and read. */
  price_nano: bigint
  input_price_nano: bigint
  /** What the host can do with the model. */
  capabilities: number
  /** The host's, with the model. */
  standing: Standing
}

/** Of which models jobs are wanted, and for which of them the host is on probation. */
interface Asked {
  models: readonly string[]
  probation: ReadonlySet<string>
  standings?: ReadonlyMap<string, Standing> | undefined
}

type Page = ClaimingHost & Position & { last: string; limit: number }

// Of one model by the index queues_waiting, in its order: the cost is that of the page, however many users wait.
// Nothing of a model that the host does not serve at this moment.
const candidates = statement<Page>()((q, p) =>
  q
    .selectFrom('queues')
    .innerJoin('host_models as m', 'm.model', 'queues.model')
    .select([
      'queues.user_id',
      'queues.model',
      'queues.turn',
      sql<number>`coalesce(m.max_tokens, ${p('max_tokens')})`.as('max_tokens'),
      askedWith(sql.ref('m.price_nano'), p('price_nano')).as('price_nano'),
      askedWith(sql.ref('m.input_price_nano'), p('input_price_nano')).as('input_price_nano'),
      sql<number>`${ableWith(sql.ref('m.capabilities'), p('capabilities'), sql.ref('m.marks'))} & ${p('may')}`.as(
        'capabilities',
      ),
    ])
    .where('m.host_id', '=', p('host_id'))
    .where('m.model', '=', p('model'))
    .where('m.available', '=', 1)
    .where('queues.model', '=', p('model'))
    .where('queues.waiting', '>', 0)
    .where(sql<boolean>`(queues.turn, queues.user_id, queues.model) > (${p('turn')}, ${p('user_id')}, ${p('last')})`)
    .orderBy('queues.turn')
    .orderBy('queues.user_id')
    .limit(p('limit')),
)

// Advisory locks of two numbers, the first of which is ours: "mkt" in ASCII.
const TURN_LOCK = sql.raw('7170932')
// Of each model the users in turn; the page is materialized so that they are tried in that order and one by one,
// whatever the plan, and no more than one is held: the first who has a job that the host may run and whom no other
// claim serves. CASE has the job asked for before the lock. Of those in turn behind the one who is found nothing is
// asked: asked of the whole page, it was most of what Postgres did for a claim. A scalar with ORDER BY asks for a job
// by index: for EXISTS Postgres expects to find one soon in all jobs, and reads them.
const OF_PAGE = {
  price: sql.raw('page.price_nano'),
  input_price: sql.raw('page.input_price_nano'),
  most: sql.raw('page.max_tokens'),
  standing: sql.raw('page.standing'),
  able: sql.raw('page.capabilities'),
  exclusion_ms: EXCLUSION_MS,
}
type Free = Claiming & { models_json: string; short_json: string; new_json: string; proven_json: string; limit: number }
export const freeLookedFor = statement<Free>()((q, p, dialect) =>
  q
    .selectFrom(
      sql<Omit<ServedQueue, 'standing'>>`(
        with page as materialized (
          select q.user_id, q.model, q.turn, m.most as max_tokens, m.able as capabilities, m.standing,
            m.price_nano, m.input_price_nano
          from (
            select model, case when model in ${jsonList(dialect, p('short_json'))}
              then least(coalesce(max_tokens, ${p('max_tokens')}), ${sql.lit(PROBATION_TOKENS)})
              else coalesce(max_tokens, ${p('max_tokens')}) end as most,
              case when model in ${jsonList(dialect, p('new_json'))} then ${sql.lit(STANDING.new)}
              when model in ${jsonList(dialect, p('proven_json'))} then ${sql.lit(STANDING.proven)}
              else ${sql.lit(STANDING.leading)} end as standing,
              (coalesce(capabilities, ${p('capabilities')}) | marks) & ${p('may')} as able,
              ${askedWith(sql.ref('price_nano'), p('price_nano'))} as price_nano,
              ${askedWith(sql.ref('input_price_nano'), p('input_price_nano'))} as input_price_nano
            from host_models
            where host_id = ${p('host_id')} and available = 1 and model in ${jsonList(dialect, p('models_json'))}
          ) m cross join lateral (
            select * from queues where queues.model = m.model and queues.waiting > 0
            order by turn, user_id limit ${p('limit')}
          ) q order by q.turn, q.user_id, q.model
        ), held as materialized (
          select user_id from page where case when (
            select job_id from jobs where state = 'queued' and target_host_id is null and user_id = page.user_id
              and model = page.model and ${mayRun(p, OF_PAGE)} order by job_id limit 1
          ) is not null then pg_try_advisory_xact_lock(${TURN_LOCK}, hashtext(user_id)) else false end limit 1
        )
        select page.* from page join held on held.user_id = page.user_id
      )`.as('free'),
    )
    .selectAll(),
)

/**
 * Users with waiting jobs of these models, as far as the host serves them at this moment, the longest unserved first,
 * from `after` on. A page of each model is read and the pages are merged: no index holds the turns of several models in
 * one order.
 */
export async function usersInTurn(
  reader: Reader,
  { host, models, probation, standings, after, limit }: Asked & { host: ClaimingHost; after: Position; limit: number },
): Promise<ServedQueue[]> {
  const pages = await together(
    reader,
    ...models.map((model) => () => reader.all(candidates, pageOf(host, model, after, limit))),
  )
  const page = pages.length > 1 ? pages.flat().sort(byTurn).slice(0, limit) : (pages[0] ?? [])
  return page.map((queue) => ({ ...bounded(queue, probation), standing: standingWith(queue.model, standings) }))
}

/**
 * The queues of the user who is next in turn among those whom no other claim serves at this moment and who have a job
 * for this host; that user is held until the transaction ends. Claims that meet at one user wait for each other, so
 * where many run at once (Postgres) each begins with a user of its own. None on SQLite, where no two run at once.
 */
export async function freeUserInTurn(
  tx: Tx,
  { host_id, price_nano, input_price_nano, max_tokens, capabilities, may, now }: Claiming,
  { models, probation, standings }: Asked,
): Promise<ServedQueue[]> {
  if (tx.dialect === 'sqlite') return []
  const of = (standing: Standing) =>
    JSON.stringify(models.filter((model) => standingWith(model, standings) === standing))
  const found = await tx.all(freeLookedFor, {
    host_id,
    price_nano,
    input_price_nano,
    max_tokens,
    capabilities,
    may,
    now,
    models_json: JSON.stringify(models),
    short_json: JSON.stringify([...probation]),
    new_json: of(STANDING.new),
    proven_json: of(STANDING.proven),
    limit: FREE_PAGE,
  })
  return found.map((queue) => ({ ...queue, standing: standingWith(queue.model, standings) }))
}

function pageOf(host: ClaimingHost, model: string, { turn, user_id, model: last }: Position, limit: number): Page {
  // By name: a row has a dozen columns more, and all would be copied for each look.
  const { host_id, price_nano, input_price_nano, max_tokens, capabilities, may } = host
  return { host_id, price_nano, input_price_nano, max_tokens, capabilities, may, model, turn, user_id, last, limit }
}

/** A host on probation for the model gets short jobs of it only. */
function bounded<Q extends Omit<ServedQueue, 'standing'>>(queue: Q, probation: Asked['probation']): Q {
  if (!probation.has(queue.model)) return queue
  return { ...queue, max_tokens: Math.min(queue.max_tokens, PROBATION_TOKENS) }
}

const standingWith = (model: string, standings: Asked['standings']): Standing =>
  standings?.get(model) ?? STANDING.leading

function byTurn(a: Position, b: Position): number {
  if (a.turn !== b.turn) return a.turn - b.turn
  if (a.user_id !== b.user_id) return a.user_id < b.user_id ? -1 : 1
  return a.model < b.model ? -1 : 1
}
