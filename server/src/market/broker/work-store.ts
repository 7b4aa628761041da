import { sql } from 'kysely'
import { ASKED } from '../../storage/asked-price.ts'
import type { Reader } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'
import type { HostsTable } from '../../storage/tables.ts'

// What a poll costs that gets nothing: by indexes, as cheap with a million queued jobs as with none. Price and length
// are asked for apart, each at one end of an index of its own; a host that passes both looks closely, in a transaction.
// The ends, and not whether one job exists that would do: for that Postgres reads all jobs, sure to find one soon.
const open = sql<boolean>`(
    (select max(j.price_cap_nano) from jobs j
      where j.state = 'queued' and j.target_host_id is null and j.model = m.model) >= ${ASKED}
    and (select min(j.max_tokens) from jobs j
      where j.state = 'queued' and j.target_host_id is null and j.model = m.model)
        <= coalesce(m.max_tokens, h.max_tokens)
  )`
const own = sql<boolean>`exists (select 1 from jobs j where j.state = 'queued' and j.target_host_id is not null
  and j.target_host_id = h.host_id and j.model = m.model)`
// What a claim goes by. Of a host's row half is for its owner to read, and each column costs every look for work.
const CLAIMANT = [
  'host_id',
  'price_nano',
  'input_price_nano',
  'max_tokens',
  'status',
  'paused',
  'disabled',
  'concurrency',
  'held_off_at',
  'held_off_ms',
  'gpu_utilization',
  'success_rate',
  'tokens_per_second',
  'flagged',
  'verified',
  'first_piece_seconds',
  'next_piece_seconds',
  'patience_json',
  'capabilities',
] as const satisfies readonly (keyof HostsTable)[]
/** A host as its claims see it. */
export type ClaimingHost = Pick<HostsTable, (typeof CLAIMANT)[number]>

export const workLookedFor = statement<{ host_id: string }>()((q, p) =>
  q
    .selectFrom('hosts as h')
    .leftJoin('host_models as m', (join) =>
      join
        .onRef('m.host_id', '=', 'h.host_id')
        .on('m.available', '=', 1)
        .on((e) => e.or([open, own])),
    )
    .select(CLAIMANT.map((column) => `h.${column}` as const))
    .select(['m.model as promising', sql<number>`case when ${own} then 1 else 0 end`.as('own')])
    .where('h.host_id', '=', p('host_id')),
)

const claimant = statement<{ host_id: string }>()((q, p) =>
  q.selectFrom('hosts').select(CLAIMANT).where('host_id', '=', p('host_id')),
)

/** Models of which there may be a queued job that a host can run; `own` are those of them with jobs aimed at it. */
export interface Promising {
  models: readonly string[]
  own: readonly string[]
}

/**
 * A host as it is now and those of its models of which there may be a queued job that it can run; of the others there
 * is none. Undefined where there is no such host.
 */
export async function hostWithWork(
  reader: Reader,
  host_id: string,
): Promise<(Promising & { host: ClaimingHost }) | undefined> {
  const rows = await reader.all(workLookedFor, { host_id })
  // The row as it is: to make another without the two columns more costs a tenth of reading it.
  const [host] = rows
  if (!host) return undefined
  const found = rows.flatMap(({ promising, own }) => (promising === null ? [] : [{ model: promising, own }]))
  const models = found.map(({ model }) => model)
  return { host, models, own: found.filter(({ own }) => own === 1).map(({ model }) => model) }
}

/** The host alone. */
export const claimingHost = (reader: Reader, host_id: string) => reader.get(claimant, { host_id })
