import { sql } from 'kysely'
import type { Reader } from '../storage/database.ts'
import { statement } from '../storage/statement.ts'
import { accountKey, userCount, userPage } from './user-store.ts'

interface Search {
  /** For LIKE, lower case. */
  pattern: string
  user_id: string
}

// Reads all users: what is looked for may stand anywhere in a name.
const found = statement<Search & { limit: number; offset: number }>()((q, p) =>
  q
    .selectFrom('users')
    .leftJoin('accounts', (join) => join.on('account_id', '=', sql<string>`'user:' || users.user_id`))
    .select((e) => [
      'user_id',
      'username',
      'email',
      'role',
      'disabled',
      'total_jobs',
      'created_at',
      e.fn.coalesce('balance_nano', sql<bigint>`0`).as('balance_nano'),
    ])
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`(username_key like ${p('pattern')} escape '!' or email_key like ${p('pattern')} escape '!'
        or user_id = ${p('user_id')})`,
    )
    .orderBy('user_id', 'desc')
    .limit(p('limit'))
    .offset(p('offset')),
)
const counted = statement<Search>()((q, p) =>
  q
    .selectFrom('users')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`(username_key like ${p('pattern')} escape '!' or email_key like ${p('pattern')} escape '!'
        or user_id = ${p('user_id')})`,
    ),
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
