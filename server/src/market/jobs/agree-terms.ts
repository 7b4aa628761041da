import { type ChosenHosts, MAX_NANO, type Submission, textsRead } from '@mkt/schemas'
import type { SpendRule } from '../../accounts/token-rights.ts'
import { DomainError } from '../../base/errors.ts'
import { bitOf, covers, namesOf, VERIFIED } from '../../storage/capability-mask.ts'
import type { Market } from '../deps.ts'
import { hostsOfModel } from '../hosts/listing-store.ts'
import { firstSeen } from '../hosts/model-store.ts'
import { sumOf } from '../ledger/accounts.ts'
import { spendableOf } from '../ledger/store.ts'
import { NOTHING_SOLD } from '../trust/market-price.ts'
import { agreeReading } from './agree-reading.ts'
import { type HostOffer, ModelOffers, termsOf } from './offers.ts'
import {
  allReadTooDear,
  allTooDear,
  insufficient,
  neverSeen,
  noHost,
  noneCapable,
  noneChosen,
  noneProven,
  noneVerified,
  notAnyMore,
  tooManyTokens,
  writesNothing,
} from './refusals.ts'
import { leftToSpend } from './spending.ts'
import type { Agreed } from './terms.ts'

const DEFAULT_MAX_TOKENS = 128
const VECTORS_ONLY = bitOf('vectors_only')

/** What a submission asks beside its members. */
interface Asking {
  longest: boolean
  answers: number
  /** What its host must be able to do: see capability-mask.ts. */
  needs: number
  /** UTF-8 bytes of the prompt: as many tokens of it may be billed. */
  prompt_bytes: number
  spending: readonly SpendRule[]
}

interface OfPrompt {
  bytes: number
  max_price?: bigint
}

/**
 * Quotes a submission. `longest`: without max_tokens it may become as long as hosts, balance and what its token may
 * still spend allow, instead of 128.
 * Errors: model_not_found, no_host_available, invalid_request (max_tokens, a capability that no host has),
 * insufficient_credits, not_found (host_id).
 */
export async function agreeTerms(
  market: Market,
  userId: string,
  submission: Submission,
  { longest, answers, needs, prompt_bytes, spending }: Asking,
): Promise<Agreed> {
  const { model, max_price_per_token: max_price, max_price_per_input_token: max_input } = submission
  const ofPrompt = { bytes: prompt_bytes, ...(max_input === undefined ? {} : { max_price: max_input }) }
  const whole = await offersFor(market, userId, submission)
  const { max_tokens: largest } = whole
  if (largest === undefined || whole.offers.length === 0) throw noHost(model)
  const reads = textsRead(submission)
  const writing = reads ? whole : whole.writing(VECTORS_ONLY)
  if (writing.offers.length === 0) throw writesNothing(model)
  const capable = amongThose(writing, needs & ~VERIFIED)
  if (capable.offers.length === 0) throw noneCapable(model, namesOf(needs))
  const shown = amongThose(capable, needs & VERIFIED)
  const book = submission.hosts ? shown.among(chooser(submission.hosts)) : shown
  const { offers } = book
  if (shown.offers.length === 0) throw noneVerified(model)
  if (offers.length === 0) throw noneChosen(model)
  if (reads) return await agreeReading(market, userId, submission, { book, texts: reads.length, prompt_bytes })
  // Before any length is known, all offers decide what is too dear; else one of enormous length would decide alone.
  const unbounded = submission.max_tokens === undefined && longest
  const ceiling = unbounded ? book.quote(0, { max_price })?.limit_nano : undefined
  const max_tokens =
    ceiling === undefined
      ? (submission.max_tokens ?? Math.min(DEFAULT_MAX_TOKENS, largest))
      : await affordable(market, userId, book, { max_price, ceiling, spending, ofPrompt, answers })
  if (max_tokens > largest) throw tooManyTokens(largest)
  const agreed = book.quote(max_tokens, { max_price, ceiling })
  if (!agreed) throw noneProven(model, max_tokens)
  if (!agreed.within && max_price === undefined) throw allTooDear(model, agreed.limit_nano)
  const input = book.quoteInput(agreed, { tokens: max_tokens, ...ofPrompt })
  if (!input.within && max_price === undefined && max_input === undefined) throw allReadTooDear(model, input.limit_nano)
  const reserved_nano = BigInt(max_tokens) * agreed.price_nano + BigInt(prompt_bytes) * input.price_nano
  if (reserved_nano > MAX_NANO) throw insufficient(reserved_nano, sumOf(await spendableOf(market.database, userId)))
  const caps = { price_cap_nano: agreed.price_nano, input_cap_nano: input.price_nano }
  const terms = { max_tokens, reserved_nano, price_limit_nano: agreed.limit_nano, ...caps }
  return { terms, served: whole.active && agreed.within && input.within }
}

/** What may run the submission: every host of the model, or the one of the user's own that is named. */
async function offersFor(market: Market, userId: string, { model, host_id }: Submission): Promise<ModelOffers> {
  const all = await market.offers.of(model)
  if (!all) throw await unknownModel(market, model)
  if (host_id === undefined) return all
  const hosts = await hostsOfModel(market.database, model)
  const own = hosts.filter((host) => host.host_id === host_id && host.owner_user_id === userId)
  if (own.length === 0) throw new DomainError('not_found', 'You own no host with this id that offers the model.')
  const shown = own.map((host) => ({ ...host, evidence: all.ofHost(host.host_id)?.evidence }))
  return ModelOffers.of(shown, market.clock.now(), { ...OWN_TERMS, probation: market.trust === 'strangers' })
}

const amongThose = (book: ModelOffers, needs: number): ModelOffers =>
  needs === 0 ? book : book.among(({ capabilities }) => covers(capabilities, needs))

const chooser =
  ({ only, not }: ChosenHosts) =>
  ({ host_id }: HostOffer) =>
    (only?.includes(host_id) ?? true) && !not?.includes(host_id)

/** Nobody needs to be guarded from a host of their own. */
const OWN_TERMS = termsOf(NOTHING_SOLD, undefined)

/**
 * How long an answer may become where the buyer does not say: what proven hosts within the limit generate and their
 * context has room for beside the prompt, what a part of
 * the balance covers but at least some paragraphs, as the operator says; never more than the whole balance, or what the
 * token may still spend, covers. At least one, since a balance below that is refused as any other is.
 */
async function affordable(
  market: Market,
  userId: string,
  book: ModelOffers,
  limits: {
    max_price: bigint | undefined
    ceiling: bigint
    spending: readonly SpendRule[]
    ofPrompt: OfPrompt
    answers: number
  },
): Promise<number> {
  const { unasked_tokens, unasked_tokens_least, unasked_balance_part } = market.limits
  const longest = book.longestWithin(limits.ceiling, limits.ofPrompt.bytes)
  const most = Math.min(unasked_tokens, longest ?? book.offers[0]?.max_tokens ?? 1)
  const agreed = book.quote(most, limits)
  const price_nano = agreed?.price_nano ?? 0n
  if (!agreed || price_nano === 0n) return most
  const { ofPrompt } = limits
  const each = (nano: bigint) => nano / BigInt(limits.answers)
  const read_nano = book.quoteInput(agreed, { tokens: most, ...ofPrompt }).price_nano * BigInt(ofPrompt.bytes)
  const after = (nano: bigint) => (nano > read_nano ? nano - read_nano : 0n) / price_nano
  const balance = sumOf(await spendableOf(market.database, userId))
  const part = Math.max(unasked_tokens_least, Math.floor(Number(after(balance)) / unasked_balance_part))
  const covered = Number(after(each(balance)))
  const left = await leftToSpend(market.database, limits.spending, market.clock.now())
  const allowed = left === undefined ? most : Number(after(each(left)))
  return Math.max(1, Math.min(most, part, covered, allowed))
}

/** No host has the model on its list: one that was offered before may come back. */
async function unknownModel({ database }: Market, model: string): Promise<DomainError> {
  return (await firstSeen(database, [model])).size === 0 ? neverSeen(model) : notAnyMore(model)
}
