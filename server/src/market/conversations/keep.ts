import { type Conversation, type conversationChange, MOST_CONVERSATIONS, type newConversation } from '@mkt/schemas'
import type { z } from 'zod'
import { lockUser } from '../../accounts/user-store.ts'
import { isoTime } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import type { Market } from '../deps.ts'
import { ownJob } from '../reports/job.ts'
import { demandRoomFor } from '../retention/unfunded.ts'
import {
  type ConversationRow,
  changeConversationRow,
  conversationRow,
  countConversations,
  insertConversation,
  removeConversation,
} from './store.ts'

/** A conversation of the user's; not_found for anybody else's, as if there were none. */
export async function ownConversation(market: Market, user_id: string, conversation_id: string) {
  const row = await conversationRow(market.database, { user_id, conversation_id })
  if (!row) throw new DomainError('not_found', 'You have no conversation with this id.')
  return row
}

/**
 * Errors: not_found (a job of somebody else's), conflict (too many), and where the account has no credits
 * too_many_queued, rate_limited.
 */
export async function createConversation(
  market: Market,
  user_id: string,
  { title, jobs }: z.output<typeof newConversation>,
): Promise<Conversation> {
  await demandOwn(market, user_id, jobs)
  const now = market.clock.now()
  const conversation_id = market.ids.next('cnv')
  const times = { created_at: now, updated_at: now }
  const row = { conversation_id, user_id, title, jobs_json: JSON.stringify(jobs), ...times }
  await demandRoomFor(market, user_id, Buffer.byteLength(title) + Buffer.byteLength(row.jobs_json))
  await market.database.transaction(async (tx) => {
    // Held, so that two at once see each other.
    await lockUser(tx, user_id)
    if ((await countConversations(tx, user_id)) >= MOST_CONVERSATIONS) throw tooMany()
    await insertConversation(tx, row)
  })
  return describeConversation(row)
}

/** Errors: not_found, and where the account has no credits too_many_queued, rate_limited. */
export async function changeConversation(
  market: Market,
  user_id: string,
  conversation_id: string,
  to: z.output<typeof conversationChange>,
): Promise<Conversation> {
  const before = await ownConversation(market, user_id, conversation_id)
  await demandOwn(market, user_id, to.jobs ?? [])
  const jobs_json = to.jobs ? JSON.stringify(to.jobs) : before.jobs_json
  await demandRoomFor(market, user_id, Math.max(0, Buffer.byteLength(jobs_json) - Buffer.byteLength(before.jobs_json)))
  const change = { conversation_id, user_id, title: to.title ?? before.title, jobs_json, now: market.clock.now() }
  await market.database.transaction((tx) => changeConversationRow(tx, change))
  return describeConversation(await ownConversation(market, user_id, conversation_id))
}

/** Errors: not_found. */
export async function deleteConversation(market: Market, user_id: string, conversation_id: string): Promise<void> {
  await ownConversation(market, user_id, conversation_id)
  await market.database.transaction((tx) => removeConversation(tx, { user_id, conversation_id }))
}

async function demandOwn(market: Market, user_id: string, jobs: readonly string[]): Promise<void> {
  for (const job_id of jobs) await ownJob(market, user_id, job_id)
}

const tooMany = () =>
  new DomainError(
    'conflict',
    `You keep ${MOST_CONVERSATIONS} conversations, the most there may be: delete some first. Its jobs are not lost.`,
  )

export function describeConversation({ jobs_json, created_at, updated_at, ...row }: ConversationRow): Conversation {
  return {
    conversation_id: row.conversation_id,
    title: row.title,
    jobs: JSON.parse(jobs_json) as string[],
    created_at: isoTime(created_at),
    updated_at: isoTime(updated_at),
  }
}
