import type { TokenRights } from '../../accounts/token-rights.ts'
import { DomainError } from '../../base/errors.ts'
import type { Market } from '../deps.ts'
import { awaitEnd } from '../jobs/await-end.ts'
import { cancel } from '../jobs/cancel.ts'
import { type JobRow, jobById, jobOutput } from '../jobs/store.ts'
import { submit } from '../jobs/submit.ts'
import { type Answering, type Door, usageOf, type Wanted, wholeAnswer } from './translate.ts'

/** A request that became a job. */
export interface Asked {
  user_id: string
  job_id: string
  of: Answering
}

/** Who asks, and with which token. */
interface Buyer {
  user_id: string
  token_id: string | undefined
  rights: TokenRights | undefined
}

const TEMPERATURE = 1
const WAIT_MS = 86_400_000

/** Submits what a request wants. Without max_tokens it gets the model's most, as far as the balance goes. */
export async function askModel(market: Market, buyer: Buyer, door: Door, wanted: Wanted): Promise<Asked> {
  const { user_id, token_id, rights } = buyer
  const { models, input_text, max_tokens, max_price_per_token, temperature = TEMPERATURE, messages, options } = wanted
  const { hosts, verified } = wanted
  const terms = {
    ...(max_tokens === undefined ? {} : { max_tokens }),
    ...(max_price_per_token === undefined ? {} : { max_price_per_token }),
    ...(wanted.max_price_per_input_token === undefined
      ? {}
      : { max_price_per_input_token: wanted.max_price_per_input_token }),
    ...(hosts === undefined ? {} : { hosts }),
    ...(verified ? { verified } : {}),
  }
  const submission = { model: wanted.model, input_text, temperature, ...terms, ...options }
  const { job_id, model } = await submit(market, user_id, submission, {
    ...{ models, messages, raw: door === 'completion', longest: true, token_id, rights },
  })
  const created = Math.floor(market.clock.now() / 1000)
  return { user_id, job_id, of: { door, id: `${door === 'chat' ? 'chatcmpl' : 'cmpl'}-${job_id}`, created, model } }
}

/** The whole answer once the job has ended; undefined where the caller left, which cancels the job. */
export async function answerWhole(market: Market, asked: Asked, gone: AbortSignal): Promise<object | undefined> {
  await awaitEnd(market, asked.job_id, WAIT_MS, gone)
  if (gone.aborted) {
    await cancel(market, asked.user_id, asked.job_id)
    return undefined
  }
  const job = await endedJob(market, asked)
  if (job.state === 'failed') throw failureOf(job.error)
  if (job.state !== 'completed') {
    await cancel(market, asked.user_id, asked.job_id)
    throw failureOf('expired')
  }
  const pieces = (await jobOutput(market.database, asked.job_id)) ?? []
  return wholeAnswer(asked.of, pieces.join(''), job.finish_reason ?? 'stop', usageOf(job))
}

export async function endedJob(market: Market, asked: Asked): Promise<JobRow> {
  const job = await jobById(market.database, asked.job_id)
  if (!job) throw new DomainError('not_found', 'The job of this request does not exist any more.')
  return job
}

/** A failed job as an error of the request: trying again may find another host. */
export function failureOf(code: string | null): DomainError {
  if (code === 'cancelled') return new DomainError('conflict', 'The job of this request was cancelled.')
  const message = `No host completed this request (${code ?? 'unknown'}); nothing was charged. Try again.`
  return new DomainError('no_host_available', message, { retryAfterS: 1 })
}
