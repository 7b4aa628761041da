import { sql } from 'kysely'
import type { Reader } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'
import type { HostsTable } from '../../storage/tables.ts'

// What a poll costs that gets nothing: by indexes, as cheap with a million queued jobs as with none. Price and length
// are asked for apart, each at one end of an index of its own; a host that passes both looks closely, in a transaction.
// The ends, and not whether one job exists that would do: for that Postgres reads all jobs, sure to find one soon.
export const workLookedFor = statement<{ host_id: string }>()((q, p) =>
  q
    .selectFrom('hosts as h')
    .leftJoin('host_models as m', (join) =>
      join
        .onRef('m.host_id', '=', 'h.host_id')
        .on('m.available', '=', 1)
        .on(
          sql<boolean>`(select max(j.price_cap_nano) from jobs j where j.state = 'queued' and j.model = m.model)
            >= h.price_nano`,
        )
        .on(
          sql<boolean>`(select min(j.max_tokens) from jobs j where j.state = 'queued' and j.model = m.model)
            <= coalesce(m.max_tokens, h.max_tokens)`,
        ),
    )
    .selectAll('h')
    .select('m.model as promising')
    .where('h.host_id', '=', p('host_id')),
)

/**
 * A host as it is now and those of its models of which there may be a queued job that it can run; of the others there
 * is none. Undefined where there is no such host.
 */
export async function hostWithWork(
  reader: Reader,
  host_id: string,
): Promise<{ host: HostsTable; models: string[] } | undefined> {
  const rows = await reader.all(workLookedFor, { host_id })
  if (!rows[0]) return undefined
  const { promising: _, ...host } = rows[0]
  const models: string[] = []
  for (const { promising } of rows) if (promising !== null) models.push(promising)
  return { host, models }
}
