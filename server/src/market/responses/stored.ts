import type { ChatMessage, Response } from '@mkt/schemas'
import { DomainError } from '../../base/errors.ts'
import { cancel } from '../attempts/cancel.ts'
import type { Market } from '../deps.ts'
import { type JobOptions, type ResponseSettings, readOptions } from '../jobs/options.ts'
import { type JobRow, jobById } from '../jobs/store.ts'
import { answerFrom, segmentsFrom } from '../openai/complete.ts'
import type { Answer } from '../pieces/answer.ts'
import { eraseTexts } from '../retention/erase-texts.ts'
import { type Asking, openResponse, wholeResponse } from './write.ts'

/** A response is the job that answers it: what was asked and answered stands there, as long as its texts are kept. */
interface Stored {
  job: JobRow
  options: JobOptions
  settings: ResponseSettings
}

/** Error: not_found, also for anybody else's. */
export async function stored({ database }: Market, userId: string, response_id: string): Promise<Stored> {
  const job = await jobById(database, response_id.replace(/^resp_/, 'job_'))
  const options = readOptions(job?.options_json ?? null)
  if (!job || job.user_id !== userId || !options.response)
    throw new DomainError('not_found', 'You have no stored response with this id.')
  return { job, options, settings: options.response }
}

export async function showResponse(market: Market, userId: string, response_id: string): Promise<Response> {
  const { job, options, settings } = await stored(market, userId, response_id)
  const { job_id, model, temperature, error, error_message } = job
  const created = Math.floor(job.created_at / 1000)
  const of: Asking = { ...settings, job_id, model, created, temperature, top_p: options.top_p, store: true }
  if (job.state === 'completed') return wholeResponse(of, await segmentsFrom(market, job), { job })
  if (job.state !== 'failed') return openResponse(of, job.state === 'queued' ? 'queued' : 'in_progress')
  if (error === 'cancelled') return openResponse(of, 'cancelled')
  return openResponse(of, 'failed', { code: error ?? 'unknown', message: error_message ?? 'No host completed it.' })
}

/** Erases what was asked and answered; one that goes on is cancelled. */
export async function eraseResponse(market: Market, userId: string, response_id: string): Promise<void> {
  const { job } = await stored(market, userId, response_id)
  await cancel(market, userId, job.job_id)
  await market.database.transaction((tx) => eraseTexts(tx, [job.job_id]))
  market.database.scrub()
}

/** The conversation that a request goes on with, without its instructions; none where it names no response before. */
export async function conversationBefore(
  market: Market,
  userId: string,
  response_id: string | null | undefined,
): Promise<ChatMessage[]> {
  if (response_id == null) return []
  const { job, options, settings } = await stored(market, userId, response_id)
  if (job.state !== 'completed') throw unfinished(job.state)
  const asked = (options.messages ?? []).slice(settings.instructions === null ? 0 : 1)
  return [...asked, said(await answerFrom(market, job))]
}

function said({ content, reasoning, tool_calls }: Answer): ChatMessage {
  const thought = reasoning === '' ? {} : { reasoning_content: reasoning }
  return { role: 'assistant', content, ...thought, ...(tool_calls.length > 0 ? { tool_calls } : {}) }
}

function unfinished(state: string): DomainError {
  const details = [{ path: 'body.previous_response_id', message: `names a response that is ${state}, not completed` }]
  return new DomainError('invalid_request', 'The request is not valid.', { details })
}
