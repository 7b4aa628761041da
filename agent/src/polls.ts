import { MOST_UNANSWERED } from '@mkt/schemas'
import type { Effects } from './effects.ts'

/** A lost poll may wait at some server for up to 30 s, and get a job meanwhile. */
const SAID_FOR_MS = 90_000

/** What a poll says of itself and of those before it. */
export interface NumberedPoll {
  poll: number
  unanswered?: number[]
}

/**
 * The polls of one agent. Each has a number; one of which the answer did not come, or came too late to be taken, is
 * named by those that follow: the server then takes back what it had offered to it.
 */
export class Polls {
  readonly #effects: Pick<Effects, 'monotonic'>
  #last = 0
  /** By their numbers, since when. */
  readonly #unanswered = new Map<number, number>()

  constructor(effects: Pick<Effects, 'monotonic'>) {
    this.#effects = effects
  }

  begin(): NumberedPoll {
    const now = this.#effects.monotonic()
    for (const [poll, since_ms] of this.#unanswered) if (now - since_ms > SAID_FOR_MS) this.#unanswered.delete(poll)
    const unanswered = [...this.#unanswered.keys()].slice(-MOST_UNANSWERED)
    return { poll: ++this.#last, ...(unanswered.length > 0 ? { unanswered } : {}) }
  }

  /** Whatever the server answers to it now is not taken. */
  lost({ poll }: NumberedPoll): void {
    this.#unanswered.set(poll, this.#effects.monotonic())
  }
}
