import { type Capability, formatCredits } from '@mkt/schemas'
import { DomainError } from '../../base/errors.ts'
import { PROBATION_TOKENS } from '../trust/probation.ts'

/** Why a submission is refused, in sentences for its buyer. */

const RETRY_AFTER_S = 30

/** Whoever is here was let in: the account ended since. */
export function accountEnded(): DomainError {
  return new DomainError('unauthorized', 'The account of these credentials was closed meanwhile.')
}

/** `answers`: as many such jobs were asked for at once. */
export function insufficient(reserved: bigint, balance: bigint, answers = 1): DomainError {
  if (answers > 1) return insufficientForAll(reserved, balance, answers)
  const message = `This job reserves ${formatCredits(reserved)} credits and you can spend ${formatCredits(balance)}; lower max_tokens or get credits.`
  return new DomainError('insufficient_credits', message)
}

function insufficientForAll(reserved: bigint, balance: bigint, answers: number): DomainError {
  const message = `${reservedBy(reserved, answers)}, and you can spend ${formatCredits(balance)}; none was begun.`
  return new DomainError('insufficient_credits', `${message} Ask for fewer (n), lower max_tokens or get credits.`)
}

/** Of several answers at once: what the token may still spend does not cover them all. */
export function tokenShort(reserved: bigint, left: bigint, answers: number): DomainError {
  const message = `${reservedBy(reserved, answers)}, and this token may spend ${formatCredits(left)}; none was begun.`
  const advice = 'Ask for fewer (n), lower max_tokens or use another token.'
  return new DomainError('insufficient_credits', `${message} ${advice}`)
}

const reservedBy = (reserved: bigint, answers: number) =>
  `The ${answers} answers of this request reserve ${formatCredits(reserved * BigInt(answers))} credits, ` +
  `${formatCredits(reserved)} each`

export function owing(owed: bigint): DomainError {
  const message = `What was paid for ${formatCredits(owed)} credits went back after they were spent: buy as many, or get them, and submit again a minute later.`
  return new DomainError('insufficient_credits', message)
}

export function tooManyQueued(most: number): DomainError {
  const message = `You have ${most} queued jobs; wait until some have run.`
  return new DomainError('too_many_queued', message, { retryAfterS: RETRY_AFTER_S })
}

export function tooFast(perSecond: number, wait_s: number): DomainError {
  const retryAfterS = Math.max(1, Math.ceil(wait_s))
  const message = `You submit faster than ${perSecond} jobs a second; try again in ${retryAfterS} seconds.`
  return new DomainError('rate_limited', message, { retryAfterS })
}

const STORED_RETRY_S = 3600

export function storedFull(most: number): DomainError {
  const message = `The prompts and texts of your jobs take ${Math.floor(most / 1_048_576)} MiB, the most that is kept for one account; those of ended jobs are erased after the time of the operator of this marketplace, who may also keep more or purge earlier.`
  return new DomainError('rate_limited', message, { retryAfterS: STORED_RETRY_S })
}

export function tooManyChoosing(most: number): DomainError {
  const message = `You have ${most} queued jobs that say which hosts may run them; wait until some have run, or submit without "hosts".`
  return new DomainError('too_many_queued', message, { retryAfterS: RETRY_AFTER_S })
}

export function neverSeen(model: string): DomainError {
  return new DomainError('model_not_found', `No host offers a model "${model}"; GET /models lists those on offer.`)
}

export function notAnyMore(model: string): DomainError {
  const message = `No host offers "${model}" any more; try again later.`
  return new DomainError('no_host_available', message, { retryAfterS: RETRY_AFTER_S })
}

export function noHost(model: string): DomainError {
  const message = `No host runs "${model}" at present; try again later.`
  return new DomainError('no_host_available', message, { retryAfterS: RETRY_AFTER_S })
}

export function noneVerified(model: string): DomainError {
  const message = `No host of "${model}" is verified at present: none was shown to run the model that it names. Submit without "verified", or try again later.`
  return new DomainError('no_host_available', message, { retryAfterS: RETRY_AFTER_S })
}

export function noneChosen(model: string): DomainError {
  const message = `None of the hosts that you let run the job offers "${model}" at present; GET /hosts lists who does.`
  return new DomainError('no_host_available', message, { retryAfterS: RETRY_AFTER_S })
}

/** Of no use to wait: a host says what its engines can do when it comes, and none that is here has said it. */
export function noneCapable(model: string, needs: readonly Capability[]): DomainError {
  const who = `no active host of "${model}" can do; GET /models?detail=full tells which models have one`
  const message = `This needs ${needs.join(', ')}, which ${who}.`
  return new DomainError('invalid_request', message, {
    details: needs.map((need) => ({ path: `body.${ASKED_BY[need]}`, message: `needs ${need}, which ${who}` })),
  })
}

/** Of a model that writes no text, only vectors or scores. */
export function writesNothing(model: string): DomainError {
  const message = `makes vectors and no text: "${model}" is for POST /v1/embeddings or POST /v1/rerank`
  return new DomainError('invalid_request', `"${model}" makes vectors and no text.`, {
    details: [{ path: 'body.model', message }],
  })
}

export function tooManyInputs(path: string, most: number): DomainError {
  const message = `must have at most ${most} texts, the most that any host of this model takes at once`
  return new DomainError('invalid_request', 'The request is not valid.', { details: [{ path, message }] })
}

/** The member of a request by which a capability is asked for. */
const ASKED_BY: Record<Capability, string> = {
  prefix: 'messages',
  tools: 'tools',
  json_schema: 'response_format',
  logprobs: 'logprobs',
  images: 'messages',
  embeddings: 'model',
  rerank: 'model',
  scoring: 'model',
  vectors_only: 'model',
}

export function noneProven(model: string, tokens: number): DomainError {
  const message = `No host that has proven itself runs "${model}" for ${tokens} tokens at present; others take jobs of at most ${PROBATION_TOKENS}. Lower max_tokens, or try again later.`
  return new DomainError('no_host_available', message, { retryAfterS: RETRY_AFTER_S })
}

/** Not by the cheapest price: a stranger's number must not become the price that buyers name. */
export function allTooDear(model: string, limit: bigint): DomainError {
  const message = `Every host of "${model}" asks more than ${formatCredits(limit)} credits a token, the most that a job costs while no host has proven itself; name a price with max_price_per_token.`
  return new DomainError('no_host_available', message, { retryAfterS: RETRY_AFTER_S })
}

export function allReadTooDear(model: string, limit: bigint): DomainError {
  const asked = `more than ${formatCredits(limit)} credits for a token of the prompt`
  const message = `Every host of "${model}" asks ${asked}; name a price with max_price_per_input_token.`
  return new DomainError('no_host_available', message, { retryAfterS: RETRY_AFTER_S })
}

export function tooManyTokens(largest: number): DomainError {
  return new DomainError('invalid_request', 'The request is not valid.', {
    details: [
      {
        path: 'body.max_tokens',
        message: `must be at most ${largest}, the most that any host of this model generates`,
      },
    ],
  })
}
