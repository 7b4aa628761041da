import type { ChatMessage } from '@mkt/schemas'
import { renderChat } from '../jobs/render-chat.ts'
import { type Chance, one } from './chance.ts'
import { FOLLOW_UPS } from './prompt-parts.ts'

/** What an earlier check asked, and what it was answered. */
export interface Exchange {
  messages: readonly ChatMessage[]
  answer: string
}

/** Of so many conversations the one is taken whose length is nearest to the customer's. */
const TRIES = 12

/**
 * An earlier check gone on with, as customers go on with what they were answered: about as long as `bytes` where there
 * is one. Undefined where there is no earlier check. Pure but for the chance.
 */
export function drawConversation(
  earlier: readonly Exchange[],
  bytes: number,
  chance: Chance,
): ChatMessage[] | undefined {
  if (earlier.length === 0) return undefined
  const off = (said: readonly ChatMessage[]) => Math.abs(Math.log((bytesOf(said) + 1) / (bytes + 1)))
  return Array.from({ length: TRIES }, () => goneOnWith(one(earlier, chance), chance)).reduce((best, said) =>
    off(said) < off(best) ? said : best,
  )
}

function goneOnWith({ messages, answer }: Exchange, chance: Chance): ChatMessage[] {
  const said = messages.filter(({ role }) => role !== 'system')
  return [...said, { role: 'assistant', content: answer }, { role: 'user', content: one(FOLLOW_UPS, chance) }]
}

const bytesOf = (said: readonly ChatMessage[]) => Buffer.byteLength(renderChat(said))
