import type { ConversationsTable } from '../../storage/conversation-tables.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

type Own = { conversation_id: string; user_id: string }

const insert = statement<ConversationsTable>()((q, p) =>
  q.insertInto('conversations').values({
    conversation_id: p('conversation_id'),
    user_id: p('user_id'),
    title: p('title'),
    jobs_json: p('jobs_json'),
    created_at: p('created_at'),
    updated_at: p('updated_at'),
  }),
)
const own = statement<Own>()((q, p) =>
  q
    .selectFrom('conversations')
    .selectAll()
    .where('conversation_id', '=', p('conversation_id'))
    .where('user_id', '=', p('user_id')),
)
// By the index conversations_of_user.
const page = statement<{ user_id: string; limit: number; offset: number }>()((q, p) =>
  q
    .selectFrom('conversations')
    .selectAll()
    .where('user_id', '=', p('user_id'))
    .orderBy('updated_at', 'desc')
    .orderBy('conversation_id', 'desc')
    .limit(p('limit'))
    .offset(p('offset')),
)
const count = statement<{ user_id: string }>()((q, p) =>
  q
    .selectFrom('conversations')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('user_id', '=', p('user_id')),
)
const change = statement<Own & { title: string; jobs_json: string; now: number }>()((q, p) =>
  q
    .updateTable('conversations')
    .set({ title: p('title'), jobs_json: p('jobs_json'), updated_at: p('now') })
    .where('conversation_id', '=', p('conversation_id'))
    .where('user_id', '=', p('user_id')),
)
const remove = statement<Own>()((q, p) =>
  q.deleteFrom('conversations').where('conversation_id', '=', p('conversation_id')).where('user_id', '=', p('user_id')),
)
const behind = statement<{ user_id: string; after: string; limit: number }>()((q, p) =>
  q
    .selectFrom('conversations')
    .selectAll()
    .where('user_id', '=', p('user_id'))
    .where('conversation_id', '>', p('after'))
    .orderBy('conversation_id')
    .limit(p('limit')),
)
const removeAll = statement<{ user_id: string }>()((q, p) =>
  q.deleteFrom('conversations').where('user_id', '=', p('user_id')),
)
const removeOld = statement<{ before: number }>()((q, p) =>
  q.deleteFrom('conversations').where('updated_at', '<', p('before')),
)

export type ConversationRow = ConversationsTable

export const insertConversation = (tx: Tx, row: ConversationRow) => tx.run(insert, row)
export const conversationRow = (reader: Reader, of: Own) => reader.get(own, of)
/** Those first that were changed last. */
export const conversationPage = (reader: Reader, of: { user_id: string; limit: number; offset: number }) =>
  reader.all(page, of)
export const countConversations = async (reader: Reader, user_id: string) =>
  (await reader.get(count, { user_id }))?.total ?? 0
export const changeConversationRow = (tx: Tx, to: Own & { title: string; jobs_json: string; now: number }) =>
  tx.run(change, to)
/** 0 where there is none. */
export const removeConversation = (tx: Tx, of: Own) => tx.run(remove, of)
/** By their ids. */
export const conversationsBehind = (reader: Reader, of: { user_id: string; after: string; limit: number }) =>
  reader.all(behind, of)
export const eraseConversations = (tx: Tx, user_id: string) => tx.run(removeAll, { user_id })
/** Those that were changed last before a moment (wall ms). */
export const purgeConversations = (tx: Tx, before: number) => tx.run(removeOld, { before })
