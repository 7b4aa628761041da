import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'

const KEY = 'mkt.documents.core-shares'

/** A share that is not given back after so many seconds belonged to a thread that was ended. */
const FORGOTTEN = 40

/** A share that nobody here may have: later than any clock says. */
const OTHERS = 2 ** 31 - 1

/** Of this thread alone, where none were shared out. */
const OWN = 64

/** As many shares as there are cores, among all threads that are started from now on. */
export function shareCores(cores: number): void {
  setEnvironmentData(KEY, new Int32Array(new SharedArrayBuffer(4 * Math.max(1, cores))) as never)
}

/** How many of the shares may be had from now on; those that are taken beyond it end with their work. */
export function limitCores(cores: number): void {
  const cells = getEnvironmentData(KEY) as unknown as Int32Array
  for (let at = 0; at < cells.length; at++)
    if (at < cores) Atomics.compareExchange(cells, at, OTHERS, 0)
    else Atomics.store(cells, at, OTHERS)
}

/**
 * What may work at the same time, over all threads: a cell is 0 where it is free, else the second of the machine's
 * steady clock until which it is taken.
 */
export class CoreShares {
  readonly #cells: Int32Array

  constructor(cells = getEnvironmentData(KEY) as unknown as Int32Array | undefined) {
    this.#cells = cells ?? new Int32Array(OWN)
  }

  /** One share, as the function that gives it back; undefined where all are taken. */
  take(): (() => void) | undefined {
    const now = process.hrtime()[0]
    for (let at = 0; at < this.#cells.length; at++) {
      const until = Atomics.load(this.#cells, at)
      if (until > now || Atomics.compareExchange(this.#cells, at, until, now + FORGOTTEN) !== until) continue
      return () => void Atomics.compareExchange(this.#cells, at, now + FORGOTTEN, 0)
    }
    return undefined
  }
}
