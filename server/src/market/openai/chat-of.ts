import { chatRequest, leastChatBytes, MAX_INPUT_BYTES, wording } from '@mkt/schemas'
import type { z } from 'zod'
import { DomainError } from '../../base/errors.ts'
import { readChat, type Wanted } from './read.ts'

/**
 * What another format asks for, once it is written as a chat of OpenAI's: what a chat may hold is judged in one place.
 * Error: invalid_request.
 */
export function wantedOfChat(chat: z.input<typeof chatRequest>): Wanted {
  const { messages } = chat
  if (Array.isArray(messages) && leastChatBytes(messages) > MAX_INPUT_BYTES) throw tooLong()
  const parsed = chatRequest.safeParse(chat, { error: wording })
  if (parsed.success) return readChat(parsed.data)
  const details = parsed.error.issues.map(({ path, message }) => ({ path: ['body', ...path].join('.'), message }))
  throw invalid(details.slice(0, 20))
}

const TOO_LONG = { path: 'body.messages', message: `must be at most ${MAX_INPUT_BYTES} bytes together` }

export const tooLong = () => invalid([TOO_LONG])

const invalid = (details: { path: string; message: string }[]) =>
  new DomainError('invalid_request', 'The request is not valid.', { details })
