import type { ModelPricesSaid } from '@mkt/schemas'
import { sql } from 'kysely'
import type { Tx } from '../../storage/database.ts'
import type { HostModelsTable } from '../../storage/host-model-tables.ts'
import { statement } from '../../storage/statement.ts'

type Own = Pick<HostModelsTable, 'model' | 'price_nano' | 'input_price_nano'>

const ofModels = statement<{ host_id: string }>()((q, p) =>
  q.selectFrom('host_models').select(['model', 'price_nano', 'input_price_nano']).where('host_id', '=', p('host_id')),
)
const setPrices = statement<Own & { host_id: string }>()((q, p) =>
  q
    .updateTable('host_models')
    .set({
      price_nano: sql<bigint>`cast(${p('price_nano')} as bigint)`,
      input_price_nano: sql<bigint>`cast(${p('input_price_nano')} as bigint)`,
    })
    .where('host_id', '=', p('host_id'))
    .where('model', '=', p('model')),
)

/**
 * Keeps what a host asks for single models. A model that is not named costs what the host asks for its others; where
 * nothing is said at all, everything stays. Answers whether anything changed: most heartbeats repeat the one before.
 */
export async function setModelPrices(tx: Tx, host_id: string, { model_prices }: ModelPricesSaid): Promise<boolean> {
  if (!model_prices) return false
  let changes = 0
  for (const row of await tx.all(ofModels, { host_id })) {
    const own = Object.hasOwn(model_prices, row.model) ? model_prices[row.model] : undefined
    const price_nano = own?.price_per_token ?? null
    const input_price_nano = own?.price_per_input_token ?? null
    if (price_nano === row.price_nano && input_price_nano === row.input_price_nano) continue
    changes += await tx.run(setPrices, { host_id, model: row.model, price_nano, input_price_nano })
  }
  return changes > 0
}

/** What is asked for the models that have prices of their own, whole; `host`: for the others. Pure. */
export function shownPrices(models: readonly Own[], host: { price_nano: bigint; input_price_nano: bigint }) {
  const own = models.filter(({ price_nano, input_price_nano }) => price_nano !== null || input_price_nano !== null)
  const prices = own.map(({ model, price_nano, input_price_nano }) => [
    model,
    {
      price_per_token: price_nano ?? host.price_nano,
      price_per_input_token: input_price_nano ?? host.input_price_nano,
    },
  ])
  return Object.fromEntries(prices) as Record<string, { price_per_token: bigint; price_per_input_token: bigint }>
}
