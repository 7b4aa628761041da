/** One input's end. */
export interface Tried {
  name: string
  kind: string
  /** Processor time of an analysis in process; wall time of an answer over HTTP. */
  ms: number
}

const SLOWEST = 10

/** How many inputs ended in which way, and which took longest. */
export class Tally {
  readonly #kinds = new Map<string, number>()
  #slowest: Tried[] = []
  count = 0

  add(tried: Tried): void {
    this.count++
    this.#kinds.set(tried.kind, (this.#kinds.get(tried.kind) ?? 0) + 1)
    this.#slowest = [...this.#slowest, tried].toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST)
  }

  of(kind: string): number {
    return this.#kinds.get(kind) ?? 0
  }

  toString(): string {
    const kinds = [...this.#kinds].toSorted(([a], [b]) => a.localeCompare(b))
    return `${this.count} inputs: ${kinds.map(([kind, count]) => `${kind} ${count}`).join(', ')}`
  }

  slowest(): string {
    return `slowest: ${this.#slowest.map(({ name, kind, ms }) => `${name} ${kind} ${ms} ms`).join(', ')}`
  }
}
