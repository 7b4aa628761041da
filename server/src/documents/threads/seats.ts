import type { Clock } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import { TimeSpent } from './time-spent.ts'

export interface SeatsOptions {
  /** Analyses at once. */
  seats: number
  /** Analyses that may be received or wait beside those. */
  queue: number
  /** Of both, for one user. */
  perUser: number
  /** What one user may have too many of, as they are told. */
  what?: string
  clock: Pick<Clock, 'monotonic' | 'timer'>
}

/** Who waits for so long while somebody else has all seats gets one of them. */
const MAKES_WAY_MS = 5000

/** Somebody's analysis: admitted, later seated, at last gone. */
export interface Place {
  /**
   * Resolves when a seat is free for it, with what aborts when somebody else is to have it: whoever heeds that stands
   * up and waits again, which is asked of a place once. Rejects with the signal's reason when it aborts before.
   */
  seat(signal: AbortSignal): Promise<AbortSignal>
  stand(): void
  leave(): void
}

interface Sitting {
  userId: string
  since: number
  makeWay: AbortController
}

interface Waiter {
  userId: string
  wake: () => void
  refuse: (reason: unknown) => void
  /** It asks nobody to make way any more. */
  quiet: () => void
}

/**
 * Who may be analysed when. A bounded number of analyses is admitted, uploads included, so that neither the disk nor
 * the queue grows without bound. A free seat goes to the user with the fewest seats, among equals to whoever took the
 * least time lately, then to who came first: one user's hundred files do not stand before another's single one, nor do
 * the files of many that each take a reader as long as it may be taken before those of one whose files are quick. Nor
 * does anybody wait until one user's slow files, which have all seats, are done: of these the last one makes way.
 */
export class Seats {
  readonly #options: SeatsOptions
  readonly #admitted = new Map<string, number>()
  readonly #seated = new Map<string, number>()
  readonly #spent: TimeSpent
  readonly #sitting = new Set<Sitting>()
  #waiting: Waiter[] = []
  #places = 0
  #taken = 0
  #closed: DomainError | undefined
  #emptied = () => {}

  constructor(options: SeatsOptions) {
    this.#options = options
    this.#spent = new TimeSpent(() => options.clock.monotonic())
  }

  /** Those admitted that have no seat. */
  get waiting(): number {
    return this.#places - this.#taken
  }

  get working(): number {
    return this.#taken
  }

  /** Errors: rate_limited where the service, or what is one user's of it, is full. */
  admit(userId: string): Place {
    const { seats, queue, perUser, what = 'documents in work' } = this.#options
    if (this.#closed) throw this.#closed
    if (this.#places >= seats + queue) throw full('The service is busy.')
    if ((this.#admitted.get(userId) ?? 0) >= perUser) throw full(`You have too many ${what}.`)
    this.#places++
    add(this.#admitted, userId, 1)
    let [gone, mayMakeWay] = [false, true]
    let stand = () => {}
    return {
      seat: async (signal) => {
        await this.#turn(userId, signal)
        const over = this.#spent.begin(userId)
        const sitting = { userId, since: this.#options.clock.monotonic(), makeWay: new AbortController() }
        if (mayMakeWay) this.#sitting.add(sitting)
        sitting.makeWay.signal.addEventListener('abort', () => (mayMakeWay = false), { once: true })
        stand = () => {
          stand = () => {}
          over()
          this.#sitting.delete(sitting)
          this.#stand(userId)
        }
        return sitting.makeWay.signal
      },
      stand: () => stand(),
      leave: () => {
        if (gone) return
        gone = true
        stand()
        this.#places--
        add(this.#admitted, userId, -1)
      },
    }
  }

  /** Refuses who comes or waits from now on; resolves when the last seat is free. */
  async close(reason: DomainError): Promise<void> {
    this.#closed = reason
    for (const { refuse } of this.#waiting.splice(0)) refuse(reason)
    if (this.#taken > 0) await new Promise<void>((resolve) => (this.#emptied = resolve))
  }

  async #turn(userId: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#closed) throw this.#closed
    if (this.#taken >= this.#options.seats) {
      await new Promise<void>((resolve, reject) => {
        const waiter: Waiter = { userId, wake: () => {}, refuse: reject, quiet: () => {} }
        const abort = () => {
          this.#waiting = this.#waiting.filter((other) => other !== waiter)
          waiter.refuse(signal.reason)
        }
        waiter.wake = () => {
          signal.removeEventListener('abort', abort)
          waiter.quiet()
          resolve()
        }
        waiter.refuse = (reason) => {
          waiter.quiet()
          reject(reason)
        }
        this.#demandWay(waiter)
        signal.addEventListener('abort', abort, { once: true })
        this.#waiting.push(waiter)
      })
      return
    }
    this.#sit(userId)
  }

  /** Again and again, for as long as it waits. */
  #demandWay(waiter: Waiter): void {
    waiter.quiet = this.#options.clock.timer(MAKES_WAY_MS, () => {
      this.#makeWayFor(waiter.userId)
      this.#demandWay(waiter)
    })
  }

  #makeWayFor(userId: string): void {
    const [holder, ...others] = this.#seated.keys()
    if (holder === undefined || holder === userId || others.length > 0) return
    const last = [...this.#sitting].at(-1)
    const had = last && this.#options.clock.monotonic() - last.since
    // Whose own files are as slow waits as before.
    if (had === undefined || had <= this.#spent.of(userId)) return
    this.#sitting.delete(last as Sitting)
    last?.makeWay.abort(MADE_WAY)
  }

  #sit(userId: string): void {
    this.#taken++
    add(this.#seated, userId, 1)
  }

  #stand(userId: string): void {
    this.#taken--
    if (this.#taken === 0) this.#emptied()
    add(this.#seated, userId, -1)
    const next = this.#next()
    if (!next) return
    this.#waiting = this.#waiting.filter((waiter) => waiter !== next)
    // Taken on its behalf at once: nobody may come between.
    this.#sit(next.userId)
    next.wake()
  }

  #next(): Waiter | undefined {
    const seatsOf = ({ userId: id }: Waiter) => this.#seated.get(id) ?? 0
    const before = (one: Waiter, other: Waiter) => {
      const seats = seatsOf(one) - seatsOf(other)
      return seats < 0 || (seats === 0 && this.#spent.of(one.userId) < this.#spent.of(other.userId))
    }
    let next: Waiter | undefined
    for (const waiter of this.#waiting) if (!next || before(waiter, next)) next = waiter
    return next
  }
}

/** Why the work at a seat was stopped: it is begun anew. */
const MADE_WAY = new Error('somebody else is to have this seat')

function add(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}

const RETRY_AFTER_S = 5

function full(message: string): DomainError {
  return new DomainError('rate_limited', `${message} Try again in a moment.`, { retryAfterS: RETRY_AFTER_S })
}
