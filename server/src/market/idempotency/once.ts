import { createHash } from 'node:crypto'
import { writeJson } from '@mkt/schemas'
import type { z } from 'zod'
import { DomainError } from '../../base/errors.ts'
import { TIMES } from '../../limits.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import type { IdempotencyKeysTable } from '../../storage/tables.ts'
import { findKey, insertKey, removeKeyBefore, saveAnswer } from './store.ts'

/** A request that its sender may send again: whose, to which endpoint, its key, and a hash of its body. */
export interface Intent {
  user_id: string
  endpoint: string
  key: string
  fingerprint: string
}

/** An intent, where the request carried a key. `body` is what the schema made of it, so formatting does not matter. */
export function intentOf(
  user_id: string,
  endpoint: string,
  key: string | undefined,
  body: unknown,
): Intent | undefined {
  if (key === undefined) return undefined
  return { user_id, endpoint, key, fingerprint: createHash('sha256').update(writeJson(body)).digest('hex') }
}

/** The first answer to the same intent, if there is one. Error: idempotency_conflict where the body was another. */
export async function recall<T>(
  reader: Reader,
  intent: Intent | undefined,
  answer: z.ZodType<T>,
  now: number,
): Promise<T | undefined> {
  const row = intent && (await findKey(reader, intent))
  if (!intent || !row || row.created_at < now - TIMES.idempotency_ms) return undefined
  return replay(intent, row, answer)
}

/**
 * Does `work` once per intent, in its own transaction: a repetition gets the first answer, also one that came while
 * the first was under way. A failure leaves no trace, so it may be tried again with the same key.
 */
export async function once<T>(
  tx: Tx,
  intent: Intent | undefined,
  answer: z.ZodType<T>,
  now: number,
  work: () => Promise<T>,
): Promise<T> {
  if (!intent) return await work()
  await removeKeyBefore(tx, intent, now - TIMES.idempotency_ms)
  if (!(await insertKey(tx, { ...intent, answer_json: '', created_at: now }))) {
    const row = await findKey(tx, intent)
    if (!row) throw new DomainError('conflict', 'The same request is being handled; try again.', { retryAfterS: 1 })
    return replay(intent, row, answer)
  }
  const result = await work()
  await saveAnswer(tx, intent, writeJson(result))
  return result
}

function replay<T>(intent: Intent, row: IdempotencyKeysTable, answer: z.ZodType<T>): T {
  if (row.fingerprint === intent.fingerprint) return answer.parse(JSON.parse(row.answer_json))
  throw new DomainError('idempotency_conflict', 'This Idempotency-Key was used for another request; choose a new one.')
}
