import { sql } from 'kysely'
import type { Reader, Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'
import type { ModelAliasesTable } from '../../storage/tables.ts'

const put = statement<ModelAliasesTable>()((q, p) =>
  q
    .insertInto('model_aliases')
    .values({ alias: p('alias'), models_json: p('models_json'), changed_at: p('changed_at') })
    .onConflict((c) => c.column('alias').doUpdateSet({ models_json: p('models_json'), changed_at: p('changed_at') })),
)
const remove = statement<{ alias: string }>()((q, p) => q.deleteFrom('model_aliases').where('alias', '=', p('alias')))
const one = statement<{ alias: string }>()((q, p) =>
  q.selectFrom('model_aliases').selectAll().where('alias', '=', p('alias')),
)
const all = statement()((q) => q.selectFrom('model_aliases').selectAll().orderBy('alias'))
const count = statement()((q) => q.selectFrom('model_aliases').select(sql<number>`count(*)`.as('total')))

export const putAlias = (tx: Tx, alias: ModelAliasesTable) => tx.run(put, alias)
/** Answers whether it was there. */
export const removeAlias = async (tx: Tx, alias: string) => (await tx.run(remove, { alias })) === 1
export const aliasNamed = (reader: Reader, alias: string) => reader.get(one, { alias })
export const allAliases = (reader: Reader) => reader.all(all, {})
export const aliasCount = async (reader: Reader) => (await reader.get(count, {}))?.total ?? 0
