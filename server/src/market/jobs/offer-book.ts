import type { Clock } from '../../base/clock.ts'
import type { Reader } from '../../storage/database.ts'
import { hostsOfModel } from '../hosts/listing-store.ts'
import { ModelOffers } from './offers.ts'

// Reading ten hosts was a seventh of a submission's cost, reading ten thousand takes 30 ms: what was read is kept for
// as long as keeps that cost to a few per cent, whatever the number of hosts.
const KEPT_MS_A_HOST = 0.1
const LEAST_MS = 25
const MOST_MS = 1000

interface Page {
  /** Undefined where no host has the model on its list. */
  offers: ModelOffers | undefined
  /** Monotonic ms. */
  until: number
}

/**
 * The offers of each model as lately read, for quotes. What changes an offer in this process tears its page out at
 * once; what another process changed, or time did, shows within a second. A claim never relies on it: it reads the
 * host's own row.
 */
export class OfferBook {
  readonly #reader: Reader
  readonly #clock: Clock
  #pages = new Map<string, Page>()

  constructor(reader: Reader, clock: Clock) {
    this.#reader = reader
    this.#clock = clock
  }

  /** The offers of a model; undefined where no host has it on its list. */
  async of(model: string): Promise<ModelOffers | undefined> {
    const kept = this.#pages.get(model)
    if (kept && this.#clock.monotonic() < kept.until) return kept.offers
    const pages = this.#pages
    const hosts = await hostsOfModel(this.#reader, model)
    const offers = hosts.length > 0 ? new ModelOffers(hosts, this.#clock.now()) : undefined
    const lifetime = Math.min(MOST_MS, Math.max(LEAST_MS, hosts.length * KEPT_MS_A_HOST))
    // Names that nobody offers are not kept: buyers can make up any number of them. Nor is what was torn out meanwhile.
    if (offers && pages === this.#pages) pages.set(model, { offers, until: this.#clock.monotonic() + lifetime })
    return offers
  }

  /** A host came, went, or changed its terms. */
  forget(): void {
    this.#pages = new Map()
  }

  /** A host completed a job of a model: from now on its price counts as proven. */
  completed(model: string, hostId: string): void {
    const offer = this.#pages.get(model)?.offers?.offers.find(({ host_id }) => host_id === hostId)
    if (offer && !offer.proven) this.#pages.delete(model)
  }
}
