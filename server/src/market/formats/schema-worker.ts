import { Worker } from 'node:worker_threads'
import type { Looker } from './schema-line.ts'
import type { Looked, SchemaTask, SchemaThreadData } from './schema-thread.ts'

// In a clone the sources run, in a package what was built of them; a URL is not rewritten as an import is.
const FROM_SOURCE = import.meta.url.endsWith('.ts')
const THREAD = new URL(FROM_SOURCE ? './schema-thread.ts' : './schema-thread.js', import.meta.url)

const HEAP_MB = 64
/** The thread is ended where it does not give up by itself. */
const GRACE_MS = 500

/** A thread of its own, which is started with the first thing to look at and anew where it ended. */
export class SchemaWorker implements Looker {
  #thread: Worker | undefined
  readonly #data: SchemaThreadData

  constructor(data: SchemaThreadData = { behind: false }) {
    this.#data = data
  }

  /** The thread says when it begins: what it takes to start, on a machine that is busy, is no fault of the schema's. */
  look(task: SchemaTask): Promise<Looked> {
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
        limit = setTimeout(() => void thread.terminate(), task.wall_ms + GRACE_MS)
      }
      thread.on('message', hear)
      thread.once('exit', gone)
      thread.postMessage(task)
    })
  }

  #start(): Worker {
    const thread = new Worker(THREAD, { workerData: this.#data, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
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
