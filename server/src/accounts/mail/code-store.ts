import type { MailCodesTable } from '../../storage/credential-tables.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

type NewCode = Omit<MailCodesTable, 'used_at'>

const insert = statement<NewCode>()((q, p) =>
  q.insertInto('mail_codes').values({
    code_hash: p('code_hash'),
    user_id: p('user_id'),
    purpose: p('purpose'),
    email: p('email'),
    created_at: p('created_at'),
    expires_at: p('expires_at'),
  }),
)
const standing = statement<{ code_hash: string; purpose: MailCodesTable['purpose']; now: number }>()((q, p) =>
  q
    .selectFrom('mail_codes')
    .selectAll()
    .where('code_hash', '=', p('code_hash'))
    .where('purpose', '=', p('purpose'))
    .where('used_at', 'is', null)
    .where('expires_at', '>', p('now')),
)
// Guarded: of two that come with one code, one finds it unused.
const use = statement<{ code_hash: string; now: number }>()((q, p) =>
  q
    .updateTable('mail_codes')
    .set({ used_at: p('now') })
    .where('code_hash', '=', p('code_hash'))
    .where('used_at', 'is', null),
)
// Codes that were sent go on counting: who changes an address again and again has a mail sent each time.
const makeVoid = statement<{ user_id: string; now: number }>()((q, p) =>
  q
    .updateTable('mail_codes')
    .set({ used_at: p('now') })
    .where('user_id', '=', p('user_id'))
    .where('used_at', 'is', null),
)
const since = statement<{ user_id: string; purpose: MailCodesTable['purpose']; after: number }>()((q, p) =>
  q
    .selectFrom('mail_codes')
    .select((e) => e.fn.countAll<number>().as('codes'))
    .where('user_id', '=', p('user_id'))
    .where('purpose', '=', p('purpose'))
    .where('created_at', '>', p('after')),
)
const remove = statement<{ user_id: string }>()((q, p) =>
  q.deleteFrom('mail_codes').where('user_id', '=', p('user_id')),
)
const forget = statement<{ before: number }>()((q, p) =>
  q.deleteFrom('mail_codes').where('expires_at', '<', p('before')),
)

export const insertCode = (tx: Tx, code: NewCode) => tx.run(insert, code)
/** A code that is neither used nor over. */
export const standingCode = (reader: Reader, code_hash: string, purpose: MailCodesTable['purpose'], now: number) =>
  reader.get(standing, { code_hash, purpose, now })
/** False where it was used meanwhile. */
export const useCode = async (tx: Tx, code_hash: string, now: number) => (await tx.run(use, { code_hash, now })) === 1
export const codesSince = async (reader: Reader, user_id: string, purpose: MailCodesTable['purpose'], after: number) =>
  (await reader.get(since, { user_id, purpose, after }))?.codes ?? 0
/** Has none of a user's codes open anything any more. */
export const voidCodes = (tx: Tx, user_id: string, now: number) => tx.run(makeVoid, { user_id, now })
export const removeCodes = (tx: Tx, user_id: string) => tx.run(remove, { user_id })
export const forgetCodes = (tx: Tx, before: number) => tx.run(forget, { before })
