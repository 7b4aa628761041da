import type { Reader, Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

const set = statement<{ user_id: string; secret: string; now: number }>()((q, p) =>
  q
    .insertInto('second_factors')
    .values({ user_id: p('user_id'), secret: p('secret'), last_step: 0, created_at: p('now'), confirmed_at: null })
    .onConflict((c) => c.column('user_id').doUpdateSet({ secret: p('secret'), last_step: 0, created_at: p('now') })),
)
const confirm = statement<{ user_id: string; at: number }>()((q, p) =>
  q
    .updateTable('second_factors')
    .set({ confirmed_at: p('at') })
    .where('user_id', '=', p('user_id')),
)
const get = statement<{ user_id: string }>()((q, p) =>
  q.selectFrom('second_factors').selectAll().where('user_id', '=', p('user_id')),
)
// A code is good once: of two that come with it, one finds its step unused.
const useStep = statement<{ user_id: string; step: number }>()((q, p) =>
  q
    .updateTable('second_factors')
    .set({ last_step: p('step') })
    .where('user_id', '=', p('user_id'))
    .where('last_step', '<', p('step')),
)
const mark = statement<{ user_id: string; at: number | null }>()((q, p) =>
  q
    .updateTable('users')
    .set({ second_factor_at: p('at') })
    .where('user_id', '=', p('user_id')),
)
const remove = statement<{ user_id: string }>()((q, p) =>
  q.deleteFrom('second_factors').where('user_id', '=', p('user_id')),
)
const addCode = statement<{ user_id: string; code_hash: string }>()((q, p) =>
  q.insertInto('recovery_codes').values({ user_id: p('user_id'), code_hash: p('code_hash') }),
)
const useCode = statement<{ user_id: string; code_hash: string }>()((q, p) =>
  q.deleteFrom('recovery_codes').where('user_id', '=', p('user_id')).where('code_hash', '=', p('code_hash')),
)
const removeCodes = statement<{ user_id: string }>()((q, p) =>
  q.deleteFrom('recovery_codes').where('user_id', '=', p('user_id')),
)
const count = statement<{ user_id: string }>()((q, p) =>
  q
    .selectFrom('recovery_codes')
    .select((e) => e.fn.countAll<number>().as('codes'))
    .where('user_id', '=', p('user_id')),
)

const every = statement()((q) => q.selectFrom('second_factors').select(['user_id', 'secret']).orderBy('user_id'))
const replace = statement<{ user_id: string; from: string; to: string }>()((q, p) =>
  q
    .updateTable('second_factors')
    .set({ secret: p('to') })
    .where('user_id', '=', p('user_id'))
    .where('secret', '=', p('from')),
)

/** Of all users; one in some thousands of accounts has an app. */
export const allFactors = (reader: Reader) => reader.all(every, {})
/** Another form of the same secret; nothing where it is another one by now. */
export const replaceSecret = (tx: Tx, to: { user_id: string; from: string; to: string }) => tx.run(replace, to)
/** Of an app; one that is confirmed is removed before. */
export const setSecret = (tx: Tx, user_id: string, secret: string, now: number) => tx.run(set, { user_id, secret, now })
export const factorOf = (reader: Reader, user_id: string) => reader.get(get, { user_id })
/** False where this step, or a later one, was used before. */
export const takeStep = async (tx: Tx, user_id: string, step: number) =>
  (await tx.run(useStep, { user_id, step })) === 1
/** Has an app's codes count. */
export const confirmApp = (tx: Tx, user_id: string, at: number) => tx.run(confirm, { user_id, at })
/** Whether logins need a code from here on; null: no. */
export const markFactor = (tx: Tx, user_id: string, at: number | null) => tx.run(mark, { user_id, at })
export async function addRecoveryCodes(tx: Tx, user_id: string, hashes: readonly string[]): Promise<void> {
  await tx.run(removeCodes, { user_id })
  for (const code_hash of hashes) await tx.run(addCode, { user_id, code_hash })
}
/** False where there is no such code any more. */
export const takeRecoveryCode = async (tx: Tx, user_id: string, code_hash: string) =>
  (await tx.run(useCode, { user_id, code_hash })) === 1
export const recoveryCodesLeft = async (reader: Reader, user_id: string) =>
  (await reader.get(count, { user_id }))?.codes ?? 0
export const removeApp = (tx: Tx, user_id: string) => tx.run(remove, { user_id })
export const removeRecoveryCodes = (tx: Tx, user_id: string) => tx.run(removeCodes, { user_id })
