import type { Reader, Tx } from '../storage/database.ts'
import type { ServersTable } from '../storage/server-tables.ts'
import { statement } from '../storage/statement.ts'

const sign = statement<ServersTable>()((q, p) =>
  q
    .insertInto('servers')
    .values({
      server_id: p('server_id'),
      machine: p('machine'),
      version: p('version'),
      services: p('services'),
      started_at: p('started_at'),
      signed_at: p('signed_at'),
      memory_bytes: p('memory_bytes'),
      cores: p('cores'),
      delay_ms: p('delay_ms'),
    })
    .onConflict((c) =>
      c.column('server_id').doUpdateSet((e) => ({
        signed_at: e.ref('excluded.signed_at'),
        memory_bytes: e.ref('excluded.memory_bytes'),
        cores: e.ref('excluded.cores'),
        delay_ms: e.ref('excluded.delay_ms'),
      })),
    ),
)
const leave = statement<{ server_id: string }>()((q, p) =>
  q.deleteFrom('servers').where('server_id', '=', p('server_id')),
)
const purge = statement<{ before: number }>()((q, p) => q.deleteFrom('servers').where('signed_at', '<', p('before')))
const all = statement()((q) => q.selectFrom('servers').selectAll().orderBy('server_id').limit(1000))

export const signServer = (tx: Tx, server: ServersTable) => tx.run(sign, server)
export const removeServer = (tx: Tx, server_id: string) => tx.run(leave, { server_id })
export const purgeServers = (tx: Tx, before: number) => tx.run(purge, { before })
/** The oldest first. */
export const allServers = (reader: Reader) => reader.all(all, {})
