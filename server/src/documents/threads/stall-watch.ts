import type { Worker } from 'node:worker_threads'
import type { Clock } from '../../base/clock.ts'

type Thread = Pick<Worker, 'cpuUsage'>

const EVERY_MS = 500

export interface StallWatchOptions {
  clock: Clock
  /** Processor time that a thread may take from one sign of life to the next. */
  seconds: number
  end: () => void
}

/**
 * Ends a thread that is lost in one step of its work. Most files that keep pdf.js busy do so in one call that nothing
 * inside the thread can interrupt: a stream of gigabytes, a font of millions of glyphs. Its processor time is what
 * counts: on a busy machine an honest page may take as long by the clock.
 */
export class StallWatch {
  readonly #options: StallWatchOptions
  #thread: Thread | undefined
  /** At the last sign of life; undefined where it was not looked at since. */
  #before: number | undefined
  #cancel = () => {}

  constructor(options: StallWatchOptions) {
    this.#options = options
  }

  begin(thread: Thread | undefined): void {
    this.stop()
    this.#thread = thread
    this.sign()
    this.#arm()
  }

  /** A step is done. */
  sign(): void {
    this.#before = undefined
  }

  stop(): void {
    this.#thread = undefined
    this.#cancel()
  }

  #arm(): void {
    this.#cancel = this.#options.clock.timer(EVERY_MS, () => void this.#look())
  }

  async #look(): Promise<void> {
    const thread = this.#thread
    const spent = thread && (await processorSeconds(thread))
    if (spent === undefined || this.#thread !== thread) return
    this.#before ??= spent
    if (spent - this.#before > this.#options.seconds) this.#options.end()
    else this.#arm()
  }
}

/** Undefined where the thread has ended. */
async function processorSeconds(thread: Thread): Promise<number | undefined> {
  try {
    const { user, system } = await thread.cpuUsage()
    return (user + system) / 1_000_000
  } catch {
    return undefined
  }
}
