import {
  type ChatMessage,
  formatCredits,
  MAX_NANO,
  type Submission,
  type SubmittedJob,
  submittedJob,
} from '@mkt/schemas'
import { demandModel, type SpendRule, type TokenRights } from '../../accounts/token-rights.ts'
import { countSubmission } from '../../accounts/user-store.ts'
import { isoTime } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import { type Tx, together } from '../../storage/database.ts'
import type { Market } from '../deps.ts'
import { hostsOfModel } from '../hosts/listing-store.ts'
import { firstSeen } from '../hosts/model-store.ts'
import { type Intent, once, recall } from '../idempotency/once.ts'
import { sumOf } from '../ledger/accounts.ts'
import { promoFirst, reserve } from '../ledger/postings.ts'
import { post, spendableOf } from '../ledger/store.ts'
import { PROBATION_TOKENS } from '../trust/probation.ts'
import { ModelOffers } from './offers.ts'
import type { JobOptions } from './options.ts'
import { enterQueue, standingOf } from './queue-store.ts'
import { countedBy, countReserve } from './spending.ts'
import { insertJob, type NewJob } from './store.ts'

const DEFAULT_MAX_TOKENS = 128
const RETRY_AFTER_S = 30

export interface SubmitOptions {
  intent?: Intent | undefined
  /** The chat that input_text renders, for engines that take chats. */
  messages?: ChatMessage[] | undefined
  /** input_text is to be continued as it stands, and not answered as a message. */
  raw?: boolean
  /** Without max_tokens: what proven hosts generate and a part of the balance covers, instead of 128. */
  longest?: boolean
  /** With what the user came, for their usage: a token's id or `password`. */
  token_id?: string | undefined
  /** What that token may; undefined where the password submits. */
  rights?: TokenRights | undefined
}

/**
 * Quotes a submission, sets its most possible cost aside and queues it, in one transaction; once per intent.
 * Errors: model_not_found, no_host_available, invalid_request (max_tokens), insufficient_credits, too_many_queued,
 * not_found (host_id of another's host), idempotency_conflict, unauthorized (the account ended meanwhile), forbidden
 * (a model that the token is not for).
 */
export async function submit(
  market: Market,
  userId: string,
  submission: Submission,
  { intent, messages, raw = false, longest = false, token_id, rights }: SubmitOptions = {},
): Promise<SubmittedJob> {
  demandModel(rights, submission.model)
  // Before the quote: a repetition gets its answer even when no host is left by now.
  const earlier = await recall(market.database, intent, submittedJob, market.clock.now())
  if (earlier) return earlier
  const terms = await agreeTerms(market, userId, submission, longest)
  const spending = rights?.spending ?? []
  const job: Wanted = {
    job_id: market.ids.next('job'),
    user_id: userId,
    model: submission.model,
    input_text: submission.input_text,
    temperature: submission.temperature,
    target_host_id: submission.host_id ?? null,
    created_at: market.clock.now(),
    options_json: optionsJson(submission, messages, raw),
    token_id: token_id ?? null,
    spending_json: countedBy(spending),
    ...terms,
  }
  return await market.database.transaction((tx) =>
    once(tx, intent, submittedJob, job.created_at, () => enqueue(tx, market, job, spending)),
  )
}

/** A job of which it is not known yet what kind of credits it reserves. */
type Wanted = Omit<NewJob, 'reserved_promo_nano'>

async function enqueue(tx: Tx, market: Market, wanted: Wanted, spending: readonly SpendRule[]): Promise<SubmittedJob> {
  // First, since its lock makes a user's submissions pass the limit one after the other (Postgres).
  const [counted, { waiting, promo_nano }] = await together(
    tx,
    () => countSubmission(tx, wanted.user_id),
    () => standingOf(tx, wanted.user_id),
  )
  if (!counted) throw accountEnded()
  if (waiting >= market.limits.queued_jobs) {
    const message = `You have ${market.limits.queued_jobs} queued jobs; wait until some have run.`
    throw new DomainError('too_many_queued', message, { retryAfterS: RETRY_AFTER_S })
  }
  // Only submissions lower the promotional balance, and that lock has them come one after the other.
  const reserved = promoFirst(wanted.reserved_nano, promo_nano)
  const job: NewJob = { ...wanted, reserved_promo_nano: reserved.promo }
  const posting = reserve(job.user_id, job.job_id, reserved)
  const [short] = await together(
    tx,
    () => post(tx, posting, market.ids.next('ltx'), job.created_at),
    () => insertJob(tx, job),
    () => enterQueue(tx, job),
  )
  if (short) await refuseShort(tx, job)
  if (spending.length > 0) await countReserve(tx, spending, job.reserved_nano, job.created_at)
  market.waiting.handOver(tx, job)
  tx.onCommit(() => market.figures.submitted(job.model))
  const { job_id, model, reserved_nano: credits_reserved } = job
  return { job_id, status: 'queued', model, credits_reserved, created_at: isoTime(job.created_at) }
}

/** Whoever is here was let in: the account ended since. */
function accountEnded(): DomainError {
  return new DomainError('unauthorized', 'The account of these credentials was closed meanwhile.')
}

async function refuseShort(tx: Tx, job: NewJob): Promise<never> {
  throw insufficient(job.reserved_nano, sumOf(await spendableOf(tx, job.user_id)))
}

function insufficient(reserved: bigint, balance: bigint): DomainError {
  const message = `This job reserves ${formatCredits(reserved)} credits and you can spend ${formatCredits(balance)}; lower max_tokens or get credits.`
  return new DomainError('insufficient_credits', message)
}

type Terms = Pick<NewJob, 'max_tokens' | 'price_limit_nano' | 'reserved_nano' | 'price_cap_nano'>

async function agreeTerms(market: Market, userId: string, submission: Submission, longest: boolean): Promise<Terms> {
  const { model, max_price_per_token: max_price } = submission
  const book = await offersFor(market, userId, submission)
  const { max_tokens: largest, offers } = book
  if (largest === undefined || offers.length === 0) throw noHost(model)
  // Before any length is known, all offers decide what is too dear; else one host of enormous length would decide alone.
  const unbounded = submission.max_tokens === undefined && longest
  const ceiling = unbounded ? book.quote(0, { max_price })?.limit_nano : undefined
  const max_tokens =
    ceiling === undefined
      ? (submission.max_tokens ?? Math.min(DEFAULT_MAX_TOKENS, largest))
      : await affordable(market, userId, book, { max_price, ceiling })
  if (max_tokens > largest) throw tooManyTokens(largest)
  const agreed = book.quote(max_tokens, { max_price, ceiling })
  if (!agreed) throw noneProven(model, max_tokens)
  if (!agreed.within && max_price === undefined) throw allTooDear(model, agreed.limit_nano)
  const reserved_nano = BigInt(max_tokens) * agreed.price_nano
  if (reserved_nano > MAX_NANO) throw insufficient(reserved_nano, sumOf(await spendableOf(market.database, userId)))
  return { max_tokens, price_limit_nano: agreed.limit_nano, reserved_nano, price_cap_nano: agreed.price_nano }
}

/** What may run the submission: every host of the model, or the one of the user's own that is named. */
async function offersFor(market: Market, userId: string, { model, host_id }: Submission): Promise<ModelOffers> {
  const all = await market.offers.of(model)
  if (!all) throw await unknownModel(market, model)
  if (host_id === undefined) return all
  const hosts = await hostsOfModel(market.database, model)
  const own = hosts.filter((host) => host.host_id === host_id && host.owner_user_id === userId)
  if (own.length === 0) throw new DomainError('not_found', 'You own no host with this id that offers the model.')
  return ModelOffers.of(own, market.clock.now(), OWN_TERMS)
}

/** Nobody needs to be guarded from a host of their own. */
const OWN_TERMS = { market_nano: undefined, unproven_nano: undefined }

/**
 * How long an answer may become where the buyer does not say: what proven hosts within the limit generate, what a part of
 * the balance covers but at least some paragraphs, as the operator says; never more than the whole balance covers. At
 * least one, since a balance below that is refused as any other is.
 */
async function affordable(
  market: Market,
  userId: string,
  book: ModelOffers,
  limits: { max_price: bigint | undefined; ceiling: bigint },
): Promise<number> {
  const { unasked_tokens, unasked_tokens_least, unasked_balance_part } = market.limits
  const most = Math.min(unasked_tokens, book.longestWithin(limits.ceiling) ?? book.offers[0]?.max_tokens ?? 1)
  const price_nano = book.quote(most, limits)?.price_nano ?? 0n
  if (price_nano === 0n) return most
  const covered = Number(sumOf(await spendableOf(market.database, userId)) / price_nano)
  const part = Math.max(unasked_tokens_least, Math.floor(covered / unasked_balance_part))
  return Math.max(1, Math.min(most, part, covered))
}

function optionsJson(
  { stop, top_p, seed }: Submission,
  messages: ChatMessage[] | undefined,
  raw: boolean,
): string | null {
  const options: JobOptions = {}
  if (messages) options.messages = messages
  if (raw) options.raw = true
  if (stop) options.stop = stop
  if (top_p !== undefined) options.top_p = top_p
  if (seed !== undefined) options.seed = seed
  return Object.keys(options).length > 0 ? JSON.stringify(options) : null
}

/** No host has the model on its list: one that was offered before may come back. */
async function unknownModel({ database }: Market, model: string): Promise<DomainError> {
  if ((await firstSeen(database, [model])).size === 0)
    return new DomainError('model_not_found', `No host offers a model "${model}"; GET /models lists those on offer.`)
  const message = `No host offers "${model}" any more; try again later.`
  return new DomainError('no_host_available', message, { retryAfterS: RETRY_AFTER_S })
}

function noHost(model: string): DomainError {
  const message = `No host runs "${model}" at present; try again later.`
  return new DomainError('no_host_available', message, { retryAfterS: RETRY_AFTER_S })
}

function noneProven(model: string, tokens: number): DomainError {
  const message = `No host that has proven itself runs "${model}" for ${tokens} tokens at present; others take jobs of at most ${PROBATION_TOKENS}. Lower max_tokens, or try again later.`
  return new DomainError('no_host_available', message, { retryAfterS: RETRY_AFTER_S })
}

/** Not by the cheapest price: a stranger's number must not become the price that buyers name. */
function allTooDear(model: string, limit: bigint): DomainError {
  const message = `Every host of "${model}" asks more than ${formatCredits(limit)} credits a token, the most that a job costs while no host has proven itself; name a price with max_price_per_token.`
  return new DomainError('no_host_available', message, { retryAfterS: RETRY_AFTER_S })
}

function tooManyTokens(largest: number): DomainError {
  return new DomainError('invalid_request', 'The request is not valid.', {
    details: [
      {
        path: 'body.max_tokens',
        message: `must be at most ${largest}, the most that any host of this model generates`,
      },
    ],
  })
}
