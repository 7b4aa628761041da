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
const end = statement<{ host_id: string }>()((q, p) =>
  q
    .updateTable('hosts')
    .set({ down_since: null })
    .where('host_id', '=', p('host_id'))
    .where('down_since', 'is not', null),
)

export const beginOutage = (tx: Tx, host_id: string, now: number) => tx.run(begin, { host_id, now })
/** True where there was one. */
export const endOutage = async (tx: Tx, host_id: string) => (await tx.run(end, { host_id })) === 1
