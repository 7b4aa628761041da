import { DomainError } from '../../base/errors.ts'
import { inTime, LASTING, QUICK } from './schema-limits.ts'
import { type NewLooker, SchemaLine, type Task } from './schema-line.ts'
import { SlowUsers } from './slow-users.ts'

const MOST_WAITING = 256
/** Beside those who came first and have more than their share by now. */
const MOST_IN_ALL = 2 * MOST_WAITING
/** Of one user: whoever sends more schemas at once waits, and is told so. */
const MOST_OF_USER = 16
/** Slow ones of one user, beside the one that is being looked at. */
const MOST_LASTING_OF_USER = 2
const REMEMBERED = 1000
const TOO_SLOW = 'takes too long to be looked at'

/** Schemas that were not seen before. How many slow ones wait is nobody's concern but that of whoever sent them. */
export class NewSchemas {
  readonly #quick: SchemaLine
  readonly #lasting: SchemaLine
  readonly #slow: SlowUsers
  /** What is wrong with schemas that were seen, null where nothing is, by their text. */
  readonly #seen = new Map<string, string | null>()

  /** `monotonic`: ms. */
  constructor(monotonic: () => number, thread: NewLooker) {
    this.#quick = new SchemaLine(monotonic, QUICK, thread({ behind: false }))
    this.#lasting = new SchemaLine(monotonic, LASTING, thread({ behind: true }))
    this.#slow = new SlowUsers(monotonic)
  }

  /** What is wrong; null where nothing is. Error: rate_limited. */
  async faultOf(user_id: string, { schema }: Task, isWaitedFor: () => boolean): Promise<string | null> {
    const key = JSON.stringify(schema)
    const seen = this.#seen.get(key)
    if (seen !== undefined) return seen
    this.#demandPlace(user_id)
    const spent_ms = this.#quick.turns.spentBy(user_id)
    const fault = await this.#quick.run(user_id, { schema }, isWaitedFor)
    if (fault !== 'late' && fault !== undefined) return this.#remember(key, fault)
    this.#demandNoPause(user_id)
    if (fault === undefined || this.#lasting.turns.waitingOf(user_id) >= MOST_LASTING_OF_USER) throw BUSY
    this.#lasting.turns.introduce(user_id, spent_ms)
    const found = await inTime((waits) => this.#lastingFault(user_id, key, { schema }, () => waits() && isWaitedFor()))
    if (found === undefined) throw BUSY
    return found
  }

  async close(): Promise<void> {
    await Promise.all([this.#quick.close(), this.#lasting.close()])
  }

  /** Noted and remembered even where whoever sent it has left meanwhile. */
  async #lastingFault(user_id: string, key: string, task: Task, isWaitedFor: () => boolean): Promise<string | null> {
    const fault = await this.#lasting.run(user_id, task, isWaitedFor)
    if (fault === undefined) {
      this.#demandNoPause(user_id)
      throw BUSY
    }
    if (fault !== 'late') return this.#remember(key, fault)
    this.#slow.note(user_id)
    this.#quick.turns.passOver(user_id)
    this.#lasting.turns.passOver(user_id)
    return TOO_SLOW
  }

  #demandNoPause(user_id: string): void {
    const pause = this.#slow.pauseOf(user_id)
    if (pause > 0) throw pausing(pause)
  }

  /** Where many wait, each has a share of the places: so one who has none waiting is let in. Error: rate_limited. */
  #demandPlace(user_id: string): void {
    this.#demandNoPause(user_id)
    const { turns } = this.#quick
    const share = Math.min(MOST_OF_USER, turns.shareOf(MOST_WAITING))
    if (turns.waiting >= MOST_IN_ALL || turns.waitingOf(user_id) >= share) throw BUSY
    if (this.#lasting.turns.waitingOf(user_id) >= MOST_LASTING_OF_USER) throw BUSY
  }

  #remember(key: string, fault: string | null): string | null {
    const [oldest] = this.#seen.keys()
    if (this.#seen.size >= REMEMBERED && oldest !== undefined) this.#seen.delete(oldest)
    // Long ones are rare, and would be what the memory is taken by.
    if (key.length < 16_384) this.#seen.set(key, fault)
    return fault
  }
}

const BUSY = new DomainError('rate_limited', 'Too many JSON Schemas are being looked at; try again in a moment.', {
  retryAfterS: 1,
})

function pausing(ms: number): DomainError {
  const retryAfterS = Math.ceil(ms / 1000)
  const message = `A JSON Schema of yours took too long to be looked at; send new ones in ${retryAfterS} seconds.`
  return new DomainError('rate_limited', message, { retryAfterS })
}
