import { Worker } from 'node:worker_threads'
import type { Looked, SchemaTask } from './schema-thread.ts'
import { UserTurns } from './user-turns.ts'

// In a clone the sources run, in a package what was built of them; a URL is not rewritten as an import is.
const FROM_SOURCE = import.meta.url.endsWith('.ts')
const THREAD = new URL(FROM_SOURCE ? './schema-thread.ts' : './schema-thread.js', import.meta.url)

const HEAP_MB = 64
/** The thread is ended where it does not give up by itself. */
const GRACE_MS = 500

/** One thing after the other in a thread, each with as much time; users have turns. */
export class SchemaLine {
  readonly turns: UserTurns
  readonly #limit_ms: number
  #thread: Worker | undefined

  /** `monotonic`: ms. */
  constructor(monotonic: () => number, limit_ms: number) {
    this.turns = new UserTurns(monotonic)
    this.#limit_ms = limit_ms
  }

  /** What nobody waits for any more by its turn is passed over. */
  run(user_id: string, task: Omit<SchemaTask, 'limit_ms'>, isWaitedFor = () => true): Promise<Looked> {
    const now = async () => (isWaitedFor() ? await this.#now({ ...task, limit_ms: this.#limit_ms }) : 'late')
    return this.turns.run(user_id, now)
  }

  /** The thread says when it begins: what it takes to start, on a machine that is busy, is no fault of the schema's. */
  #now(task: SchemaTask): Promise<Looked> {
    this.#thread ??= this.#start()
    const thread = this.#thread
    return new Promise((resolve) => {
      let limit: NodeJS.Timeout | undefined
      const over = (fault: Looked) => {
        clearTimeout(limit)
        thread.off('message', hear)
        thread.off('exit', gone)
        resolve(fault)
      }
      const gone = () => over('late')
      const hear = (message: 'begun' | { fault: Looked }) => {
        if (message !== 'begun') return over(message.fault)
        limit = setTimeout(() => void thread.terminate(), task.limit_ms + GRACE_MS)
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
