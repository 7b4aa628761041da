import type { TokenRights } from '../../accounts/token-rights.ts'
import { eachApart } from '../../base/each-apart.ts'
import { DomainError } from '../../base/errors.ts'
import { cancel } from '../attempts/cancel.ts'
import type { Market } from '../deps.ts'
import type { ResponseSettings } from '../jobs/options.ts'
import { jobText } from '../jobs/output.ts'
import { type JobRow, jobById } from '../jobs/store.ts'
import { submit } from '../jobs/submit.ts'
import { answerOf } from '../pieces/answer.ts'
import { segmentsOf } from '../pieces/segments.ts'
import { awaitEnd } from '../reports/await-end.ts'
import { failureOf } from './failure.ts'
import type { Wanted } from './read.ts'

/** A request that became jobs, one for each answer. */
export interface Asked {
  user_id: string
  /** That of the wanted ones which can be served. */
  model: string
  job_ids: readonly string[]
}

/** Who asks, with which token, and until when. */
export interface Buyer {
  user_id: string
  token_id: string | undefined
  rights: TokenRights | undefined
  /** Aborts when they leave. */
  gone: AbortSignal
}

const TEMPERATURE = 1
const WAIT_MS = 86_400_000

/**
 * Submits what a request wants. Without max_tokens it gets the model's most, as far as the balance goes. Of several
 * answers, all of one length, none is begun where balance, token or queue has no room for all; what another request
 * takes of that room meanwhile, or the pace of submissions, may still refuse one, and the others are cancelled then.
 */
export async function askModel(
  market: Market,
  buyer: Buyer,
  wanted: Wanted,
  raw: boolean,
  response?: ResponseSettings,
): Promise<Asked> {
  const { user_id, token_id, rights, gone } = buyer
  const isWaitedFor = () => !gone.aborted
  const { messages, options, n, cache_key } = wanted
  const how = { messages, raw, cache_key, response, longest: true, token_id, rights, isWaitedFor }
  const submission = submissionOf(wanted)
  const { job_id, model } = await submit(market, user_id, submission, { ...how, models: wanted.models, answers: n })
  const asked = { user_id, model, job_ids: [job_id] }
  try {
    const max_tokens = n > 1 ? (await jobById(market.database, job_id))?.max_tokens : undefined
    for (let index = 1; index < n; index++) {
      // With one seed all answers would be the same.
      const seed = options.seed === undefined ? {} : { seed: seedOf(options.seed, index) }
      const again = { ...submission, model, ...(max_tokens === undefined ? {} : { max_tokens }), ...seed }
      asked.job_ids.push((await submit(market, user_id, again, { ...how, rights: forAgreed(rights) })).job_id)
    }
  } catch (error) {
    await drop(market, asked).catch(() => undefined)
    throw error
  }
  return asked
}

/** The first answer's submission agreed on the model: a token for a name of the operator's need not know it. */
const forAgreed = (rights: TokenRights | undefined) => rights && { ...rights, models: null }

/** Another for each answer; beyond the largest number that hosts take they go the other way. */
const seedOf = (seed: number, index: number) => (Number.isSafeInteger(seed + index) ? seed + index : seed - index)

/** What one answer of it is submitted with. */
export function submissionOf({ model, input_text, max_tokens, temperature, ...wanted }: Wanted) {
  const { max_price_per_token, max_price_per_input_token, hosts, verified, partial, options } = wanted
  const terms = {
    ...(max_tokens === undefined ? {} : { max_tokens }),
    ...(max_price_per_token === undefined ? {} : { max_price_per_token }),
    ...(max_price_per_input_token === undefined ? {} : { max_price_per_input_token }),
    ...(hosts === undefined ? {} : { hosts }),
    ...(verified ? { verified } : {}),
    ...(partial === undefined ? {} : { partial }),
  }
  return { model, input_text, temperature: temperature ?? TEMPERATURE, ...terms, ...options }
}

/** Cancels what runs of a request that nobody waits for any more. */
export async function drop(market: Market, { user_id, job_ids }: Asked): Promise<void> {
  await eachApart(job_ids, (job_id) => cancel(market, user_id, job_id))
}

/** Where its answer cannot be given, nobody waits for what runs of a request either. */
export async function orDrop<T>(market: Market, asked: Asked, answer: () => Promise<T>): Promise<T> {
  try {
    return await answer()
  } catch (error) {
    // The caller hears why there is no answer, not why something could not be cancelled besides.
    await drop(market, asked).catch(() => undefined)
    throw error
  }
}

/**
 * Waits for all jobs of a request, and gives those that completed: of several answers each is paid, so one that fails
 * takes none of the others away. Undefined where the caller left, which cancels them. Throws where none completed.
 */
export async function endsOf(market: Market, asked: Asked, gone: AbortSignal): Promise<JobRow[] | undefined> {
  const jobs = await orDrop(market, asked, () => endedOf(market, asked, gone))
  const completed = jobs.filter(({ state }) => state === 'completed')
  if (completed.length < asked.job_ids.length) await drop(market, asked)
  if (gone.aborted) return undefined
  if (completed.length > 0) return completed
  const failed = jobs.find(({ state }) => state === 'failed')
  throw failureOf(failed ?? { error: 'expired', error_message: null }, await chargedFor(market, asked))
}

async function endedOf(market: Market, { job_ids }: Asked, gone: AbortSignal): Promise<JobRow[]> {
  const jobs: JobRow[] = []
  for (const job_id of job_ids) {
    await awaitEnd(market, job_id, WAIT_MS, gone)
    if (gone.aborted) break
    jobs.push(await endedJob(market, job_id))
  }
  return jobs
}

/** What the jobs of a request cost that have ended, in nano-credits. */
export async function chargedFor({ database }: Market, { job_ids }: Asked): Promise<bigint> {
  const jobs = await Promise.all(job_ids.map((job_id) => jobById(database, job_id)))
  return jobs.reduce((sum, job) => sum + (job?.charged_nano ?? 0n), 0n)
}

/** The header of answers that are given whole: attempts that the one of them took that took the most. */
export const ATTEMPTS = 'X-Mkt-Attempts'
export const attemptsOf = (jobs: readonly Pick<JobRow, 'attempt'>[]) =>
  String(Math.max(...jobs.map(({ attempt }) => attempt)))

/** What a job that completed was answered with. */
export async function answerFrom(market: Market, job: JobRow) {
  return answerOf(job.job_id, await piecesFrom(market, job))
}

/** The same part by part. */
export async function segmentsFrom(market: Market, job: JobRow) {
  return segmentsOf(job.job_id, await piecesFrom(market, job))
}

const piecesFrom = async (market: Market, job: JobRow) => (await textFrom(market, job)).pieces

/** The same with which of these texts it stopped at, where its host said one of them. */
export async function textFrom({ database }: Market, { job_id }: JobRow, stops: readonly string[] = []) {
  const { pieces, stopped } = (await jobText(database, job_id)) ?? { pieces: [] }
  return stopped !== undefined && stops.includes(stopped) ? { pieces, stopped } : { pieces }
}

export async function endedJob(market: Market, job_id: string): Promise<JobRow> {
  const job = await jobById(market.database, job_id)
  if (!job) throw new DomainError('not_found', 'The job of this request does not exist any more.')
  return job
}
