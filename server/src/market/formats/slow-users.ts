/** After its first schema that took too long a user sends no new ones for so long; each further one doubles it. */
const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 3_600_000
/** Users who are remembered; whoever paused longest ago is forgotten first. */
const REMEMBERED = 10_000

/**
 * Users whose schemas take too long to be looked at pause: many accounts with such schemas would take all of the time
 * that there is for everybody's.
 */
export class SlowUsers {
  readonly #monotonic: () => number
  readonly #longest_ms: number
  readonly #pauses = new Map<string, { pause_ms: number; until: number }>()

  /** `monotonic`: ms. */
  constructor(monotonic: () => number, longest_ms = LONGEST_PAUSE_MS) {
    this.#monotonic = monotonic
    this.#longest_ms = longest_ms
  }

  /** What is left of a user's pause, in ms; 0 without one. */
  pauseOf(user: string): number {
    return Math.max(0, (this.#pauses.get(user)?.until ?? 0) - this.#monotonic())
  }

  /** A schema of the user took too long. */
  note(user: string): void {
    const now = this.#monotonic()
    const known = this.#pauses.get(user)
    // Who sent none for as long as the longest pause begins anew.
    const again = known !== undefined && now - known.until < this.#longest_ms
    const pause_ms = again ? Math.min(2 * known.pause_ms, this.#longest_ms) : FIRST_PAUSE_MS
    this.#pauses.delete(user)
    this.#pauses.set(user, { pause_ms, until: now + pause_ms })
    const [oldest] = this.#pauses.keys()
    if (this.#pauses.size > REMEMBERED && oldest !== undefined) this.#pauses.delete(oldest)
  }
}
