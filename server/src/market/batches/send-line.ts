import type { BatchDoor, ChatMessage, Submission } from '@mkt/schemas'
import { DomainError } from '../../base/errors.ts'
import type { Tx } from '../../storage/database.ts'
import type { Market } from '../deps.ts'
import { intentOf } from '../idempotency/once.ts'
import { renderChat } from '../jobs/render-chat.ts'
import { submit } from '../jobs/submit.ts'
import { type BatchRow, countProgress, holdRunning } from './batch-store.ts'
import { refuseLine, sendLine } from './line-store.ts'
import type { BatchSettings } from './make.ts'
import { type BatchTerms, type LineJob, lineJob } from './request-line.ts'

/** Makes a line a job, or ends it where it can never be one. Answers why it cannot be one now. */
export async function sendOne(
  market: Market,
  batch: BatchRow,
  line: number,
  text: string,
): Promise<string | undefined> {
  const { batch_id, user_id, token_id } = batch
  const { submission, options } = batch.door === null ? jobOf(batch, text) : requestOf(batch, text)
  const { messages } = options
  const intent = intentOf(user_id, 'batch', `${batch_id}.${line}`, { submission, messages })
  let noted = false
  const noting = async (tx: Tx, job_id: string) => {
    noted = await noteSent(tx, { batch_id, line, job_id })
    return noted
  }
  try {
    const { job_id } = await submit(market, user_id, submission, { ...options, intent, token_id, noting })
    // A repetition: an earlier version submitted it, and died before its note.
    if (!noted) await market.database.transaction((tx) => noteSent(tx, { batch_id, line, job_id }))
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (error.code !== 'invalid_request') return error.message
    const why = [error.message, ...(error.details ?? []).map(({ path, message }) => `${path} ${message}`)].join(' ')
    await market.database.transaction((tx) => noteRefused(tx, { batch_id, line, error: why }))
  }
  return undefined
}

const NOTHING = { completed: 0, charged_nano: 0n }

/** In the transaction of the submission, so that of a batch that was stopped meanwhile nothing more is bought. */
async function noteSent(tx: Tx, line: Parameters<typeof sendLine>[1]): Promise<boolean> {
  const { batch_id } = line
  if (!(await holdRunning(tx, batch_id))) return false
  const sent = await sendLine(tx, line)
  await countProgress(tx, { batch_id, sent, failed: 0, ...NOTHING })
  return sent > 0
}

async function noteRefused(tx: Tx, line: Parameters<typeof refuseLine>[1]): Promise<void> {
  const { batch_id } = line
  if (!(await holdRunning(tx, batch_id))) return
  const failed = await refuseLine(tx, line)
  await countProgress(tx, { batch_id, sent: failed, failed, ...NOTHING })
}

/** A line of a file of requests. */
function requestOf({ door, settings_json }: BatchRow, text: string): LineJob {
  return lineJob(door as BatchDoor, JSON.parse(settings_json) as BatchTerms, JSON.parse(text) as object)
}

function jobOf({ model, settings_json }: BatchRow, text: string): LineJob {
  const settings = JSON.parse(settings_json) as BatchSettings
  const { system, max_tokens, temperature, max_price_nano, max_input_nano, hosts, verified, partial } = settings
  const chat: ChatMessage[] = [
    { role: 'system', content: system ?? '' },
    { role: 'user', content: text },
  ]
  const messages = system === undefined ? undefined : chat
  const submission: Submission = {
    model,
    input_text: messages ? renderChat(messages) : text,
    temperature,
    ...(max_tokens === undefined ? {} : { max_tokens }),
    ...(max_price_nano === undefined ? {} : { max_price_per_token: BigInt(max_price_nano) }),
    ...(max_input_nano === undefined ? {} : { max_price_per_input_token: BigInt(max_input_nano) }),
    ...(hosts ? { hosts } : {}),
    ...(verified ? { verified } : {}),
    ...(partial ? { partial } : {}),
  }
  return { submission, options: { messages } }
}
