import type { Delivery } from './delivery.ts'

/** Calls are at least this far apart, so that the tokens of all jobs share them; the first after a rest leaves at once. */
const BATCH_MS = 25
/** The same where a job's first piece is waiting: as much as keeps many that start at once from a call for each. */
const FIRST_MS = 4
/**
 * Calls for first pieces beside the one for all: enough that with 200 streams one waits for 3 ms at the median and 8 at
 * the 90th percentile; without them for 19 and 52, as a call is answered only when the ends in it are on the disk.
 */
const MOST_BESIDE = 3
/** On a channel a call costs little more than what it carries: only what comes within so long shares one ... */
const FRAME_MS = 5
/** ... and while so many are not answered, what comes is kept here: the server has enough to do. */
const MOST_FRAMES = 8

/**
 * The calls of results that are not answered yet. By requests: one that takes along what there is of all jobs, and
 * beside it a few for first pieces only. On a channel several. A job is in one of them at a time, so that its pieces
 * arrive in order and once.
 */
export class CallsUnderWay {
  readonly #byRequests: () => boolean
  readonly #carried = new Set<Delivery>()
  #forAll = false
  #beside = 0
  #last_ms = Number.NEGATIVE_INFINITY
  #lastForAll_ms = Number.NEGATIVE_INFINITY

  constructor(byRequests: () => boolean = () => true) {
    this.#byRequests = byRequests
  }

  /** Would a call that begins now take this one along? */
  admits(delivery: Delivery): boolean {
    if (this.#carried.has(delivery)) return false
    if (!this.#byRequests()) return this.#beside < MOST_FRAMES
    return !this.#forAll || (delivery.first && this.#beside < MOST_BESIDE)
  }

  /** When the next call may begin for the sake of this one; never before another call is over: Infinity. */
  free_ms(delivery: Delivery): number {
    if (!this.admits(delivery)) return Number.POSITIVE_INFINITY
    if (!this.#byRequests()) return delivery.first ? Number.NEGATIVE_INFINITY : this.#last_ms + FRAME_MS
    return delivery.first ? this.#last_ms + FIRST_MS : this.#lastForAll_ms + BATCH_MS
  }

  /** A call begins that carries these; what is answered is to be called when it is over. */
  begin(deliveries: readonly Delivery[], now_ms: number): () => void {
    const beside = this.#forAll || !this.#byRequests()
    this.#last_ms = now_ms
    if (beside) this.#beside++
    else {
      this.#forAll = true
      this.#lastForAll_ms = now_ms
    }
    for (const delivery of deliveries) this.#carried.add(delivery)
    return () => {
      if (beside) this.#beside--
      else this.#forAll = false
      for (const delivery of deliveries) this.#carried.delete(delivery)
    }
  }
}
