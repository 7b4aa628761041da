import { inTime, LASTING, QUICK } from './schema-limits.ts'
import { type NewLooker, SchemaLine, type Task } from './schema-line.ts'
import type { Looked } from './schema-thread.ts'
import { SlowUsers } from './slow-users.ts'

const LONGEST_DETOUR_MS = 60_000
/** Each may take its whole time: a host is not kept waiting longer for the end of its job. */
const MOST_OF_USER = 16

/** Texts that are held against their buyers' schemas, the slow ones in a line that no new schema comes into. */
export class JudgedTexts {
  readonly #quick: SchemaLine
  readonly #lasting: SchemaLine
  /** Whose last text was not quick: for a while theirs are begun where such are. */
  readonly #detours: SlowUsers

  /** `monotonic`: ms. */
  constructor(monotonic: () => number, thread: NewLooker) {
    this.#quick = new SchemaLine(monotonic, QUICK, thread({ behind: false }))
    this.#lasting = new SchemaLine(monotonic, LASTING, thread({ behind: true }))
    this.#detours = new SlowUsers(monotonic, LONGEST_DETOUR_MS)
  }

  /** Null where it fits. */
  async misfit(user_id: string, task: Task): Promise<Looked> {
    const waiting = this.#quick.turns.waitingOf(user_id) + this.#lasting.turns.waitingOf(user_id)
    if (waiting >= MOST_OF_USER) return 'late'
    // As it was before: by the piece that is about to be slow alone, strangers would be as well known as anybody.
    const spent_ms = this.#quick.turns.spentBy(user_id)
    if (this.#detours.pauseOf(user_id) === 0) {
      const found = await this.#quick.run(user_id, task)
      if (found !== 'late' && found !== undefined) return found
      this.#detours.note(user_id)
    }
    this.#lasting.turns.introduce(user_id, spent_ms)
    const found = await inTime((isWaitedFor) => this.#lasting.run(user_id, task, isWaitedFor))
    return found === undefined ? 'late' : found
  }

  async close(): Promise<void> {
    await Promise.all([this.#quick.close(), this.#lasting.close()])
  }
}
