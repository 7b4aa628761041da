import type { Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

const begin = statement<{ host_id: string; now: number }>()((q, p) =>
  q
    .updateTable('hosts')
    .set({ down_since: p('now') })
    .where('host_id', '=', p('host_id'))
    .where('down_since', 'is', null),
)
// Of two heartbeats at once one ends the outage.
const end = statement<{ host_id: string; down_ms: number; down_at: number }>()((q, p) =>
  q
    .updateTable('hosts')
    .set({ down_since: null, down_ms: p('down_ms'), down_at: p('down_at') })
    .where('host_id', '=', p('host_id'))
    .where('down_since', 'is not', null),
)

export const beginOutage = (tx: Tx, host_id: string, now: number) => tx.run(begin, { host_id, now })
/** True where there was one. */
export const endOutage = async (tx: Tx, of: { host_id: string; down_ms: number; down_at: number }) =>
  (await tx.run(end, of)) === 1
