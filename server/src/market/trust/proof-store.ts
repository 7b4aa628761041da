import { sql } from 'kysely'
import { ASKED } from '../../storage/asked-price.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { type Bind, type Builder, statement } from '../../storage/statement.ts'

/** A job that somebody else paid, as one row counts it. */
interface NewProof {
  host_id: string
  model: string
  day: number
  level: number
  price_nano: bigint
  tokens: number
  paid_nano: bigint
  user_id: string
  finished_at: number
}

const ofOthers = (p: Bind<{ host_id: string; user_id: string }>) =>
  sql`from hosts where host_id = ${p('host_id')} and (owner_user_id is null or owner_user_id <> ${p('user_id')})`

// One row a host, model, day and level, which only ends of this host's jobs write: they wait for the host's own row
// already, so that nobody waits longer for this.
const add = statement<NewProof>()((q, p) =>
  q
    .insertInto('host_proofs')
    .columns([
      ...(['host_id', 'model', 'day', 'level', 'price_nano', 'jobs', 'longest', 'paid_nano'] as const),
      ...(['buyer', 'last_at'] as const),
    ])
    .expression(
      sql`select cast(${p('host_id')} as text), cast(${p('model')} as text), cast(${p('day')} as bigint),
        cast(${p('level')} as integer), cast(${p('price_nano')} as bigint), 1, cast(${p('tokens')} as bigint),
        cast(${p('paid_nano')} as bigint), cast(${p('user_id')} as text), cast(${p('finished_at')} as bigint)
        ${ofOthers(p)}`,
    )
    .onConflict((c) =>
      c.columns(['model', 'host_id', 'day', 'level']).doUpdateSet({
        jobs: sql<number>`host_proofs.jobs + 1`,
        longest: sql<number>`case when excluded.longest > host_proofs.longest then excluded.longest
          else host_proofs.longest end`,
        price_nano: sql<bigint>`case when excluded.price_nano < host_proofs.price_nano then excluded.price_nano
          else host_proofs.price_nano end`,
        paid_nano: sql<bigint>`host_proofs.paid_nano + excluded.paid_nano`,
        other_buyer: sql<string>`coalesce(host_proofs.other_buyer,
          case when excluded.buyer <> host_proofs.buyer then excluded.buyer end)`,
        last_at: sql<number>`excluded.last_at`,
      }),
    ),
)

// At no less than half of what is asked: PRICE_FACTOR.
const PAID_ENOUGH = sql<boolean>`2 * p.price_nano >= ${ASKED}`
// What speaks for each host and model at the price that it asks now. A buyer whom an operator has shut out, or to whom
// the host belongs by now, is no buyer.
const speaking = (q: Builder, p: Bind<{ since: number }>) =>
  q
    .selectFrom('host_proofs as p')
    .innerJoin('hosts as h', 'h.host_id', 'p.host_id')
    // Of a model that is off its list the host asks what it asks for its others.
    .leftJoin('host_models as m', (join) => join.onRef('m.host_id', '=', 'p.host_id').onRef('m.model', '=', 'p.model'))
    .leftJoin('users as b', (join) => join.onRef('b.user_id', '=', 'p.buyer').on(counts('b')))
    .leftJoin('users as o', (join) => join.onRef('o.user_id', '=', 'p.other_buyer').on(counts('o')))
    .select([
      'p.model',
      'p.host_id',
      sql<number>`sum(p.jobs)`.as('jobs'),
      sql<number>`max(p.longest)`.as('longest'),
      sql<bigint>`sum(p.paid_nano)`.as('paid_nano'),
      sql<string | null>`min(b.user_id)`.as('first'),
      sql<string | null>`max(b.user_id)`.as('last'),
      sql<string | null>`min(o.user_id)`.as('other_first'),
      sql<string | null>`max(o.user_id)`.as('other_last'),
    ])
    .where('p.last_at', '>', p('since'))
    .where(PAID_ENOUGH)
    .where(sql<boolean>`(b.user_id is not null or o.user_id is not null)`)
    .groupBy(['p.model', 'p.host_id'])
const counts = (buyer: 'b' | 'o') =>
  sql<boolean>`${sql.ref(`${buyer}.disabled`)} = 0 and ${sql.ref(`${buyer}.user_id`)} <> coalesce(h.owner_user_id, '')`

const all = statement<{ since: number }>()((q, p) => speaking(q, p))
// By the primary key.
const between = statement<{ after: string; last: string; since: number }>()((q, p) =>
  speaking(q, p).where('p.model', '>', p('after')).where('p.model', '<=', p('last')),
)
const ofModel = statement<{ model: string; since: number }>()((q, p) =>
  speaking(q, p).where('p.model', '=', p('model')),
)

const fits = sql<boolean>`(p.price_nano is not null and ${PAID_ENOUGH}
  and (b.user_id is not null or o.user_id is not null))`
const where = (what: ReturnType<typeof sql>, then: ReturnType<typeof sql>) => sql`case when ${what} then ${then} end`
// Of each model on a host's list, what counts at its price, and what was paid below half of it. By the primary key.
const ofHost = statement<{ host_id: string; since: number }>()((q, p) =>
  q
    .selectFrom('host_models as m')
    .innerJoin('hosts as h', 'h.host_id', 'm.host_id')
    .leftJoin('host_proofs as p', (join) =>
      join.onRef('p.model', '=', 'm.model').onRef('p.host_id', '=', 'm.host_id').on('p.last_at', '>', p('since')),
    )
    .leftJoin('users as b', (join) => join.onRef('b.user_id', '=', 'p.buyer').on(counts('b')))
    .leftJoin('users as o', (join) => join.onRef('o.user_id', '=', 'p.other_buyer').on(counts('o')))
    .select([
      'm.model',
      sql<number>`coalesce(sum(${where(fits, sql`p.jobs`)}), 0)`.as('jobs'),
      sql<number>`coalesce(sum(${where(sql`p.price_nano is not null and not ${PAID_ENOUGH}`, sql`p.jobs`)}), 0)`.as(
        'too_cheap',
      ),
      sql<number>`coalesce(max(${where(fits, sql`p.longest`)}), 0)`.as('longest'),
      sql<string | null>`min(${where(fits, sql`b.user_id`)})`.as('first'),
      sql<string | null>`max(${where(fits, sql`b.user_id`)})`.as('last'),
      sql<string | null>`min(${where(fits, sql`o.user_id`)})`.as('other_first'),
      sql<string | null>`max(${where(fits, sql`o.user_id`)})`.as('other_last'),
    ])
    .where('m.host_id', '=', p('host_id'))
    .groupBy('m.model')
    .orderBy('m.model'),
)

type Refunded = Pick<NewProof, 'host_id' | 'model' | 'day' | 'level' | 'paid_nano'>
const remove = statement<Refunded>()((q, p) =>
  q
    .updateTable('host_proofs')
    .set({ jobs: sql<number>`jobs - 1`, paid_nano: sql<bigint>`paid_nano - ${p('paid_nano')}` })
    .where('model', '=', p('model'))
    .where('host_id', '=', p('host_id'))
    .where('day', '=', p('day'))
    .where('level', '=', p('level'))
    .where(sql<boolean>`jobs > 0 and paid_nano >= ${p('paid_nano')}`),
)
const purge = statement<{ before: number }>()((q, p) => q.deleteFrom('host_proofs').where('last_at', '<=', p('before')))

/** Counts a paid job for its host; 0 where the buyer owns the host, whose job proves nothing. */
export const addProof = (tx: Tx, job: NewProof) => tx.run(add, job)

/** What was paid since a time (wall ms), by host and model, as far as it speaks for the price that the host asks now. */
export const allEvidence = async (reader: Reader, since: number) => (await reader.all(all, { since })).map(asEvidence)
export const evidenceOf = async (reader: Reader, model: string, since: number) =>
  (await reader.all(ofModel, { model, since })).map(asEvidence)

/** The same of every model of one host, with how many jobs were paid at less than half of its price. */
export const evidenceOfHost = async (reader: Reader, host_id: string, since: number) =>
  (await reader.all(ofHost, { host_id, since })).map(asEvidence)

/** The same of models behind one and up to another, by name. */
export const evidenceBetween = async (reader: Reader, models: { after: string; last: string }, since: number) =>
  (await reader.all(between, { ...models, since })).map(asEvidence)

interface Buyers {
  first: string | null
  last: string | null
  other_first: string | null
  other_last: string | null
}

function asEvidence<T extends Buyers>({ first, last, other_first, other_last, ...row }: T) {
  return { ...row, buyers: [...new Set([first, last, other_first, other_last])].filter((buyer) => buyer !== null) }
}

/** Takes a job out that was refunded; one that was purged since is gone already. */
export const removeProof = (tx: Tx, job: Refunded) => tx.run(remove, job)
export const purgeProofs = (tx: Tx, before: number) => tx.run(purge, { before })
