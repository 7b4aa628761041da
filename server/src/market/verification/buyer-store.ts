import type { Reader, Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

const all = statement()((q) => q.selectFrom('verification_buyers').select('user_id').orderBy('user_id'))
const insert = statement<{ user_id: string }>()((q, p) =>
  q.insertInto('verification_buyers').values({ user_id: p('user_id') }),
)

export const buyers = async (reader: Reader) => (await reader.all(all, {})).map(({ user_id }) => user_id)
export const insertBuyer = (tx: Tx, user_id: string) => tx.run(insert, { user_id })
