import { sql } from 'kysely'
import { type Reader, type Tx, together } from '../storage/database.ts'
import type { TotalName } from '../storage/server-tables.ts'
import { statement } from '../storage/statement.ts'

/** Rows that are summed up at once; what is more waits for the next round. */
const MOST = 100_000

// Kept as running sums: counting ended jobs would read all of them for each GET /metrics. There are these two and no
// others: named by IN, a list of them is made for each run, which costs as much as all else that it does.
const addBoth = statement<{ latency_ms: number }>()((q, p) =>
  q
    .updateTable('totals')
    .set({ value: sql<number>`value + case when name = 'jobs_completed' then 1 else ${p('latency_ms')} end` }),
)
// No row that all settlements write: see isSummed in ledger/accounts.ts.
const append = statement<{ name: TotalName; amount: number }>()((q, p) =>
  q.insertInto('total_moves').values({ name: p('name'), amount: p('amount') }),
)
const all = statement()((q) =>
  q
    .selectFrom('totals as t')
    .select([
      'name',
      sql<number>`value + coalesce((select sum(amount) from total_moves m where m.name = t.name), 0)`.as('value'),
    ]),
)
const sumUp = statement()((q) =>
  q
    .with('taken', (w) =>
      w
        .deleteFrom('total_moves')
        .where(sql<boolean>`ctid = any (array(
          select ctid from total_moves limit ${sql.lit(MOST)} for update skip locked))`)
        .returning(['name', 'amount']),
    )
    .with('sums', (w) =>
      w
        .selectFrom('taken')
        .select((e) => ['name', sql<number>`${e.fn.sum('amount')}::bigint`.as('amount')])
        .groupBy('name'),
    )
    .updateTable('totals')
    .from('sums')
    .set({ value: sql<number>`totals.value + sums.amount` })
    .whereRef('totals.name', '=', 'sums.name'),
)

export async function countCompletedJob(tx: Tx, latencyMs: number): Promise<void> {
  const latency_ms = Math.max(0, Math.round(latencyMs))
  if (tx.dialect === 'sqlite') {
    await tx.run(addBoth, { latency_ms })
    return
  }
  await together(
    tx,
    () => tx.run(append, { name: 'jobs_completed', amount: 1 }),
    () => tx.run(append, { name: 'latency_ms', amount: latency_ms }),
  )
}

/** Adds what waits to the totals (Postgres). */
export const sumTotals = (tx: Tx): Promise<number> => tx.run(sumUp, {})

export async function totals(reader: Reader): Promise<Record<TotalName, number>> {
  const rows = await reader.all(all, {})
  const read = rows.map(({ name, value }) => [name, Number(value)])
  return { jobs_completed: 0, latency_ms: 0, ...Object.fromEntries(read) }
}
