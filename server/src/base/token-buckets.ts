import type { Clock } from './clock.ts'

interface Bucket {
  tokens: number
  /** When it held so many, in monotonic ms. */
  at: number
}

/** Buckets beyond this are looked through for full ones, which are as good as none. */
const MANY = 10_000

/** A bucket of tokens for each key: full at first, refilled steadily, empty where too much is taken at once. */
export class TokenBuckets {
  readonly #clock: Clock
  readonly #perSecond: number
  readonly #burst: number
  readonly #buckets = new Map<string, Bucket>()
  #sweepAt = MANY

  constructor(clock: Clock, { perSecond, burst }: { perSecond: number; burst: number }) {
    this.#clock = clock
    this.#perSecond = perSecond
    this.#burst = burst
  }

  /** Takes one token; where there is none, answers in how many seconds there will be. */
  take(key: string): number | undefined {
    const now = this.#clock.monotonic()
    const bucket = this.#buckets.get(key)
    const tokens = bucket ? this.#tokensAt(bucket, now) : this.#burst
    if (tokens < 1) return (1 - tokens) / this.#perSecond
    this.#buckets.set(key, { tokens: tokens - 1, at: now })
    if (this.#buckets.size > this.#sweepAt) this.#sweep(now)
    return undefined
  }

  #tokensAt({ tokens, at }: Bucket, now: number): number {
    return Math.min(this.#burst, tokens + ((now - at) / 1000) * this.#perSecond)
  }

  #sweep(now: number): void {
    for (const [key, bucket] of this.#buckets) {
      if (this.#tokensAt(bucket, now) >= this.#burst) this.#buckets.delete(key)
    }
    this.#sweepAt = Math.max(MANY, this.#buckets.size * 2)
  }
}
