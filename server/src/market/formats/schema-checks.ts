import { DomainError } from '../../base/errors.ts'
import { SchemaLine } from './schema-line.ts'
import type { Looked, SchemaTask } from './schema-thread.ts'
import { SlowUsers } from './slow-users.ts'

type Schema = SchemaTask['schema']

/** Looks at JSON Schemas that buyers send, and at texts that have to fit them. */
export interface SchemaChecks {
  /** What is wrong with a user's schema; undefined where nothing is. Error: rate_limited where too many wait. */
  faultOf(user_id: string, schema: Schema): Promise<string | undefined>
  /** Why a text for a user does not fit; undefined where it does, `late` where that could not be found out in time. */
  misfit(user_id: string, schema: Schema, text: string): Promise<string | undefined>
  close(): Promise<void>
}

/**
 * Any schema that people write is compiled in milliseconds, most in less than one. What is not done in as long does not
 * hold up the others: it is begun anew where the slow ones are, in a thread of their own ...
 */
const QUICK_MS = 100
/** ... and has so long there: a busy machine takes its time. */
const LIMIT_MS = 3000
/** A text waits no longer among slow ones, for a host waits for the end of its job. */
const LONGEST_WAIT_MS = 10_000
const LONGEST_DETOUR_MS = 60_000
const MOST_WAITING = 256
/** Beside those who came first and have more than their share by now. */
const MOST_IN_ALL = 2 * MOST_WAITING
/** Of one user: whoever sends more schemas at once waits, and is told so. */
const MOST_SCHEMAS_OF_USER = 16
/** Each may take its whole time: a host is not kept waiting longer for the end of its job. */
const MOST_TEXTS_OF_USER = 16
const REMEMBERED = 1000
const TOO_SLOW = 'takes too long to be looked at'

type Task = Omit<SchemaTask, 'limit_ms'>

/**
 * Schemas are programs that strangers write: threads of their own look at them, which give up what takes too long
 * (patterns that go back and forth, references without end) and end with what takes too much memory. Texts do not wait
 * behind new schemas, and nobody behind a user whose schemas are slow: what is not done quickly is begun anew in a
 * thread for such. Who sent a schema that took too long sends no new one for a while.
 */
export class SchemaThreads implements SchemaChecks {
  readonly #schemas: SchemaLine
  readonly #texts: SchemaLine
  readonly #lasting: SchemaLine
  readonly #slow: SlowUsers
  /** Whose last text was not quick: for a while theirs are begun where such are. */
  readonly #detours: SlowUsers
  /** What is wrong with schemas that were seen, by their text. */
  readonly #seen = new Map<string, string | undefined>()

  /** `monotonic`: ms. */
  constructor(monotonic: () => number) {
    this.#schemas = new SchemaLine(monotonic, QUICK_MS)
    this.#texts = new SchemaLine(monotonic, QUICK_MS)
    this.#lasting = new SchemaLine(monotonic, LIMIT_MS)
    this.#slow = new SlowUsers(monotonic)
    this.#detours = new SlowUsers(monotonic, LONGEST_DETOUR_MS)
  }

  async faultOf(user_id: string, schema: Schema): Promise<string | undefined> {
    const key = JSON.stringify(schema)
    if (this.#seen.has(key)) return this.#seen.get(key)
    this.#demandTurn(user_id)
    const quick = await this.#schemas.run(user_id, { schema })
    const fault = quick === 'late' ? await this.#lasting.run(user_id, { schema }) : quick
    if (fault === 'late') {
      this.#slow.note(user_id)
      return TOO_SLOW
    }
    this.#remember(key, fault ?? undefined)
    return fault ?? undefined
  }

  async misfit(user_id: string, schema: Schema, text: string): Promise<string | undefined> {
    const waiting = this.#texts.turns.waitingOf(user_id) + this.#lasting.turns.waitingOf(user_id)
    if (waiting >= MOST_TEXTS_OF_USER) return 'late'
    return (await this.#fit(user_id, { schema, text })) ?? undefined
  }

  async close(): Promise<void> {
    await Promise.all([this.#schemas.close(), this.#texts.close(), this.#lasting.close()])
  }

  async #fit(user_id: string, task: Task): Promise<Looked> {
    if (this.#detours.pauseOf(user_id) === 0) {
      const found = await this.#texts.run(user_id, task)
      if (found !== 'late') return found
      this.#detours.note(user_id)
    }
    return await withinMs(LONGEST_WAIT_MS, (isWaitedFor) => this.#lasting.run(user_id, task, isWaitedFor))
  }

  /** Where many wait, each has a share of the places: so one who has none waiting is let in. Error: rate_limited. */
  #demandTurn(user_id: string): void {
    const pause = this.#slow.pauseOf(user_id)
    if (pause > 0) throw pausing(pause)
    const [quick, lasting] = [this.#schemas.turns, this.#lasting.turns]
    const share = Math.min(MOST_SCHEMAS_OF_USER, quick.shareOf(MOST_WAITING))
    const own = quick.waitingOf(user_id) + lasting.waitingOf(user_id)
    if (quick.waiting + lasting.waiting >= MOST_IN_ALL || own >= share) throw BUSY
  }

  #remember(key: string, fault: string | undefined): void {
    const [oldest] = this.#seen.keys()
    if (this.#seen.size >= REMEMBERED && oldest !== undefined) this.#seen.delete(oldest)
    // Long ones are rare, and would be what the memory is taken by.
    if (key.length < 16_384) this.#seen.set(key, fault)
  }
}

/** What is found within so long, else `late`: nobody waits for it then. */
async function withinMs(ms: number, look: (isWaitedFor: () => boolean) => Promise<Looked>): Promise<Looked> {
  const { promise, resolve } = Promise.withResolvers<'late'>()
  let waits = true
  const over = setTimeout(resolve, ms, 'late')
  const first = await Promise.race([look(() => waits), promise])
  waits = false
  clearTimeout(over)
  return first
}

const BUSY = new DomainError('rate_limited', 'Too many JSON Schemas are being looked at; try again in a moment.', {
  retryAfterS: 1,
})

function pausing(ms: number): DomainError {
  const retryAfterS = Math.ceil(ms / 1000)
  const message = `A JSON Schema of yours took too long to be looked at; send new ones in ${retryAfterS} seconds.`
  return new DomainError('rate_limited', message, { retryAfterS })
}
