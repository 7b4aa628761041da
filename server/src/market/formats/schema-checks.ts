import { Worker } from 'node:worker_threads'
import { DomainError } from '../../base/errors.ts'
import type { SchemaTask } from './schema-thread.ts'
import { SlowUsers } from './slow-users.ts'
import { UserTurns } from './user-turns.ts'

type Schema = SchemaTask['schema']

/** Looks at JSON Schemas that buyers send, and at texts that have to fit them. */
export interface SchemaChecks {
  /** What is wrong with a user's schema; undefined where nothing is. Error: rate_limited where too many wait. */
  faultOf(user_id: string, schema: Schema): Promise<string | undefined>
  /** Why a text for a user does not fit; undefined where it does, `late` where that could not be found out in time. */
  misfit(user_id: string, schema: Schema, text: string): Promise<string | undefined>
  close(): Promise<void>
}

// In a clone the sources run, in a package what was built of them; a URL is not rewritten as an import is.
const FROM_SOURCE = import.meta.url.endsWith('.ts')
const THREAD = new URL(FROM_SOURCE ? './schema-thread.ts' : './schema-thread.js', import.meta.url)

/** Any schema that people write is compiled in milliseconds, most in less than one; a busy machine takes its time. */
const LIMIT_MS = 3000
const MOST_WAITING = 256
/** Beside those who came first and have more than their share by now. */
const MOST_IN_ALL = 2 * MOST_WAITING
/** Of one user: whoever sends more schemas at once waits, and is told so. */
const MOST_SCHEMAS_OF_USER = 16
/** Each may take its whole time: a host is not kept waiting longer for the end of its job. */
const MOST_TEXTS_OF_USER = 16
const HEAP_MB = 64
const REMEMBERED = 1000
const TOO_SLOW = 'takes too long to be looked at'

/**
 * Schemas are programs that strangers write: a thread of its own looks at them, which is ended where one takes too long
 * (patterns that go back and forth, references without end) or too much memory. Texts do not wait behind new schemas,
 * and nobody behind a user whose schemas are slow; who sent one that took too long pauses.
 */
export class SchemaThreads implements SchemaChecks {
  readonly #schemas: Line
  readonly #texts: Line
  readonly #slow: SlowUsers
  /** What is wrong with schemas that were seen, by their text. */
  readonly #seen = new Map<string, string | undefined>()

  /** `monotonic`: ms. */
  constructor(monotonic: () => number) {
    this.#schemas = new Line(monotonic)
    this.#texts = new Line(monotonic)
    this.#slow = new SlowUsers(monotonic)
  }

  async faultOf(user_id: string, schema: Schema): Promise<string | undefined> {
    const key = JSON.stringify(schema)
    if (this.#seen.has(key)) return this.#seen.get(key)
    this.#demandTurn(user_id)
    const fault = await this.#schemas.run(user_id, { schema })
    if (fault === 'late') {
      this.#slow.note(user_id)
      return TOO_SLOW
    }
    this.#remember(key, fault ?? undefined)
    return fault ?? undefined
  }

  async misfit(user_id: string, schema: Schema, text: string): Promise<string | undefined> {
    if (this.#texts.turns.waitingOf(user_id) >= MOST_TEXTS_OF_USER) return 'late'
    return (await this.#texts.run(user_id, { schema, text })) ?? undefined
  }

  async close(): Promise<void> {
    await Promise.all([this.#schemas.close(), this.#texts.close()])
  }

  /** Where many wait, each has a share of the places: so one who has none waiting is let in. Error: rate_limited. */
  #demandTurn(user_id: string): void {
    const pause = this.#slow.pauseOf(user_id)
    if (pause > 0) throw pausing(pause)
    const { turns } = this.#schemas
    const share = Math.min(MOST_SCHEMAS_OF_USER, turns.shareOf(MOST_WAITING))
    if (turns.waiting >= MOST_IN_ALL || turns.waitingOf(user_id) >= share) throw BUSY
  }

  #remember(key: string, fault: string | undefined): void {
    const [oldest] = this.#seen.keys()
    if (this.#seen.size >= REMEMBERED && oldest !== undefined) this.#seen.delete(oldest)
    // Long ones are rare, and would be what the memory is taken by.
    if (key.length < 16_384) this.#seen.set(key, fault)
  }
}

/** One thing after the other, each with the whole of its time. */
class Line {
  readonly turns: UserTurns
  #thread: Worker | undefined

  constructor(monotonic: () => number) {
    this.turns = new UserTurns(monotonic)
  }

  run(user_id: string, task: SchemaTask): Promise<string | null | 'late'> {
    return this.turns.run(user_id, () => this.#now(task))
  }

  /** The thread says when it begins: what it takes to start, on a machine that is busy, is no fault of the schema's. */
  #now(task: SchemaTask): Promise<string | null | 'late'> {
    this.#thread ??= this.#start()
    const thread = this.#thread
    return new Promise((resolve) => {
      let limit: NodeJS.Timeout | undefined
      const over = (fault: string | null | 'late') => {
        clearTimeout(limit)
        thread.off('message', hear)
        thread.off('exit', gone)
        resolve(fault)
      }
      const gone = () => over('late')
      const hear = (message: 'begun' | { fault: string | null }) => {
        if (message !== 'begun') return over(message.fault)
        limit = setTimeout(() => void thread.terminate(), LIMIT_MS)
      }
      thread.on('message', hear)
      thread.once('exit', gone)
      thread.postMessage(task)
    })
  }

  #start(): Worker {
    const thread = new Worker(THREAD, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
    thread.unref()
    // Out of memory: its exit follows, and tells whoever waits.
    thread.on('error', () => undefined)
    thread.once('exit', () => {
      if (this.#thread === thread) this.#thread = undefined
    })
    return thread
  }

  async close(): Promise<void> {
    await this.#thread?.terminate()
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
