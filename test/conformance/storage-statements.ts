import { sql } from 'kysely'
import type { Database, Reader, Tx } from '../../server/src/storage/database.ts'
import { jsonList, statement } from '../../server/src/storage/statement.ts'

/** Statements on the real tables by which the storage suites write and read: an account is a counter of money. */
const insertAccount = statement<{ account_id: string; balance_nano: bigint; floored: number }>()((q, p) =>
  q
    .insertInto('accounts')
    .values({ account_id: p('account_id'), balance_nano: p('balance_nano'), floored: p('floored') }),
)
const addTo = statement<{ account_id: string; amount: bigint }>()((q, p) =>
  q
    .updateTable('accounts')
    .set({ balance_nano: sql<bigint>`balance_nano + ${p('amount')}` })
    .where('account_id', '=', p('account_id')),
)
const accountById = statement<{ account_id: string }>()((q, p) =>
  q.selectFrom('accounts').selectAll().where('account_id', '=', p('account_id')),
)
const sums = statement<{ like: string }>()((q, p) =>
  q
    .selectFrom('accounts')
    .where('account_id', 'like', p('like'))
    .select((e) => [
      e.fn.sum<bigint>('balance_nano').as('sum_nano'),
      e.fn.countAll<number>().as('rows'),
      e.fn.sum<number>('floored').as('floored'),
    ]),
)
const idsIn = statement<{ list: string }>()((q, p, dialect) =>
  q
    .selectFrom('accounts')
    .select('account_id')
    .where('account_id', 'in', jsonList(dialect, p('list')))
    .orderBy('account_id'),
)
const addTotal = statement<{ value: number }>()((q, p) =>
  q
    .updateTable('totals')
    .set({ value: sql<number>`value + ${p('value')}` })
    .where('name', '=', 'latency_ms'),
)
const readTotal = statement()((q) => q.selectFrom('totals').select('value').where('name', '=', 'latency_ms'))

export const openAccount = (tx: Tx, account_id: string, balance_nano = 0n, floored = 1) =>
  tx.run(insertAccount, { account_id, balance_nano, floored })
export const add = (tx: Tx, account_id: string, amount: bigint) => tx.run(addTo, { account_id, amount })
export const account = (reader: Reader, account_id: string) => reader.get(accountById, { account_id })
export const balance = async (reader: Reader, account_id: string) => (await account(reader, account_id))?.balance_nano
export const sumsLike = (reader: Reader, like: string) => reader.get(sums, { like })
export const accountsIn = async (reader: Reader, list: readonly string[]) =>
  (await reader.all(idsIn, { list: JSON.stringify(list) })).map((row) => row.account_id)
export const addLatency = (tx: Tx, value: number) => tx.run(addTotal, { value })
export const latency = async (reader: Reader) => (await reader.get(readTotal, {}))?.value

export const opened = (database: Database, account_id: string, balance_nano = 0n) =>
  database.transaction((tx) => openAccount(tx, account_id, balance_nano))
