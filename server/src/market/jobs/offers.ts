import { TIMES } from '../../limits.ts'
import type { HostOfModel } from '../hosts/listing-store.ts'
import { INACTIVE_AFTER_MS } from '../hosts/machine.ts'
import type { Sold } from '../trust/market-price.ts'
import { PROBATION_TOKENS } from '../trust/probation.ts'
import { type Evidence, provenTokens } from '../trust/proof.ts'
import { isFailing } from '../trust/recent-ends.ts'
import { leadingFrom, type Standing, standingOf } from '../trust/standing.ts'
import { besidePrompt } from './beside-prompt.ts'
import { type Demand, type GuardTerms, type Offer, type Quote, quote, quoteInput, quoteReading } from './price.ts'

/** What one host offers for a model. */
export interface HostOffer extends Offer {
  host_id: string
  /** Of strangers' unproven hosts no more than they may take on probation. */
  max_tokens: number
  /** Of prompt and answer together; null where it does not say. */
  context_tokens: number | null
  evidence: Evidence
  /** What it can do with the model: see capability-mask.ts. */
  capabilities: number
}

/** A host with what speaks for it. */
export type HostWithEvidence = HostOfModel & { evidence?: Evidence | undefined }

/** What quotes depend on beside the hosts, and whether those that are not proven take short jobs only. */
export type OfferTerms = GuardTerms & {
  probation: boolean
  /** Paid credits that all hosts of the model got from others in a week. */
  sold_nano: bigint
}

/** A job without a price of its own may cost more than the operator's bound where so many times as much was sold. */
const BELIEVED_PART = 8n

/**
 * How a market of strangers goes by what was sold. What was bought with promotional credits counts beside what was
 * paid, up to the operator's bound: where nobody pays, a decoy that was paid a nano-credit is not the market. Pure.
 */
export function termsOf(sold: Sold, unproven_nano: bigint | undefined): OfferTerms {
  const { market_nano, usual_nano = 0n, paid_nano: sold_nano } = sold
  const probation = unproven_nano !== undefined
  const usual = !probation ? 0n : usual_nano < unproven_nano ? usual_nano : unproven_nano
  const higher = usual > (market_nano ?? 0n) ? usual : market_nano
  return { market_nano: higher, unproven_nano, probation, sold_nano }
}

const NO_EVIDENCE: Evidence = { jobs: 0, longest: 0, buyers: [], paid_nano: 0n }
// Buyers name limits of their own; what is remembered of them must not grow without end.
const QUOTES_KEPT = 1000

/** What a model's hosts offer at a moment, and quotes from it; reads nothing. */
export class ModelOffers {
  /** The largest max_tokens among active hosts, else among listed ones, as GET /models says; undefined without one. */
  readonly max_tokens: number | undefined
  /** Active hosts; when there is none, those that were active within the last 5 minutes. The longest answers first. */
  readonly offers: readonly HostOffer[]
  readonly terms: OfferTerms
  /** Whether they are of hosts that are active. */
  readonly active: boolean
  /** The lengths up to which hosts are proven, the longest first: quotes differ by how many are proven for a length. */
  readonly #proven: readonly number[]
  readonly #quotes = new Map<string, Quote>()
  #byHost: Map<string, HostOffer> | undefined
  #writing: ModelOffers | undefined
  #leading: bigint | undefined
  /** Most markets ask nothing for what is read: then nothing is looked for. */
  readonly #dearestInput: bigint

  constructor(offers: readonly HostOffer[], max_tokens: number | undefined, terms: OfferTerms, active = true) {
    this.max_tokens = max_tokens
    this.active = active
    this.terms = terms
    this.offers = offers.toSorted((a, b) => b.max_tokens - a.max_tokens)
    this.#dearestInput = offers.reduce((most, { input_price_nano: one }) => (one > most ? one : most), 0n)
    this.#proven = offers
      .filter((offer) => offer.proven_tokens > 0 && offer.price_nano > 0n)
      .map(provenLength)
      .sort((a, b) => b - a)
  }

  /** `now` is wall time in ms. */
  static of(hosts: readonly HostWithEvidence[], now: number, terms: OfferTerms): ModelOffers {
    const listed = hosts.filter((host) => host.status === 'active' || now - host.last_heartbeat_at < TIMES.listed_ms)
    const available = listed.filter((host) => host.available === 1)
    const serving = available.filter((host) => host.paused === 0)
    const active = serving.filter((host) => host.status === 'active')
    const lately = serving.filter((host) => now - host.last_heartbeat_at < INACTIVE_AFTER_MS + TIMES.quote_ms)
    const quoted = active.length > 0 ? active : lately
    const largest = longest(quoted.length > 0 ? quoted : available)
    return new ModelOffers(
      quoted.map((host) => offerOf(host, terms.probation)),
      largest,
      terms,
      active.length > 0,
    )
  }

  /** The same with some of the hosts only. */
  among(chosen: (offer: HostOffer) => boolean): ModelOffers {
    return new ModelOffers(this.offers.filter(chosen), this.max_tokens, this.terms, this.active)
  }

  /** The same without those that write nothing, of which there are none for nearly all models. */
  writing(vectorsOnly: number): ModelOffers {
    // Looked for once, and not by each submission: a market may have ten thousand hosts of a model.
    this.#writing ??= this.#without(({ capabilities }) => (capabilities & vectorsOnly) !== 0)
    return this.#writing
  }

  #without(left: (offer: HostOffer) => boolean): ModelOffers {
    return this.offers.some(left) ? this.among((offer) => !left(offer)) : this
  }

  /**
   * The price guard over the hosts that generate so many tokens; undefined where none does. Hosts with a smaller
   * max_tokens cannot run such a job, so their prices say nothing about it.
   */
  quote(tokens: number, { max_price, ceiling }: Omit<Demand, 'tokens'> = {}): Quote | undefined {
    const able = countAtLeast(this.offers, tokens, ({ max_tokens }) => max_tokens)
    if (able === 0) return undefined
    const free = this.#quote(tokens, able, { max_price, ceiling })
    const believed = this.#believed(tokens)
    const capped = max_price === undefined && believed !== undefined && free.limit_nano > believed
    return capped ? this.#quote(tokens, able, { ceiling: believed }) : free
  }

  /**
   * The price of a token that is read, among the hosts that the other price leaves. What a prompt of so many bytes may
   * cost without a limit of the buyer's own is believed as an answer of as many tokens is.
   */
  quoteInput(
    agreed: Quote,
    { tokens, bytes, max_price }: { tokens: number; bytes: number; max_price?: bigint },
  ): Quote {
    if (this.#dearestInput === 0n) return { limit_nano: max_price ?? agreed.limit_nano, price_nano: 0n, within: true }
    const able = countAtLeast(this.offers, tokens, ({ max_tokens }) => max_tokens)
    const ceiling = this.#believed(bytes)
    const key = `input/${able}/${tokens}/${agreed.limit_nano}/${agreed.price_nano}/${max_price ?? ''}/${ceiling ?? ''}`
    const demand = { tokens, max_price, ceiling }
    return this.#kept(key, () => quoteInput(this.offers.slice(0, able), agreed, this.terms, demand))
  }

  /** The price of a token that is read where nothing is written, among hosts that read so many texts at once. */
  quoteReading(texts: number, max_price: bigint | undefined): Quote | undefined {
    const able = countAtLeast(this.offers, texts, ({ max_tokens }) => max_tokens)
    if (able === 0) return undefined
    return this.#kept(`reading/${able}/${max_price ?? ''}`, () =>
      quoteReading(this.offers.slice(0, able), this.terms, max_price),
    )
  }

  /**
   * The most a token that a job of so many may cost where its buyer names no price: the operator's bound, or what an
   * eighth of a week's sales comes to. Proof at nine credits costs the fee of five small jobs: a job that costs a
   * hundred times as much must not go by it.
   */
  #believed(tokens: number): bigint | undefined {
    const { unproven_nano, sold_nano } = this.terms
    if (unproven_nano === undefined) return undefined
    const sold = sold_nano / (BELIEVED_PART * BigInt(Math.max(1, tokens)))
    return sold > unproven_nano ? sold : unproven_nano
  }

  #quote(tokens: number, able: number, { max_price, ceiling }: Omit<Demand, 'tokens'>): Quote {
    const proven = countAtLeast(this.#proven, tokens, (length) => length)
    const key = `${able}/${proven}/${max_price ?? ''}/${ceiling ?? ''}`
    return this.#kept(key, () => quote(this.offers.slice(0, able), this.terms, { tokens, max_price, ceiling }))
  }

  #kept(key: string, make: () => Quote): Quote {
    const known = this.#quotes.get(key)
    if (known) return known
    const fresh = make()
    if (this.#quotes.size >= QUOTES_KEPT) this.#quotes.clear()
    this.#quotes.set(key, fresh)
    return fresh
  }

  /**
   * The longest answer within a limit, for a buyer who names no length: the middle of what proven hosts offer, of
   * two the upper, or more where one is proven for more. While none is proven, the middle of what those offer whom
   * somebody paid at all, else of those that are not failing. So one host that claims an enormous length decides
   * nothing. Of each counts what a prompt of so many bytes leaves of its context.
   */
  longestWithin(limit_nano: bigint, prompt_bytes = 0): number | undefined {
    const affordable = this.offers.filter(({ price_nano }) => price_nano <= limit_nano)
    const within = besidePrompt(affordable, prompt_bytes)
    const proven = within.filter(({ proven_tokens }) => proven_tokens > 0)
    const sound = within.filter(({ failing }) => !failing)
    const paid = sound.filter((offer) => offer.paid)
    const counted = [proven, paid, sound, within].find((some) => some.length > 0) ?? []
    const middle = middleLength(counted)
    // A stranger that was paid a nano-credit must not cut all answers short.
    const least = this.terms.unproven_nano === undefined || proven.length > 0 ? 0 : (middleLength(sound) ?? 0)
    return middle && proven.reduce((most, offer) => Math.max(most, provenLength(offer)), Math.max(middle, least))
  }

  ofHost(host_id: string): HostOffer | undefined {
    this.#byHost ??= new Map(this.offers.map((offer) => [offer.host_id, offer]))
    return this.#byHost.get(host_id)
  }

  standingOf(host_id: string): Standing {
    this.#leading ??= leadingFrom(this.offers)
    return standingOf(this.ofHost(host_id), this.#leading)
  }
}

/** How many of a list that is sorted downwards are no less than a bound. */
function countAtLeast<T>(sorted: readonly T[], least: number, of: (one: T) => number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (of(sorted[middle] as T) >= least) low = middle + 1
    else high = middle
  }
  return low
}

/** Of offers that are sorted by length, the longest first. */
const middleLength = (offers: readonly HostOffer[]) => offers[Math.ceil(offers.length / 2) - 1]?.max_tokens

const provenLength = ({ proven_tokens, max_tokens }: HostOffer) => Math.min(proven_tokens, max_tokens)

function offerOf(host: HostWithEvidence, probation: boolean): HostOffer {
  const { host_id, price_nano, input_price_nano, capabilities, context_tokens, evidence = NO_EVIDENCE } = host
  const proven_tokens = provenTokens(evidence)
  const max_tokens = probation && proven_tokens === 0 ? Math.min(host.max_tokens, PROBATION_TOKENS) : host.max_tokens
  const shown = { proven_tokens, paid: evidence.jobs > 0, failing: isFailing(host.recent_ends), evidence }
  return { host_id, price_nano, input_price_nano, max_tokens, context_tokens, capabilities, ...shown }
}

/** Not Math.max over a spread: a model may have more hosts than a call takes arguments. */
function longest(hosts: readonly HostOfModel[]): number | undefined {
  return hosts.reduce<number | undefined>(
    (most, host) => (most === undefined || host.max_tokens > most ? host.max_tokens : most),
    undefined,
  )
}
