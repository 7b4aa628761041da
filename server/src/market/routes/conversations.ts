import { market as endpoints } from '@mkt/schemas'
import type { Guard } from '../../http/guard.ts'
import {
  changeConversation,
  createConversation,
  deleteConversation,
  describeConversation,
  ownConversation,
} from '../conversations/keep.ts'
import { conversationPage, countConversations } from '../conversations/store.ts'
import type { Market } from '../deps.ts'

/** Chats that a person comes back to. */
export function conversationRoutes(guard: Guard, market: Market): void {
  const { database } = market
  guard.route(endpoints.createConversation, async ({ body }, { user }) => {
    return await createConversation(market, user.user_id, body)
  })
  guard.route(endpoints.changeConversation, async ({ params, body }, { user }) => {
    return await changeConversation(market, user.user_id, params.conversation_id, body)
  })
  guard.route(endpoints.listConversations, async ({ query }, { user: { user_id } }) => {
    const rows = await conversationPage(database, { user_id, ...query })
    return { conversations: rows.map(describeConversation), total: await countConversations(database, user_id) }
  })
  guard.route(endpoints.getConversation, async ({ params }, { user }) => {
    return describeConversation(await ownConversation(market, user.user_id, params.conversation_id))
  })
  guard.route(endpoints.deleteConversation, async ({ params }, { user }) => {
    await deleteConversation(market, user.user_id, params.conversation_id)
    return null
  })
}
