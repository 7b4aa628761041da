import { hash, randomBytes } from 'node:crypto'

const MOST = 10_000

/** Which Authorization headers were right, in this process; the ones that are used least are forgotten first. */
export class KnownLogins {
  readonly #pepper = randomBytes(32).toString('base64')
  readonly #known = new Set<string>()

  has(authorization: string): boolean {
    return this.#known.has(this.#keyOf(authorization))
  }

  add(authorization: string): void {
    const key = this.#keyOf(authorization)
    this.#known.delete(key)
    this.#known.add(key)
    const [oldest] = this.#known
    if (this.#known.size > MOST && oldest !== undefined) this.#known.delete(oldest)
  }

  /** What is kept in memory is no password. */
  #keyOf(authorization: string): string {
    return hash('sha256', this.#pepper + authorization, 'base64')
  }
}
