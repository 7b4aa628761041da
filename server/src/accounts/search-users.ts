import { sql } from 'kysely'
import type { Reader } from '../storage/database.ts'
import { type Bind, statement } from '../storage/statement.ts'
import { accountKey, listed, present, userCount, userPage } from './user-store.ts'

interface Search {
  /** For LIKE, lower case. */
  pattern: string
  user_id: string
}

const matching = (p: Bind<Search>) =>
  sql<boolean>`(username_key like ${p('pattern')} escape '!' or lower(email) like ${p('pattern')} escape '!'
    or user_id = ${p('user_id')})`

// Reads all users: what is looked for may stand anywhere in a name.
const found = statement<Search & { limit: number; offset: number }>()((q, p) =>
  listed(q).where(matching(p)).limit(p('limit')).offset(p('offset')),
)
const counted = statement<Search>()((q, p) =>
  present(q)
    .where(matching(p))
    .select((e) => e.fn.countAll<number>().as('total')),
)

const searchFor = (text: string): Search => ({
  pattern: `%${accountKey(text).replace(/[!%_]/g, '!$&')}%`,
  user_id: text,
})

/** Users whose name or address holds the text, or whose id it is, newest first; all without a text. */
export async function listUsers(reader: Reader, { search, limit, offset }: UserListing) {
  if (!search) return { users: await userPage(reader, limit, offset), total: await userCount(reader) }
  const wanted = searchFor(search)
  const users = await reader.all(found, { ...wanted, limit, offset })
  return { users, total: (await reader.get(counted, { ...wanted }))?.total ?? 0 }
}

export interface UserListing {
  search?: string | undefined
  limit: number
  offset: number
}
