/** At once: each is held three times over until it is understood. */
const MOST = 8
/** Of one address, so that one alone never has all of them. */
const MOST_OF_ADDRESS = 4
/** Within which one comes over any line that pictures are sent by, where others wait. */
const ALONE_MS = 15_000

interface Reading {
  address: string
  since: number
  cut: () => void
}

/**
 * The large bodies that are being read. Who is let in has not proven yet who they are, and may send a byte a second:
 * where no room is left, the one that has been read for longest gives its place up.
 */
export class LargeBodies {
  readonly #monotonic: () => number
  /** The oldest first. */
  readonly #reading = new Set<Reading>()

  /** `monotonic`: ms. */
  constructor(monotonic: () => number) {
    this.#monotonic = monotonic
  }

  /**
   * Takes a place; what gives it back, or undefined where there is none. `shared`: the address is that of many, as
   * behind a proxy. `cut` ends the reading.
   */
  enter({ address, shared, cut }: { address: string; shared: boolean; cut: () => void }): (() => void) | undefined {
    const own = shared ? [] : [...this.#reading].filter((one) => one.address === address)
    const crowd = own.length >= MOST_OF_ADDRESS ? own : this.#reading.size >= MOST ? [...this.#reading] : []
    const [oldest] = crowd
    const now = this.#monotonic()
    if (oldest && now - oldest.since < ALONE_MS) return undefined
    if (oldest) {
      this.#reading.delete(oldest)
      oldest.cut()
    }
    const reading = { address, since: now, cut }
    this.#reading.add(reading)
    return () => void this.#reading.delete(reading)
  }
}
