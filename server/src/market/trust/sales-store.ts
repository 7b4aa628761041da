import { sql } from 'kysely'
import type { Reader, Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'
import type { ModelSalesTable } from '../../storage/trust-tables.ts'

// One row a host, so that the ends of other hosts' jobs do not wait for it (Postgres).
const add = statement<ModelSalesTable>()((q, p) =>
  q
    .insertInto('model_sales')
    .values({
      model: p('model'),
      hour: p('hour'),
      host_id: p('host_id'),
      price_nano: p('price_nano'),
      paid_nano: p('paid_nano'),
    })
    .onConflict((c) =>
      c
        .columns(['model', 'hour', 'host_id', 'price_nano'])
        .doUpdateSet({ paid_nano: sql<bigint>`model_sales.paid_nano + excluded.paid_nano` }),
    ),
)
const ofModel = statement<{ model: string; hour: number }>()((q, p) =>
  q
    .selectFrom('model_sales')
    .select(['price_nano', sql<bigint>`sum(paid_nano)`.as('paid_nano'), sql<number>`count(*)`.as('rows')])
    .where('model', '=', p('model'))
    .where('hour', '>=', p('hour'))
    .groupBy('price_nano'),
)
const between = statement<{ after: string; last: string; hour: number }>()((q, p) =>
  q
    .selectFrom('model_sales')
    .select(['model', 'price_nano', sql<bigint>`sum(paid_nano)`.as('paid_nano')])
    .where('model', '>', p('after'))
    .where('model', '<=', p('last'))
    .where('hour', '>=', p('hour'))
    .groupBy(['model', 'price_nano']),
)
const purge = statement<{ before: number }>()((q, p) => q.deleteFrom('model_sales').where('hour', '<', p('before')))

export const addSale = (tx: Tx, sale: ModelSalesTable) => tx.run(add, sale)
/** What was paid for a model from an hour on, by price, and of how many rows that was read. */
export const salesOf = (reader: Reader, model: string, hour: number) => reader.all(ofModel, { model, hour })
/** The same of models behind one and up to another, by name. */
export const salesBetween = (reader: Reader, models: { after: string; last: string }, hour: number) =>
  reader.all(between, { ...models, hour })
export const purgeSales = (tx: Tx, before: number) => tx.run(purge, { before })
