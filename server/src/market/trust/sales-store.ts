import { sql } from 'kysely'
import type { Reader, Tx } from '../../storage/database.ts'
import { type Bind, statement } from '../../storage/statement.ts'
import type { ModelSalesTable } from '../../storage/trust-tables.ts'

// One row a host, so that the ends of other hosts' jobs do not wait for it (Postgres). What the platform buys to look
// at hosts is at whatever price they ask: it says nothing of what customers pay.
const add = statement<ModelSalesTable & { user_id: string }>()((q, p) =>
  q
    .insertInto('model_sales')
    .columns(['model', 'hour', 'host_id', 'price_nano', 'paid_nano', 'promo_nano'])
    .expression(
      sql`select cast(${p('model')} as text), cast(${p('hour')} as bigint), cast(${p('host_id')} as text),
        cast(${p('price_nano')} as bigint), cast(${p('paid_nano')} as bigint), cast(${p('promo_nano')} as bigint)
        where not exists (select 1 from verification_buyers b where b.user_id = ${p('user_id')})`,
    )
    .onConflict((c) =>
      c.columns(['model', 'hour', 'host_id', 'price_nano']).doUpdateSet({
        paid_nano: sql<bigint>`model_sales.paid_nano + excluded.paid_nano`,
        promo_nano: sql<bigint>`model_sales.promo_nano + excluded.promo_nano`,
      }),
    ),
)
/** Hours since 1970. */
interface Since {
  week: number
  day: number
}
const sums = (p: Bind<Since>) => [
  sql<bigint>`sum(paid_nano)`.as('paid_nano'),
  sql<bigint>`sum(case when hour >= ${p('day')} then paid_nano else 0 end)`.as('day_nano'),
  sql<bigint>`sum(paid_nano + promo_nano)`.as('sold_nano'),
]
const ofModel = statement<Since & { model: string }>()((q, p) =>
  q
    .selectFrom('model_sales')
    .select(['price_nano', ...sums(p), sql<number>`count(*)`.as('rows')])
    .where('model', '=', p('model'))
    .where('hour', '>=', p('week'))
    .groupBy('price_nano'),
)
const between = statement<Since & { after: string; last: string }>()((q, p) =>
  q
    .selectFrom('model_sales')
    .select(['model', 'price_nano', ...sums(p)])
    .where('model', '>', p('after'))
    .where('model', '<=', p('last'))
    .where('hour', '>=', p('week'))
    .groupBy(['model', 'price_nano']),
)
const hourly = statement<{ model: string; since: number }>()((q, p) =>
  q
    .selectFrom('model_sales')
    .select(['model', 'hour', 'price_nano', sql<bigint>`sum(paid_nano + promo_nano)`.as('sold_nano')])
    .where('model', '=', p('model'))
    .where('hour', '>=', p('since'))
    .groupBy(['model', 'hour', 'price_nano']),
)
// A look into the key of model_sales for each model that there is.
const soldSince = statement<{ after: string; since: number; limit: number }>()((q, p) =>
  q
    .selectFrom('models as m')
    .select('m.model')
    .where('m.model', '>', p('after'))
    .where((e) =>
      e.exists(
        e
          .selectFrom('model_sales as s')
          .select('s.model')
          .whereRef('s.model', '=', 'm.model')
          .where('s.hour', '>=', p('since')),
      ),
    )
    .orderBy('m.model')
    .limit(p('limit')),
)
const remove = statement<ModelSalesTable>()((q, p) =>
  q
    .updateTable('model_sales')
    .set({
      paid_nano: sql<bigint>`paid_nano - ${p('paid_nano')}`,
      promo_nano: sql<bigint>`promo_nano - ${p('promo_nano')}`,
    })
    .where('model', '=', p('model'))
    .where('hour', '=', p('hour'))
    .where('host_id', '=', p('host_id'))
    .where('price_nano', '=', p('price_nano'))
    .where(sql<boolean>`paid_nano >= ${p('paid_nano')} and promo_nano >= ${p('promo_nano')}`),
)
const purge = statement<{ before: number }>()((q, p) => q.deleteFrom('model_sales').where('hour', '<', p('before')))

/** Takes a sale out that was refunded; one that was purged since is gone already. */
export const removeSale = (tx: Tx, sale: ModelSalesTable) => tx.run(remove, sale)
export const addSale = (tx: Tx, sale: ModelSalesTable & { user_id: string }) => tx.run(add, sale)
/** What was paid for a model in a week and in a day, by price, and of how many rows that was read. */
export const salesOf = (reader: Reader, model: string, since: Since) => reader.all(ofModel, { model, ...since })
/** The same of models behind one and up to another, by name. */
export const salesBetween = (reader: Reader, models: { after: string; last: string }, since: Since) =>
  reader.all(between, { ...models, ...since })
export const purgeSales = (tx: Tx, before: number) => tx.run(purge, { before })

/** What a model was sold for from an hour on, by hour and price. */
export const hourlySales = (reader: Reader, of: { model: string; since: number }) => reader.all(hourly, of)
export type HourlySale = Awaited<ReturnType<typeof hourlySales>>[number]
/** Models that were sold since an hour, by name. */
export const soldModels = async (reader: Reader, of: { after: string; since: number; limit: number }) =>
  (await reader.all(soldSince, of)).map(({ model }) => model)
