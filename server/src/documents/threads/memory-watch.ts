import type { Worker } from 'node:worker_threads'
import type { Clock } from '../../base/clock.ts'

const EVERY_MS = 100

/** Of the heap, garbage that waits to be collected included. */
const HEAP_SHARE = 1.5

/** A page of pictures at their limit of pixels holds several hundred MiB beside the heap until somebody collects them. */
const OUTSIDE_SHARE = 2

export interface MemoryWatchOptions {
  clock: Clock
  threads: () => readonly Worker[]
  /** What a document may need, in MiB. */
  memory: number
}

/**
 * Ends threads that hold too much, on their heap or outside it: decoded streams and pictures are buffers, which the
 * engine's own limit does not count, and a small file can ask for gigabytes of either. The thread is asked from
 * outside, for one that decodes answers to nobody.
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
      const { used_heap_size: heap, external_memory: outside } = await thread.getHeapStatistics()
      const allowed = this.#options.memory * 2 ** 20
      if (heap > HEAP_SHARE * allowed || outside > OUTSIDE_SHARE * allowed) await thread.terminate()
    } catch {
      // It has ended meanwhile.
    } finally {
      this.#asked.delete(thread)
    }
  }
}
