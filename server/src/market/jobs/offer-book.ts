import type { Clock } from '../../base/clock.ts'
import { type Reader, together } from '../../storage/database.ts'
import { type HostOfModel, hostsOfModel } from '../hosts/listing-store.ts'
import { MarketPrices } from '../trust/market-prices.ts'
import { type Evidence, type PaidJob, PROOF_MS, provenTokens, withJob } from '../trust/proof.ts'
import { evidenceOf } from '../trust/proof-store.ts'
import { ModelOffers, termsOf } from './offers.ts'

// Reading ten hosts was a seventh of a submission's cost, reading ten thousand takes 30 ms on SQLite: what was read is
// kept for as long as keeps that cost to a few per cent, whatever the number of hosts. Postgres takes ten times as long
// and more (2,000 hosts: 30 to 50 ms on two busy cores), and each server reads for itself: how long it took counts too.
const KEPT_MS_A_HOST = 0.1
const KEPT_TIMES_AS_LONG = 20
const LEAST_MS = 25
const MOST_MS = 1000

interface Page {
  /** Undefined where no host has the model on its list. */
  offers: ModelOffers | undefined
  /** Monotonic ms. */
  read_at: number
  until: number
}

/** What speaks for the hosts of a model, as read. */
interface Shown {
  evidence: Map<string, Evidence>
  /** What each host asked: it speaks for that price. */
  asked: ReadonlyMap<string, bigint>
  /** Monotonic ms. */
  until: number
}

/**
 * The offers of each model as lately read, for quotes. What changes an offer in this process tears its page out at
 * once; what another process changed, or time did, shows within a second and one reading. A claim never relies on it
 * for the price: it reads the host's own row.
 */
export class OfferBook {
  readonly #reader: Reader
  readonly #clock: Clock
  readonly #prices: MarketPrices
  /** See GuardTerms. */
  readonly #unproven_nano: bigint | undefined
  #pages = new Map<string, Page>()
  // Read less often than the hosts, whose heartbeats tell something new each second: jobs that end here are counted in.
  #shown = new Map<string, Shown>()

  constructor(reader: Reader, clock: Clock, unproven_nano: bigint | undefined) {
    this.#reader = reader
    this.#clock = clock
    this.#prices = new MarketPrices(reader, clock)
    this.#unproven_nano = unproven_nano
  }

  /** The offers of a model; undefined where no host has it on its list. */
  async of(model: string): Promise<ModelOffers | undefined> {
    const kept = this.#pages.get(model)
    if (kept && this.#clock.monotonic() < kept.until) return kept.offers
    const pages = this.#pages
    const begun = this.#clock.monotonic()
    const { offers, hosts, until } = await this.#read(model)
    const took = this.#clock.monotonic() - begun
    const lifetime = Math.min(MOST_MS, Math.max(LEAST_MS, hosts * KEPT_MS_A_HOST, took * KEPT_TIMES_AS_LONG))
    // Names that nobody offers are not kept: buyers can make up any number of them. Nor is what was torn out meanwhile.
    if (offers && pages === this.#pages)
      pages.set(model, {
        offers,
        read_at: this.#clock.monotonic(),
        until: Math.min(until, this.#clock.monotonic() + lifetime),
      })
    return offers
  }

  /** The offers as read within the last second, at once; undefined where they were not, or were torn out since. */
  lately(model: string): ModelOffers | undefined {
    const kept = this.#pages.get(model)
    return kept && this.#clock.monotonic() < kept.read_at + MOST_MS ? kept.offers : undefined
  }

  async #read(model: string): Promise<{ offers: ModelOffers | undefined; hosts: number; until: number }> {
    const now = this.#clock.now()
    const hosts = await hostsOfModel(this.#reader, model)
    if (hosts.length === 0) return { offers: undefined, hosts: 0, until: 0 }
    const [{ evidence, until }, sold] = await together(
      this.#reader,
      () => this.#shownOf(model, hosts),
      () => this.#prices.of(model),
    )
    const shown = hosts.map((host) => ({ ...host, evidence: evidence.get(host.host_id) }))
    const terms = termsOf(sold, this.#unproven_nano)
    return { offers: ModelOffers.of(shown, now, terms), hosts: hosts.length, until }
  }

  async #shownOf(model: string, hosts: readonly HostOfModel[]): Promise<Shown> {
    const known = this.#shown.get(model)
    const same = hosts.every(({ host_id, price_nano }) => known?.asked.get(host_id) === price_nano)
    if (known && same && this.#clock.monotonic() < known.until) return known
    this.#shown.delete(model)
    const kept = this.#shown
    const until = this.#clock.monotonic() + MOST_MS
    const rows = await evidenceOf(this.#reader, model, this.#clock.now() - PROOF_MS)
    const asked = new Map(hosts.map(({ host_id, price_nano }) => [host_id, price_nano]))
    const fresh = { asked, evidence: new Map(rows.map((row) => [row.host_id, row])), until }
    // Not where a job ended or a host changed its terms meanwhile: who knows whether that was read.
    if (kept === this.#shown) kept.set(model, fresh)
    return fresh
  }

  /** A host came, went, or changed its terms. */
  forget(): void {
    this.#pages = new Map()
    this.#shown = new Map()
  }

  /** A host completed a job that was paid. Where that proves it, or for longer jobs, or is the first, it counts at once. */
  completed(job: PaidJob): void {
    const offer = this.#pages.get(job.model)?.offers?.ofHost(job.host_id)
    const shown = this.#shown.get(job.model)
    if (offer) offer.evidence = withJob(offer.evidence, job, offer.price_nano)
    if (offer && shown) {
      const before = shown.evidence.get(job.host_id)
      shown.evidence.set(job.host_id, before ? withJob(before, job, offer.price_nano) : offer.evidence)
    } else {
      // Being read, or of a host that offers nothing at this moment.
      this.#shown = new Map(this.#shown)
      this.#shown.delete(job.model)
    }
    if (!offer) return
    const proven = Math.min(provenTokens(offer.evidence), offer.max_tokens) > offer.proven_tokens
    if (proven || (!offer.paid && offer.evidence.jobs > 0)) this.#pages.delete(job.model)
  }
}
