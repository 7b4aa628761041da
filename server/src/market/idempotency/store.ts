import type { Reader, Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'
import type { IdempotencyKeysTable } from '../../storage/tables.ts'

type Id = Pick<IdempotencyKeysTable, 'user_id' | 'endpoint' | 'key'>

// A second request with the same key waits here for the first one's transaction, on both dialects.
const insert = statement<IdempotencyKeysTable>()((q, p) =>
  q
    .insertInto('idempotency_keys')
    .values({
      user_id: p('user_id'),
      endpoint: p('endpoint'),
      key: p('key'),
      fingerprint: p('fingerprint'),
      answer_json: p('answer_json'),
      created_at: p('created_at'),
    })
    .onConflict((c) => c.doNothing()),
)
const find = statement<Id>()((q, p) =>
  q
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('user_id', '=', p('user_id'))
    .where('endpoint', '=', p('endpoint'))
    .where('key', '=', p('key')),
)
const setAnswer = statement<Id & { answer_json: string }>()((q, p) =>
  q
    .updateTable('idempotency_keys')
    .set({ answer_json: p('answer_json') })
    .where('user_id', '=', p('user_id'))
    .where('endpoint', '=', p('endpoint'))
    .where('key', '=', p('key')),
)
const remove = statement<Id & { before: number }>()((q, p) =>
  q
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', p('user_id'))
    .where('endpoint', '=', p('endpoint'))
    .where('key', '=', p('key'))
    .where('created_at', '<', p('before')),
)
const removeOld = statement<{ before: number }>()((q, p) =>
  q.deleteFrom('idempotency_keys').where('created_at', '<', p('before')),
)

export const findKey = (reader: Reader, { user_id, endpoint, key }: Id) => reader.get(find, { user_id, endpoint, key })
/** False where the key is already there. */
export const insertKey = async (tx: Tx, row: IdempotencyKeysTable) => (await tx.run(insert, row)) === 1
export const saveAnswer = (tx: Tx, { user_id, endpoint, key }: Id, answer_json: string) =>
  tx.run(setAnswer, { user_id, endpoint, key, answer_json })
export const removeKeyBefore = (tx: Tx, { user_id, endpoint, key }: Id, before: number) =>
  tx.run(remove, { user_id, endpoint, key, before })
export const removeKeysBefore = (tx: Tx, before: number) => tx.run(removeOld, { before })
