import type { Worker } from 'node:worker_threads'
import type { Clock } from '../base/clock.ts'

const EVERY_MS = 250

export interface MemoryWatchOptions {
  clock: Clock
  threads: () => readonly Worker[]
  /** What a thread may hold outside its heap, in MiB. */
  most: number
}

/**
 * Ends threads that hold too much outside their heap, which the engine's own limit does not count: decoded streams and
 * pictures are buffers, and a small file can ask for gigabytes of them. The thread is asked from outside, for one that
 * decodes answers to nobody.
 */
export class MemoryWatch {
  readonly #options: MemoryWatchOptions
  readonly #asked = new Set<Worker>()
  #working = 0
  #cancel = () => {}

  constructor(options: MemoryWatchOptions) {
    this.#options = options
  }

  /** Watches until what it returns is called, as often as it was begun. */
  begin(): () => void {
    if (this.#working++ === 0) this.#arm()
    return () => {
      if (--this.#working === 0) this.#cancel()
    }
  }

  #arm(): void {
    this.#cancel = this.#options.clock.timer(EVERY_MS, () => {
      for (const thread of this.#options.threads()) void this.#look(thread)
      this.#arm()
    })
  }

  async #look(thread: Worker): Promise<void> {
    if (this.#asked.has(thread)) return
    this.#asked.add(thread)
    try {
      const { external_memory: held } = await thread.getHeapStatistics()
      if (held > this.#options.most * 2 ** 20) await thread.terminate()
    } catch {
      // It has ended meanwhile.
    } finally {
      this.#asked.delete(thread)
    }
  }
}
