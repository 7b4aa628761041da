import { z } from 'zod'
import { jobId } from './job.ts'
import { id, limit, line, offset, timestamp } from './text.ts'

export const conversationId = id('cnv')
/** As many as models are asked side by side. */
const MOST_LANES = 2
const MOST_TITLE = 200
/** Of one user. */
export const MOST_CONVERSATIONS = 1000

const jobs = z.array(jobId).min(1).max(MOST_LANES).meta({
  description: 'The jobs of its last exchange, one for each model that was asked: each knows all that was said',
})

export const newConversation = z.object({ title: line(MOST_TITLE), jobs }).meta({ id: 'NewConversation' })
export const conversationChange = z
  .object({ title: line(MOST_TITLE).optional(), jobs: jobs.optional() })
  .meta({ id: 'ConversationChange' })

export const conversation = z
  .object({
    conversation_id: conversationId,
    title: z.string(),
    jobs: z.array(jobId),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Conversation' })
export type Conversation = z.infer<typeof conversation>

export const conversationList = z.object({ conversations: z.array(conversation), total: z.int() })
export const conversationListQuery = z.object({ limit, offset })
