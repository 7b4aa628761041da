import type { Books, JobRecord, PartRecord } from './books.ts'
import type { Facts } from './facts.ts'

/**
 * What holds after every commit of texts that outlive their hosts: what is there of one never becomes less, nor
 * another's, and each host goes on where the one before it ended.
 */
export class TextCheck {
  readonly #books: Books
  readonly #facts: Facts
  readonly #parts = new Map<string, string>()
  readonly #lengths = new Map<string, bigint>()

  constructor(books: Books, facts: Facts) {
    this.#books = books
    this.#facts = facts
  }

  run(jobs: readonly JobRecord[]): void {
    const parts = Map.groupBy(this.#books.parts(), ({ job_id }) => job_id)
    for (const { job_id, prefix_tokens, attempt } of jobs) {
      if (prefix_tokens < (this.#lengths.get(job_id) ?? 0n)) this.#facts.broken('a text never goes back', job_id)
      this.#lengths.set(job_id, prefix_tokens)
      let end = 0n
      for (const part of parts.get(job_id) ?? []) {
        this.#keeps(part)
        if (part.first_offset !== end) this.#facts.broken('a text is in one piece', `${job_id}: ${end}`)
        end += part.pieces
        if (part.attempt < attempt && end > prefix_tokens) this.#facts.broken('a text never goes back', job_id)
      }
    }
  }

  /** Once written, who wrote it stays so. */
  #keeps({ job_id, attempt, host_id, price_nano, first_offset, pieces }: PartRecord): void {
    const key = `${job_id} attempt ${attempt}`
    const now = [host_id, price_nano, first_offset, pieces].join(' ')
    const before = this.#parts.get(key)
    if (before !== undefined && before !== now)
      this.#facts.broken('who wrote a part of a text stays so', `${key}: ${before}, then ${now}`)
    this.#parts.set(key, now)
  }
}
