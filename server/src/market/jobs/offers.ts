import { TIMES } from '../../limits.ts'
import type { HostOfModel } from '../hosts/listing-store.ts'
import { INACTIVE_AFTER_MS } from '../hosts/machine.ts'
import { type Offer, type Quote, quote } from './price.ts'

/** What one host offers for a model. */
export interface HostOffer extends Offer {
  host_id: string
  max_tokens: number
}

// Buyers name limits of their own; what is remembered of them must not grow without end.
const QUOTES_KEPT = 1000

/** What a model's hosts offer at a moment, and quotes from it; reads nothing. */
export class ModelOffers {
  /** The largest max_tokens among active hosts, else among listed ones, as GET /models says; undefined without one. */
  readonly max_tokens: number | undefined
  /** Active hosts; when there is none, those that were active within the last 5 minutes. The longest answers first. */
  readonly offers: readonly HostOffer[]
  readonly #quotes = new Map<string, Quote>()

  /** `now` is wall time in ms. */
  constructor(hosts: readonly HostOfModel[], now: number) {
    const listed = hosts.filter((host) => host.status === 'active' || now - host.last_heartbeat_at < TIMES.listed_ms)
    const available = listed.filter((host) => host.available === 1)
    const serving = available.filter((host) => host.paused === 0)
    const active = serving.filter((host) => host.status === 'active')
    const lately = serving.filter((host) => now - host.last_heartbeat_at < INACTIVE_AFTER_MS + TIMES.quote_ms)
    const quoted = active.length > 0 ? active : lately
    const largest = quoted.length > 0 ? quoted : available
    this.max_tokens = longest(largest)
    this.offers = quoted.map((host) => offerOf(host, now)).sort((a, b) => b.max_tokens - a.max_tokens)
  }

  /**
   * The price guard over the hosts that generate so many tokens; undefined where none does. Hosts with a smaller
   * max_tokens cannot run such a job, so their prices say nothing about it.
   */
  quote(maxTokens: number, maxPrice?: bigint): Quote | undefined {
    const able = this.#countAble(maxTokens)
    if (able === 0) return undefined
    const key = `${able}/${maxPrice ?? ''}`
    const known = this.#quotes.get(key)
    if (known) return known
    const fresh = quote(this.offers.slice(0, able), maxPrice)
    if (this.#quotes.size >= QUOTES_KEPT) this.#quotes.clear()
    this.#quotes.set(key, fresh)
    return fresh
  }

  /** How many of the first offers generate so many tokens. */
  #countAble(maxTokens: number): number {
    let [low, high] = [0, this.offers.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.offers[middle] as HostOffer).max_tokens >= maxTokens) low = middle + 1
      else high = middle
    }
    return low
  }
}

function offerOf(host: HostOfModel, now: number): HostOffer {
  const { host_id, price_nano, max_tokens, last_completed_at } = host
  return {
    ...{ host_id, price_nano, max_tokens },
    proven: last_completed_at !== null && now - last_completed_at < TIMES.proven_ms,
  }
}

/** Not Math.max over a spread: a model may have more hosts than a call takes arguments. */
function longest(hosts: readonly HostOfModel[]): number | undefined {
  return hosts.reduce<number | undefined>(
    (most, host) => (most === undefined || host.max_tokens > most ? host.max_tokens : most),
    undefined,
  )
}
