import { randomUUID } from 'node:crypto'
import { type AnswerBody, formatCredits, market } from '@mkt/schemas'
import { ApiError, UnreachableError } from '@mkt/schemas/client'
import type { Body } from './engine-options.ts'
import { explain } from './explain.ts'
import { Failure } from './failure.ts'
import { Interrupted } from './interrupt.ts'
import type { Session } from './session.ts'
import { count, creditCount } from './words/count.ts'
import { HINTS, noSuchModel } from './words/hints.ts'
import { jobWords } from './words/jobs.ts'
import { moneyWords } from './words/money.ts'

/** What a submission asks of one model, or of others in its place. */
export type Priced = Body & { model: string }

/** Submits a job; what the server refuses comes back as the Failure that a person needs. */
export async function sendJob(
  session: Session,
  body: Priced,
  signal: AbortSignal,
): Promise<AnswerBody<typeof market.runModel>> {
  try {
    return await session.client.call(
      market.runModel,
      { body },
      { signal, headers: { 'idempotency-key': randomUUID() } },
    )
  } catch (error) {
    if (error instanceof ApiError && error.code === 'model_not_found') {
      throw new Failure('notFound', noSuchModel([body.model, ...(body.models ?? [])]), HINTS.model_not_found)
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
  if (model && !body.embed) {
    const tokens = Number(body.max_tokens ?? Math.min(128, model.max_tokens))
    const least = formatCredits(BigInt(tokens) * model.min_price_per_token)
    const price = formatCredits(model.min_price_per_token)
    hints.push(moneyWords.needs(least, count(tokens, 'token'), price))
  }
  hints.push(body.embed ? moneyWords.fewerTexts : moneyWords.lower)
  return new Failure('insufficientCredits', error.message, hints)
}
