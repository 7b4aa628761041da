import { randomUUID } from 'node:crypto'
import { type AnswerBody, formatCredits, market } from '@mkt/schemas'
import { ApiError, UnreachableError } from '@mkt/schemas/client'
import { type Body, bodyOf, type EngineOptions } from '../engine-options.ts'
import { explain } from '../explain.ts'
import { Failure } from '../failure.ts'
import { Interrupted, interruptible } from '../interrupt.ts'
import { tellQuietly } from '../output.ts'
import { readPrompt } from '../prompt-text.ts'
import { type GlobalOptions, openUserSession, type Session } from '../session.ts'
import { count, creditCount } from '../words/count.ts'
import { HINTS, noSuchModel } from '../words/hints.ts'
import { jobWords } from '../words/jobs.ts'
import { moneyWords } from '../words/money.ts'
import { promptWords } from '../words/prompts.ts'
import { printEnded, printTokens } from './print-job.ts'

/** What a submission asks of one model. */
type Priced = Body & { model: string }

export interface SubmitOptions extends GlobalOptions, EngineOptions {
  model: string
  json?: boolean
  stream: boolean
  file?: string
}

/** mkt submit: sends the job and prints what comes of it. */
export async function submit(
  { argument, excess }: { argument: string | undefined; excess: boolean },
  options: SubmitOptions,
): Promise<void> {
  if (excess) throw new Failure('usage', promptWords.oneArgument)
  const session = await openUserSession(options)
  const input_text = await readPrompt({ argument, file: options.file })
  const body = { input_text, ...bodyOf(options), model: options.model }
  const priced = options.maxPrice !== undefined
  await interruptible(async (signal) => {
    const job = await send(session, body, signal)
    tellQuietly(jobWords.queued(job.job_id, creditCount(job.credits_reserved)))
    if (options.json || !options.stream) {
      await printEnded(session, job.job_id, { json: options.json ?? false, priced, signal })
    } else {
      await printTokens(session, job.job_id, { reached: true, priced, signal })
    }
  })
}

async function send(session: Session, body: Priced, signal: AbortSignal): Promise<AnswerBody<typeof market.runModel>> {
  try {
    return await session.client.call(
      market.runModel,
      { body },
      { signal, headers: { 'idempotency-key': randomUUID() } },
    )
  } catch (error) {
    if (error instanceof ApiError && error.code === 'model_not_found') {
      throw new Failure('notFound', noSuchModel(body.model), HINTS.model_not_found)
    }
    if (error instanceof ApiError && error.status === 402) throw await explainFunds(session, body, error)
    if (error instanceof Interrupted || (error instanceof UnreachableError && !isRefused(error))) {
      const { kind, message, hints } = explain(error)
      throw new Failure(kind, message, [...hints, jobWords.mayBeQueued])
    }
    throw error
  }
}

/** A refused connection or an unknown name: the request has surely not been seen by the server. */
function isRefused(error: UnreachableError): boolean {
  const cause = error.cause instanceof Error ? error.cause.cause : undefined
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes((cause as NodeJS.ErrnoException | undefined)?.code ?? '')
}

/** What the job needs at least, and what there is. The server's own sentence stays when neither can be learnt. */
async function explainFunds(session: Session, body: Priced, error: ApiError): Promise<Failure> {
  const [me, onOffer] = await Promise.allSettled([
    session.client.call(market.me, {}),
    session.client.call(market.models, {}),
  ])
  const hints: string[] = []
  if (me.status === 'fulfilled') hints.push(moneyWords.canSpend(creditCount(me.value.credits)))
  const model =
    onOffer.status === 'fulfilled' ? onOffer.value.models.find(({ name }) => name === body.model) : undefined
  if (model) {
    const tokens = Number(body.max_tokens ?? Math.min(128, model.max_tokens))
    const least = formatCredits(BigInt(tokens) * model.min_price_per_token)
    const price = formatCredits(model.min_price_per_token)
    hints.push(moneyWords.needs(least, count(tokens, 'token'), price))
  }
  hints.push(moneyWords.lower)
  return new Failure('insufficientCredits', error.message, hints)
}
