import { Cached } from './cached.ts'
import type { Clock } from './clock.ts'

export interface CachedByKeyOptions {
  clock: Clock
  /** Questions whose answers are kept; the one that was asked for least lately is forgotten first. */
  most: number
  /** The most that an answer may age. */
  mostMs: number
}

/** Answers to many questions, each kept as `Cached` keeps one. */
export class CachedByKey<T> {
  readonly #options: CachedByKeyOptions
  readonly #kept = new Map<string, Cached<T>>()

  constructor(options: CachedByKeyOptions) {
    this.#options = options
  }

  /** The answer to the question of that name; `rows` of its reading are those that were looked through. */
  async get(key: string, read: () => Promise<{ value: T; rows: number }>): Promise<T> {
    const { clock, most, mostMs } = this.#options
    const kept = this.#kept.get(key) ?? new Cached(clock, read, mostMs)
    // Behind all others.
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > most && oldest !== undefined) this.#kept.delete(oldest)
    return await kept.get()
  }
}
