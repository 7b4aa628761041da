/** Lets text through up to the first stop string, and holds back an end that may yet become one. */
export class StopStrings {
  readonly #stops: readonly string[]
  #held = ''
  /** The one that came. */
  found: string | undefined

  constructor(stops: readonly string[]) {
    this.#stops = stops
  }

  get stopped(): boolean {
    return this.found !== undefined
  }

  /** The text that is now certain to be before any stop string. */
  pass(text: string): string {
    if (this.stopped) return ''
    this.#held += text
    const starts = this.#stops.map((stop) => this.#held.indexOf(stop))
    const first = Math.min(...starts.filter((index) => index >= 0))
    if (first === Number.POSITIVE_INFINITY) return this.#release(this.#held.length - this.#doubtful())
    this.found = this.#stops[starts.indexOf(first)]
    return this.#release(first)
  }

  /** What was held back, when the text ends without a stop string. */
  end(): string {
    return this.stopped ? '' : this.#release(this.#held.length)
  }

  #release(length: number): string {
    const text = this.#held.slice(0, length)
    this.#held = this.#held.slice(length)
    return text
  }

  /** The length of the longest end of the held text with which a stop string begins. */
  #doubtful(): number {
    const longest = Math.max(0, ...this.#stops.map((stop) => stop.length - 1))
    for (let length = Math.min(longest, this.#held.length); length > 0; length--) {
      const end = this.#held.slice(-length)
      if (this.#stops.some((stop) => stop.startsWith(end))) return length
    }
    return 0
  }
}
