import { sql } from 'kysely'
import type { Reader, Tx } from '../../storage/database.ts'
import { type Dialect, jsonList, statement } from '../../storage/statement.ts'

// Anyone may register a host and rename its models at will: one host's inventions must not fill the disk.
const mostAHost = sql.lit(1000)

interface Offered {
  host_id: string
  models_json: string
  now: number
}

// In one order, so that two hosts with the same new models do not wait for each other (Postgres). Each name is looked
// up in the key of models, those of the host are counted in models_of_host.
const remember = statement<Offered>()((q, p, dialect) =>
  q
    .insertInto('models')
    .columns(['model', 'first_seen_at', 'first_host_id'])
    .expression(
      sql`select n.model, cast(${p('now')} as bigint), cast(${p('host_id')} as text)
        from (select distinct value as model from ${names(dialect, p('models_json'))}) as n
        where not exists (select 1 from models m where m.model = n.model)
        order by n.model
        limit (select case when count(*) < ${mostAHost} then ${mostAHost} - count(*) else 0 end from models
          where first_host_id = ${p('host_id')})`,
    )
    .onConflict((c) => c.doNothing()),
)
function names(dialect: Dialect, models_json: string) {
  return dialect === 'sqlite'
    ? sql`json_each(${models_json}) as list`
    : sql`jsonb_array_elements_text(${models_json}::jsonb) as list(value)`
}
const seen = statement<{ models_json: string }>()((q, p, dialect) =>
  q
    .selectFrom('models')
    .select(['model', 'first_seen_at'])
    .where(sql<boolean>`model in ${jsonList(dialect, p('models_json'))}`),
)

/** Notes which models a host offers, the first time that any host does; the first thousand of a host. */
export async function rememberModels(tx: Tx, host_id: string, models: readonly string[], now: number): Promise<void> {
  await tx.run(remember, { host_id, models_json: JSON.stringify(models), now })
}

/** When each of these models was first offered, in wall ms; those that never were are not in it. */
export async function firstSeen(reader: Reader, models: readonly string[]): Promise<Map<string, number>> {
  const rows = await reader.all(seen, { models_json: JSON.stringify(models) })
  return new Map(rows.map(({ model, first_seen_at }) => [model, first_seen_at]))
}
