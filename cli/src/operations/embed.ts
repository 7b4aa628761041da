import { type Job, market } from '@mkt/schemas'
import { ApiError } from '@mkt/schemas/client'
import { portionsOf, readTexts } from '../embed/texts.ts'
import { type VectorFormat, vectorLine } from '../embed/vector-lines.ts'
import { bodyOf, type EngineOptions } from '../engine-options.ts'
import { explain } from '../explain.ts'
import { Failure } from '../failure.ts'
import { interruptible } from '../interrupt.ts'
import { tellQuietly } from '../output.ts'
import { printJson } from '../render.ts'
import { type Priced, sendJob } from '../send-job.ts'
import { type GlobalOptions, openUserSession, type Session } from '../session.ts'
import { creditCount } from '../words/count.ts'
import { embedWords } from '../words/embed.ts'
import { jobWords } from '../words/jobs.ts'
import { awaitJob } from './print-job.ts'

export interface EmbedOptions
  extends GlobalOptions,
    Pick<EngineOptions, 'maxPrice' | 'onlyHost' | 'notHost' | 'verified'> {
  /** The most wanted first. */
  model: string[]
  file?: string
  whole?: boolean
  dimensions?: number
  format?: VectorFormat
  json?: boolean
}

/** What all portions came to. */
interface Total {
  texts: number
  /** Undefined where an engine does not say it. */
  tokens: number | undefined
  credits_nano: bigint
}

/** mkt embed: a vector of each text, in order. */
export async function embed(given: readonly string[], options: EmbedOptions): Promise<void> {
  const session = await openUserSession(options)
  const texts = await readTexts({ given, file: options.file, whole: options.whole ?? false })
  const total: Total = { texts: 0, tokens: 0, credits_nano: 0n }
  await interruptible(async (signal) => {
    for (const inputs of portionsOf(texts)) {
      try {
        add(total, await embedPortion(session, inputs, options, signal), inputs)
      } catch (error) {
        throw total.texts === 0 ? error : afterSome(error, total.texts)
      }
    }
  })
  tellQuietly(embedWords.done(total.texts, total.tokens, creditCount(total.credits_nano)))
}

async function embedPortion(
  session: Session,
  inputs: string[],
  options: EmbedOptions,
  signal: AbortSignal,
): Promise<Job> {
  const body = askedOf(inputs, options)
  const sent = await sendJob(session, body, signal).catch(async (error) => {
    throw await explainEmbedding(session, body, error)
  })
  tellQuietly(jobWords.queued(sent.job_id, creditCount(sent.credits_reserved)))
  if (body.models) tellQuietly(jobWords.servedBy(sent.model))
  const priced = options.maxPrice !== undefined
  const job = await awaitJob(session, sent.job_id, { full: true, priced, signal })
  const { vectors = [] } = job
  if (vectors.length !== inputs.length) throw new Failure('failed', embedWords.noVectors(job.job_id))
  if (options.json) printJson(job)
  else {
    const lines = vectors.map((vector, at) => `${vectorLine(vector, inputs[at] ?? '', options.format ?? 'vectors')}\n`)
    process.stdout.write(lines.join(''))
  }
  return job
}

function askedOf(inputs: string[], { model: [model = '', ...models], dimensions, maxPrice, ...options }: EmbedOptions) {
  const { onlyHost, notHost, verified } = options
  const chosen = {
    ...(onlyHost && { onlyHost }),
    ...(notHost && { notHost }),
    ...(verified && { verified }),
    ...(maxPrice !== undefined && { maxInputPrice: maxPrice }),
  }
  const embed = { inputs, ...(dimensions !== undefined && { dimensions }) }
  return { ...bodyOf(chosen), embed, model, ...(models.length > 0 && { models }) }
}

function add(total: Total, { usage, credits_used }: Job, inputs: readonly string[]): void {
  const read = usage?.prompt_tokens ?? undefined
  total.texts += inputs.length
  total.tokens = read === undefined || total.tokens === undefined ? undefined : total.tokens + read
  total.credits_nano += credits_used
}

/** Which models do, where the one that was asked does not. */
async function explainEmbedding({ client }: Session, body: Priced, error: unknown): Promise<unknown> {
  const lacks = error instanceof ApiError && error.code === 'invalid_request' && namesModel(error)
  if (!lacks) return error
  const listed = await client.call(market.models, { query: { detail: 'full' } }).catch(() => undefined)
  if (!listed) return error
  const able = listed.models.filter(({ capabilities = [] }) => capabilities.includes('embeddings'))
  const hint = embedWords.theseEmbed(able.map(({ name }) => name))
  return new Failure('usage', embedWords.nobodyEmbeds([body.model, ...(body.models ?? [])]), [hint])
}

const namesModel = ({ details }: ApiError) =>
  details.some(({ path, message }) => path === 'body.model' && message.includes('embeddings'))

function afterSome(error: unknown, texts: number): Failure {
  const { kind, message, hints } = explain(error)
  return new Failure(kind, message, [...hints, embedWords.doneBefore(texts)])
}
