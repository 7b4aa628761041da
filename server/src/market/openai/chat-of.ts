import { chatRequest } from '@mkt/schemas'
import type { z } from 'zod'
import { DomainError } from '../../base/errors.ts'
import { readChat, type Wanted } from './read.ts'

/**
 * What another format asks for, once it is written as a chat of OpenAI's: what a chat may hold is judged in one place.
 * Error: invalid_request.
 */
export function wantedOfChat(chat: z.input<typeof chatRequest>): Wanted {
  const parsed = chatRequest.safeParse(chat)
  if (parsed.success) return readChat(parsed.data)
  const details = parsed.error.issues.map(({ path, message }) => ({ path: ['body', ...path].join('.'), message }))
  throw new DomainError('invalid_request', 'The request is not valid.', { details: details.slice(0, 20) })
}
