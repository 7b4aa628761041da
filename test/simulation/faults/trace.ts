import { createHash } from 'node:crypto'

/** What happened in a run, line by line: two runs of one seed must have the same. */
export class Trace {
  readonly lines: string[] = []
  readonly #hash = createHash('sha1')
  readonly #now: () => number
  readonly #keep: boolean

  constructor(now: () => number, keep: boolean) {
    this.#now = now
    this.#keep = keep
  }

  note(text: string): void {
    const line = `${(this.#now() / 1000).toFixed(3)} ${text}`
    this.#hash.update(line)
    if (this.#keep) this.lines.push(line)
  }

  digest(): string {
    return this.#hash.copy().digest('hex')
  }
}
