import { sql } from 'kysely'
import { type Tx, together } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

// Advisory locks of two numbers, the first of which is ours: "mkp" in ASCII.
const HOST_LOCK = sql.raw('7170928')
const lock = statement<{ host_id: string }>()((q, p) =>
  q.selectNoFrom(sql<string>`pg_advisory_xact_lock(${HOST_LOCK}, hashtext(${p('host_id')}))`.as('locked')),
)
// By the index jobs_running.
const running = statement<{ host_id: string }>()((q, p) =>
  q
    .selectFrom('jobs')
    .select((e) => e.fn.countAll<number>().as('jobs'))
    .where('state', '=', 'running')
    .where('host_id', '=', p('host_id')),
)

/** How many jobs a host holds; no other claim that counts so is under way for it until the transaction ends. */
export async function countHeld(tx: Tx, host_id: string): Promise<number> {
  // On SQLite no two transactions run at once.
  const locked = async () => (tx.dialect === 'postgres' ? await tx.get(lock, { host_id }) : undefined)
  const [, held] = await together(tx, locked, () => tx.get(running, { host_id }))
  return held?.jobs ?? 0
}
