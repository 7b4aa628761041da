import { returnOffer } from '../attempts/lose.ts'
import type { Claimed } from '../broker/claim.ts'
import type { Market } from '../deps.ts'

/** A host says at once that an offer has arrived; one of which it has not said so by then did not arrive. */
export const RECEIPT_MS = 10_000

interface Sent {
  claimed: Claimed
  stop: () => void
}

/**
 * The offers of a channel of which the host has not said that they arrived. Each ends in one way: it is received, or it
 * is taken back, since its call was dropped, the channel ended, or nothing was said in time.
 */
export class OffersUnderWay {
  readonly #market: Market
  readonly #sent = new Map<number, Sent>()

  constructor(market: Market) {
    this.#market = market
  }

  /** `late`: nothing was said in time. */
  send(id: number, claimed: Claimed, late: () => void): void {
    this.#sent.set(id, { claimed, stop: this.#market.clock.timer(RECEIPT_MS, late) })
  }

  received(id: number): void {
    this.#sent.get(id)?.stop()
    this.#sent.delete(id)
  }

  /** The host speaks of the job: it has it. */
  named(jobId: string): void {
    for (const [id, { claimed }] of this.#sent) if (claimed.job_id === jobId) this.received(id)
  }

  takeBack(id: number): void {
    const sent = this.#sent.get(id)
    this.received(id)
    if (sent) void returnOffer(this.#market, sent.claimed)
  }

  takeAllBack(): void {
    for (const id of [...this.#sent.keys()]) this.takeBack(id)
  }
}
