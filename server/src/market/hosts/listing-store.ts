import { sql } from 'kysely'
import { ASKED, ASKED_INPUT } from '../../storage/asked-price.ts'
import { ableWith } from '../../storage/capability-mask.ts'
import type { Reader } from '../../storage/database.ts'
import { type Builder, statement } from '../../storage/statement.ts'

// A host is listed while it is active and for a day after.
const listed = statement<{ since: number; before: string; limit: number }>()((q, p) =>
  q
    .selectFrom('hosts as h')
    .innerJoin('host_models as m', 'm.host_id', 'h.host_id')
    .select([
      'h.host_id',
      'h.gpu',
      'h.status',
      'h.price_nano',
      'h.input_price_nano',
      'h.backend',
      'h.paused',
      sql<number>`coalesce(m.max_tokens, h.max_tokens)`.as('max_tokens'),
      'm.model',
      'm.price_nano as own_price_nano',
      'm.input_price_nano as own_input_price_nano',
      'm.available',
      'h.capabilities as host_capabilities',
      'm.capabilities',
      'm.marks',
      'h.success_rate',
      'h.tokens_per_second',
      'h.jobs_completed',
      'h.registered_at',
      'h.down_since',
      'h.down_ms',
      'h.down_at',
      // By disputes_of_host and dispute_shares_of_host.
      sql<number>`(select count(*) from disputes d where d.host_id = h.host_id and d.status = 'refunded')
        + (select count(*) from dispute_shares s join disputes d on d.job_id = s.job_id
          where s.host_id = h.host_id and d.status = 'refunded')`.as('disputes_lost'),
    ])
    .where('h.host_id', 'in', (e) =>
      e
        .selectFrom('hosts')
        .select('host_id')
        .where('host_id', '<', p('before'))
        .where('disabled', '=', 0)
        .where((w) => w.or([w('status', '=', 'active'), w('last_heartbeat_at', '>', p('since'))]))
        .orderBy('host_id', 'desc')
        .limit(p('limit')),
    )
    .orderBy('h.host_id', 'desc')
    .orderBy('m.model'),
)

const offering = (q: Builder) =>
  q
    .selectFrom('host_models as m')
    .innerJoin('hosts as h', 'h.host_id', 'm.host_id')
    .select([
      'h.host_id',
      'h.owner_user_id',
      ASKED.as('price_nano'),
      ASKED_INPUT.as('input_price_nano'),
      sql<number>`coalesce(m.max_tokens, h.max_tokens)`.as('max_tokens'),
      'h.status',
      'h.paused',
      'h.last_heartbeat_at',
      'm.available',
      'm.recent_ends',
      'm.context_tokens',
      ableWith(sql.ref('m.capabilities'), sql.ref('h.capabilities'), sql.ref('m.marks')).as('capabilities'),
    ])
    .where('h.disabled', '=', 0)
const ofModel = statement<{ model: string }>()((q, p) => offering(q).where('m.model', '=', p('model')))
// As `listed`, with what quotes need: a page of rows by host_models_model.
interface Behind {
  model: string
  host_id: string
}
const ofAll = statement<Behind & { since: number; limit: number }>()((q, p) =>
  offering(q)
    .select(['m.model', 'h.tokens_per_second'])
    .where((e) => e.or([e('h.status', '=', 'active'), e('h.last_heartbeat_at', '>', p('since'))]))
    .where(sql<boolean>`(m.model, m.host_id) > (${p('model')}, ${p('host_id')})`)
    .orderBy('m.model')
    .orderBy('m.host_id')
    .limit(p('limit')),
)

const hostRows = (q: Builder) =>
  q
    .selectFrom('hosts as h')
    .select([
      'h.host_id',
      'h.gpu',
      'h.status',
      'h.jobs_completed',
      'h.last_heartbeat_at',
      'h.earned_nano',
      'h.flagged',
      'h.disabled',
    ])
const page = statement<{ limit: number; offset: number }>()((q, p) =>
  hostRows(q).orderBy('h.host_id', 'desc').limit(p('limit')).offset(p('offset')),
)
// Looks through all hosts: an operator asks for it, of some thousands.
const flaggedFirst = statement<{ limit: number; offset: number }>()((q, p) =>
  hostRows(q).orderBy('h.flagged', 'desc').orderBy('h.host_id', 'desc').limit(p('limit')).offset(p('offset')),
)
const engines = statement<{ host_id: string }>()((q, p) =>
  q
    .selectFrom('host_models')
    .select((e) => [e.fn.countAll<number>().as('models'), sql<number>`coalesce(sum(available), 0)`.as('ready')])
    .where('host_id', '=', p('host_id')),
)
const count = statement()((q) => q.selectFrom('hosts').select((e) => e.fn.countAll<number>().as('total')))

// Every id comes before it, in either database's order: they begin with a time.
const END = 'host_zzzz'

/** One row a listed host and model, newest hosts first, of so many hosts before one of them. */
export const listedHosts = (
  reader: Reader,
  { since, before = END, limit }: { since: number; before?: string | undefined; limit: number },
) => reader.all(listed, { since, before, limit })
/** Every host that ever registered the model, with what a quote needs. */
export const hostsOfModel = (reader: Reader, model: string) => reader.all(ofModel, { model })
/** The same of every model that listed hosts have, a row each: so many behind one of them, by model. */
export const hostsOfModels = (reader: Reader, page: Behind & { since: number; limit: number }) =>
  reader.all(ofAll, page)
export type HostOfModel = Awaited<ReturnType<typeof hostsOfModel>>[number]
export const hostPage = (reader: Reader, limit: number, offset: number) => reader.all(page, { limit, offset })
export const hostPageFlaggedFirst = (reader: Reader, limit: number, offset: number) =>
  reader.all(flaggedFirst, { limit, offset })
/** How many models a host sells, and of how many its engines were up when it said so last. */
export async function enginesOf(reader: Reader, host_id: string) {
  const row = await reader.get(engines, { host_id })
  return { models: Number(row?.models ?? 0), ready_models: Number(row?.ready ?? 0) }
}
export const hostCount = async (reader: Reader) => (await reader.get(count, {}))?.total ?? 0
