import { randomUUID } from 'node:crypto'
import { type AnswerBody, type CallInput, type Endpoint, market } from '@mkt/schemas'
import { ApiError, isCleanRefusal, UnreachableError } from '@mkt/schemas/client'
import { systemFault } from '@mkt/schemas/process/system-fault'
import { explain } from './explain.ts'
import { Failure } from './failure.ts'
import { type OpenRequest, openRequest } from './open-request.ts'
import { tell } from './output.ts'
import { Retry } from './retry.ts'
import type { Session } from './session.ts'
import { tellAway } from './tell-away.ts'
import { moneyWords } from './words/money.ts'

export interface Once {
  /** The command that shows whether it happened. */
  where: string
  /** Makes another one although an earlier one was never answered. */
  again?: boolean | undefined
}

/** Three calls in all. */
const MAX_BREAKS = 2
/** The server remembers a key for 24 h. */
const KEY_LIFE_MS = 23 * 3_600_000

/**
 * Calls an endpoint that moves money so that it happens once, whatever the connection does, and also where the command
 * is given again after it got no answer: each repetition carries the same key.
 */
export async function sendOnce<E extends Endpoint & { idempotent: true }>(
  session: Session,
  endpoint: E,
  input: CallInput<E>,
  once: Once,
): Promise<AnswerBody<E>> {
  const { user_id } = await session.client.call(market.me, {})
  const request = openRequest(session, user_id, endpoint.name, input)
  const key = await keyOf(session, request, once)
  try {
    const answer = await insist(session, endpoint, input, key)
    await request.forget()
    return answer
  } catch (error) {
    if (isOpen(error)) throw unanswered(error, once)
    // Nothing happened under this key, and nothing will.
    await request.forget()
    throw error
  }
}

async function insist<E extends Endpoint>(
  { client, config }: Session,
  endpoint: E,
  input: CallInput<E>,
  key: string,
): Promise<AnswerBody<E>> {
  const { signal } = new AbortController()
  const retry = new Retry({ limit_breaks: MAX_BREAKS, ...config, signal, ...tellAway() })
  return await retry.insist(() => client.call(endpoint, input, { headers: { 'idempotency-key': key } }))
}

/** Whether it may have happened, or may yet. */
function isOpen(error: unknown): boolean {
  return error instanceof UnreachableError || (error instanceof ApiError && !isCleanRefusal(error))
}

async function keyOf({ config }: Session, request: OpenRequest, { where, again }: Once): Promise<string> {
  if (again) await request.forget()
  const earlier = await request.read()
  if (earlier && config.now() - earlier.asked_at > KEY_LIFE_MS) {
    throw new Failure('failed', moneyWords.neverAnswered, [moneyWords.seeFirst(where)])
  }
  if (earlier) {
    tell(moneyWords.repeated)
    return earlier.key
  }
  const fresh = { key: randomUUID(), asked_at: config.now() }
  try {
    return (await request.keep(fresh)).key
  } catch (error) {
    tell(moneyWords.notKept(systemFault(error)))
    tell(moneyWords.lookFirst(where))
    return fresh.key
  }
}

function unanswered(error: unknown, { where }: Once): Failure {
  const { kind, message, hints } = explain(error)
  return new Failure(kind, message, [...hints, moneyWords.mayHaveHappened(where)])
}
