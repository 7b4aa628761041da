import type { OneTimePurpose, OneTimeSecretsTable } from '../../storage/credential-tables.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

const insert = statement<OneTimeSecretsTable>()((q, p) =>
  q.insertInto('one_time_secrets').values({
    secret_hash: p('secret_hash'),
    purpose: p('purpose'),
    user_id: p('user_id'),
    expires_at: p('expires_at'),
  }),
)
const standing = statement<{ secret_hash: string; purpose: OneTimePurpose; now: number }>()((q, p) =>
  q
    .selectFrom('one_time_secrets')
    .selectAll()
    .where('secret_hash', '=', p('secret_hash'))
    .where('purpose', '=', p('purpose'))
    .where('expires_at', '>', p('now')),
)
// Of two that come with it at once, one deletes it.
const take = statement<{ secret_hash: string }>()((q, p) =>
  q.deleteFrom('one_time_secrets').where('secret_hash', '=', p('secret_hash')),
)
const removeOfUser = statement<{ user_id: string }>()((q, p) =>
  q.deleteFrom('one_time_secrets').where('user_id', '=', p('user_id')),
)
const forget = statement<{ now: number }>()((q, p) =>
  q.deleteFrom('one_time_secrets').where('expires_at', '<=', p('now')),
)

export const insertOneTime = (tx: Tx, secret: OneTimeSecretsTable) => tx.run(insert, secret)
/** One that is neither taken nor over. */
export const standingOneTime = (reader: Reader, secret_hash: string, purpose: OneTimePurpose, now: number) =>
  reader.get(standing, { secret_hash, purpose, now })
/** False where it was taken meanwhile. */
export const takeOneTime = async (tx: Tx, secret_hash: string) => (await tx.run(take, { secret_hash })) === 1
export const removeOneTimes = (tx: Tx, user_id: string) => tx.run(removeOfUser, { user_id })
export const forgetOneTimes = (tx: Tx, now: number) => tx.run(forget, { now })
