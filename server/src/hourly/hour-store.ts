import { sql } from 'kysely'
import type { Reader, Tx } from '../storage/database.ts'
import { statement } from '../storage/statement.ts'

const add = statement<{ hour: number; series: string; amount: number }>()((q, p) =>
  q
    .insertInto('hourly_figures')
    .values({ hour: p('hour'), series: p('series'), amount: p('amount') })
    .onConflict((c) =>
      c
        .columns(['hour', 'series'])
        .doUpdateSet({ amount: sql<number>`hourly_figures.amount + ${sql.ref('excluded.amount')}` }),
    ),
)
const since = statement<{ hour: number }>()((q, p) =>
  q.selectFrom('hourly_figures').select(['hour', 'series', 'amount']).where('hour', '>=', p('hour')),
)
const purge = statement<{ before: number }>()((q, p) => q.deleteFrom('hourly_figures').where('hour', '<', p('before')))

/** Adds what one server counted to an hour (wall ms of its beginning). */
export async function addToHour(tx: Tx, hour: number, amounts: ReadonlyMap<string, number>): Promise<void> {
  // In one order, so that no two servers wait for each other (Postgres).
  for (const series of [...amounts.keys()].sort()) await tx.run(add, { hour, series, amount: amounts.get(series) ?? 0 })
}

export const hoursSince = (reader: Reader, hour: number) => reader.all(since, { hour })
export const purgeHours = (tx: Tx, before: number) => tx.run(purge, { before })
