/** What bodies may take that have not come to their end, of one address and in all. */
const MOST = { ofAddress: 67_108_864, inAll: 268_435_456 }

interface Unfinished {
  address: string
  shared: boolean
  bytes: number
  cut: () => void
}

/**
 * The bodies that have not come whole. Nobody knows yet who sends them, and whoever sends all but the last byte would
 * have each kept for as long as a request may take: so where they take too much, the one that has been coming for
 * longest is given up, of an address that takes too much, else of all. An honest body is whole in a moment.
 */
export class UnfinishedBodies {
  /** The oldest first. */
  readonly #coming = new Set<Unfinished>()
  readonly #ofAddress = new Map<string, number>()
  readonly #most: typeof MOST
  #bytes = 0

  constructor(most = MOST) {
    this.#most = most
  }

  /** `shared`: the address is that of many, as behind a proxy. `cut` ends the reading. */
  enter({ address, shared, cut }: Omit<Unfinished, 'bytes'>): { grow: (bytes: number) => void; over: () => void } {
    const body = { address, shared, cut, bytes: 0 }
    this.#coming.add(body)
    return { grow: (bytes) => this.#grow(body, bytes), over: () => this.#leave(body) }
  }

  #grow(body: Unfinished, bytes: number): void {
    if (!this.#coming.has(body)) return
    body.bytes += bytes
    this.#count(body, bytes)
    while (!body.shared && (this.#ofAddress.get(body.address) ?? 0) > this.#most.ofAddress)
      this.#giveUp(({ address }) => address === body.address)
    while (this.#bytes > this.#most.inAll) this.#giveUp(() => true)
  }

  #giveUp(isMeant: (body: Unfinished) => boolean): void {
    for (const body of this.#coming) {
      if (!isMeant(body)) continue
      this.#leave(body)
      body.cut()
      return
    }
  }

  #leave(body: Unfinished): void {
    if (this.#coming.delete(body)) this.#count(body, -body.bytes)
  }

  #count({ address }: Unfinished, bytes: number): void {
    this.#bytes += bytes
    const left = (this.#ofAddress.get(address) ?? 0) + bytes
    if (left > 0) this.#ofAddress.set(address, left)
    else this.#ofAddress.delete(address)
  }
}
