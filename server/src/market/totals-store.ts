import { sql } from 'kysely'
import type { Reader, Tx } from '../storage/database.ts'
import { statement } from '../storage/statement.ts'
import type { TotalName } from '../storage/tables.ts'

// Kept as running sums: counting ended jobs would read all of them for each GET /metrics.
const add = statement<{ name: TotalName; amount: number }>()((q, p) =>
  q
    .updateTable('totals')
    .set({ value: sql<number>`value + ${p('amount')}` })
    .where('name', '=', p('name')),
)
const all = statement()((q) => q.selectFrom('totals').select(['name', 'value']))

export async function countCompletedJob(tx: Tx, latencyMs: number): Promise<void> {
  await tx.run(add, { name: 'jobs_completed', amount: 1 })
  await tx.run(add, { name: 'latency_ms', amount: Math.max(0, Math.round(latencyMs)) })
}

export async function totals(reader: Reader): Promise<Record<TotalName, number>> {
  const rows = await reader.all(all, {})
  return { jobs_completed: 0, latency_ms: 0, ...Object.fromEntries(rows.map(({ name, value }) => [name, value])) }
}
