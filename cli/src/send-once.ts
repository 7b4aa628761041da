import { randomUUID } from 'node:crypto'
import type { AnswerBody, CallInput, Endpoint } from '@mkt/schemas'
import { ApiError, type Client, isCleanRefusal, UnreachableError } from '@mkt/schemas/client'
import { explain } from './explain.ts'
import { Failure } from './failure.ts'

const TRIES = 3

/**
 * Calls an endpoint that moves money so that it happens once, whatever the connection does: each repetition carries
 * the same key. Where no answer comes at all, the Failure says that it may have happened, and `where` to look.
 */
export async function sendOnce<E extends Endpoint & { idempotent: true }>(
  client: Client,
  endpoint: E,
  input: CallInput<E>,
  where: string,
): Promise<AnswerBody<E>> {
  const headers = { 'idempotency-key': randomUUID() }
  for (let tries = 1; ; tries++) {
    try {
      return await client.call(endpoint, input, { headers })
    } catch (error) {
      const open = error instanceof UnreachableError || (error instanceof ApiError && !isCleanRefusal(error))
      if (!open) throw error
      if (tries < TRIES) continue
      const { kind, message, hints } = explain(error)
      throw new Failure(kind, message, [...hints, `It may have happened: look at \`${where}\` before you repeat it.`])
    }
  }
}
