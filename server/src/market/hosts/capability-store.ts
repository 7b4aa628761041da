import type { CapabilitiesSaid } from '@mkt/schemas'
import { sql } from 'kysely'
import { maskOf } from '../../storage/capability-mask.ts'
import type { Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

const setHost = statement<{ host_id: string; mask: number }>()((q, p) =>
  q
    .updateTable('hosts')
    .set({ capabilities: p('mask') })
    .where('host_id', '=', p('host_id'))
    .where('capabilities', '<>', p('mask')),
)
const ofModels = statement<{ host_id: string }>()((q, p) =>
  q.selectFrom('host_models').select(['model', 'capabilities']).where('host_id', '=', p('host_id')),
)
const setModel = statement<{ host_id: string; model: string; mask: number | null }>()((q, p) =>
  q
    .updateTable('host_models')
    .set({ capabilities: sql<number>`cast(${p('mask')} as integer)` })
    .where('host_id', '=', p('host_id'))
    .where('model', '=', p('model')),
)

/**
 * Keeps what a host says that its engines can do; what it does not say stays. Of `model_capabilities` a model that is
 * not named is as the host's others. Answers whether anything changed: most heartbeats repeat the one before.
 */
export async function setCapabilities(tx: Tx, host_id: string, said: CapabilitiesSaid): Promise<boolean> {
  const { capabilities, model_capabilities } = said
  let changes = 0
  if (capabilities) changes += await tx.run(setHost, { host_id, mask: maskOf(capabilities) })
  if (!model_capabilities) return changes > 0
  for (const row of await tx.all(ofModels, { host_id })) {
    const own = Object.hasOwn(model_capabilities, row.model) ? model_capabilities[row.model] : undefined
    const mask = own ? maskOf(own) : null
    if (mask !== row.capabilities) changes += await tx.run(setModel, { host_id, model: row.model, mask })
  }
  return changes > 0
}
