import { sql } from 'kysely'
import { ASKED, ASKED_INPUT } from '../../storage/asked-price.ts'
import { ableWith, coversNeeds } from '../../storage/capability-mask.ts'
import { maySend } from '../../storage/chosen-hosts.ts'
import type { Reader } from '../../storage/database.ts'
import { stillExcluded } from '../../storage/exclusion.ts'
import { type Bind, statement } from '../../storage/statement.ts'
import { EXCLUSION_MS } from '../jobs/machine.ts'

/** A queued job as the hosts of its model see it. */
interface Wanted {
  job_id: string
  model: string
  max_tokens: number
  price_cap_nano: bigint
  input_cap_nano: bigint
  target_host_id: string | null
  only_hosts: string | null
  not_hosts: string | null
  needs: number
  /** Wall time in ms. */
  now: number
}

/** The hosts that have the model on their list, counted as each demand of the job leaves fewer of them. */
export interface Prospects {
  /** Not shut out by the operator, and able to run the model now. */
  offering: number
  /** Of these, active but paused by their owners. */
  paused: number
  /** Of those that offer it, active and not paused. */
  active: number
  /** The most tokens that an active one generates; null without one. */
  longest: number | null
  /** Of the active ones, those that can do what it needs. */
  capable: number
  /** Of these, those that generate as many tokens as are asked for. */
  able: number
  /** The lowest price among these; null without one. */
  cheapest_nano: bigint | null
  /** Of those whose price for what is written the reserve covers, the lowest for what is read; null without one. */
  cheapest_input_nano: bigint | null
  /** Of these, those whose prices the job's reserve covers. */
  affordable: number
  /** Of these, those that are not excluded after a failed attempt. */
  eligible: number
}

const text = (bound: string | null) => sql`cast(${bound} as text)`
const noLess = (p: Bind<Wanted>) => sql`coalesce(m.max_tokens, h.max_tokens) >= ${p('max_tokens')}`

const ABLE = ableWith(sql.ref('m.capabilities'), sql.ref('h.capabilities'), sql.ref('m.marks'))

// One row a host of the model, by host_models_model; an exclusion is looked up by its key.
const hostsFor = (p: Bind<Wanted>) => sql`(
  select h.host_id, ${ASKED} as price_nano, coalesce(m.max_tokens, h.max_tokens) as most,
    case when m.available = 1 and h.disabled = 0 then 1 else 0 end as offers,
    case when h.status = 'active' then 1 else 0 end as alive,
    h.paused,
    case when ${coversNeeds(ABLE, sql`${p('needs')}`)} then 1 else 0 end as can,
    case when ${noLess(p)} then 1 else 0 end as fits,
    ${ASKED_INPUT} as input_price_nano,
    case when ${ASKED} <= ${p('price_cap_nano')} then 1 else 0 end as pays,
    case when ${ASKED} <= ${p('price_cap_nano')} and ${ASKED_INPUT} <= ${p('input_cap_nano')}
      then 1 else 0 end as within,
    (select x.excluded_at from job_exclusions x
      where x.job_id = ${p('job_id')} and x.host_id = h.host_id and ${stillExcluded(p, EXCLUSION_MS)}) as excluded_at
  from host_models m join hosts h on h.host_id = m.host_id
  where m.model = ${p('model')}
    and (cast(${p('target_host_id')} as text) is null or h.host_id = ${p('target_host_id')})
    and ${maySend({ only: text(p('only_hosts')), not: text(p('not_hosts')) }, sql.ref('h.host_id'))}
) as f`

const ready = sql`offers * alive * (1 - paused)`
const sum = (flags: ReturnType<typeof sql>) => sql<number>`coalesce(sum(${flags}), 0)`

const prospects = statement<Wanted>()((q, p) =>
  q
    .selectFrom(hostsFor(p) as never)
    .select([
      sum(sql`offers`).as('offering'),
      sum(sql`offers * alive * paused`).as('paused'),
      sum(ready).as('active'),
      sql<number | null>`max(case when ${ready} = 1 then most end)`.as('longest'),
      sum(sql`${ready} * can`).as('capable'),
      sum(sql`${ready} * can * fits`).as('able'),
      sql<bigint | null>`min(case when ${ready} * can * fits = 1 then price_nano end)`.as('cheapest_nano'),
      sql<bigint | null>`min(case when ${ready} * can * fits * pays = 1 then input_price_nano end)`.as(
        'cheapest_input_nano',
      ),
      sum(sql`${ready} * can * fits * within`).as('affordable'),
      sum(sql`case when excluded_at is null then ${ready} * can * fits * within else 0 end`).as('eligible'),
    ]),
)
const firstBack = statement<Wanted>()((q, p) =>
  q
    .selectFrom(hostsFor(p) as never)
    .select([sql<string>`host_id`.as('host_id'), sql<number>`excluded_at`.as('excluded_at')])
    .where(sql<boolean>`${ready} * can * fits * within = 1 and excluded_at is not null`)
    .orderBy(sql`excluded_at`)
    .limit(1),
)

type Queued = Omit<Wanted, 'now'>

function wantedOf(job: Queued, now: number): Wanted {
  const { job_id, model, max_tokens, price_cap_nano, input_cap_nano, target_host_id, only_hosts, not_hosts, needs } =
    job
  const caps = { price_cap_nano, input_cap_nano }
  return { job_id, model, max_tokens, ...caps, target_host_id, only_hosts, not_hosts, needs, now }
}

export const prospectsOf = async (reader: Reader, job: Queued, now: number) =>
  (await reader.get(prospects, wantedOf(job, now))) as Prospects
/** Of the hosts that are excluded from a job and could run it, the one that may have it again first. */
export const firstBackOf = (reader: Reader, job: Queued, now: number) => reader.get(firstBack, wantedOf(job, now))
