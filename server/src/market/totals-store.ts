import { sql } from 'kysely'
import { type Reader, type Tx, together } from '../storage/database.ts'
import { statement } from '../storage/statement.ts'
import type { TotalName } from '../storage/tables.ts'

// Kept as running sums: counting ended jobs would read all of them for each GET /metrics.
const add = statement<{ name: TotalName; amount: number }>()((q, p) =>
  q
    .updateTable('totals')
    .set({ value: sql<number>`value + ${p('amount')}` })
    .where('name', '=', p('name')),
)
const addBoth = statement<{ latency_ms: number }>()((q, p) =>
  q
    .updateTable('totals')
    .set({ value: sql<number>`value + case when name = 'jobs_completed' then 1 else ${p('latency_ms')} end` })
    .where('name', 'in', ['jobs_completed', 'latency_ms']),
)
const all = statement()((q) => q.selectFrom('totals').select(['name', 'value']))

export async function countCompletedJob(tx: Tx, latencyMs: number): Promise<void> {
  const latency_ms = Math.max(0, Math.round(latencyMs))
  if (tx.dialect === 'sqlite') {
    await tx.run(addBoth, { latency_ms })
    return
  }
  // One after the other: one statement would hold both rows in the order in which it happens to meet them.
  await together(
    tx,
    () => tx.run(add, { name: 'jobs_completed', amount: 1 }),
    () => tx.run(add, { name: 'latency_ms', amount: latency_ms }),
  )
}

export async function totals(reader: Reader): Promise<Record<TotalName, number>> {
  const rows = await reader.all(all, {})
  return { jobs_completed: 0, latency_ms: 0, ...Object.fromEntries(rows.map(({ name, value }) => [name, value])) }
}
