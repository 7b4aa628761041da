import { sql } from 'kysely'
import type { Reader, Tx } from '../../storage/database.ts'
import { jsonList, statement } from '../../storage/statement.ts'

// Anyone may register a host and rename its models at will: one host's inventions must not fill the disk.
const MOST_A_HOST = 1000

const remember = statement<{ host_id: string; model: string; now: number }>()((q, p) =>
  q
    .insertInto('models')
    .columns(['model', 'first_seen_at', 'first_host_id'])
    .expression(
      sql`select cast(${p('model')} as text), cast(${p('now')} as bigint), cast(${p('host_id')} as text)
        where (select count(*) from models where first_host_id = ${p('host_id')}) < ${sql.raw(String(MOST_A_HOST))}`,
    )
    .onConflict((c) => c.doNothing()),
)
const seen = statement<{ models_json: string }>()((q, p, dialect) =>
  q
    .selectFrom('models')
    .select(['model', 'first_seen_at'])
    .where(sql<boolean>`model in ${jsonList(dialect, p('models_json'))}`),
)

/** Notes which models a host offers, the first time that any host does; the first thousand of a host. */
export async function rememberModels(tx: Tx, host_id: string, models: readonly string[], now: number): Promise<void> {
  // In one order, so that two hosts with the same new models do not wait for each other (Postgres).
  for (const model of models.toSorted()) await tx.run(remember, { host_id, model, now })
}

/** When each of these models was first offered, in wall ms; those that never were are not in it. */
export async function firstSeen(reader: Reader, models: readonly string[]): Promise<Map<string, number>> {
  const rows = await reader.all(seen, { models_json: JSON.stringify(models) })
  return new Map(rows.map(({ model, first_seen_at }) => [model, first_seen_at]))
}
