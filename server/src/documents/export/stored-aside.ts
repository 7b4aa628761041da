import { Worker } from 'node:worker_threads'
import { type Made, STORED } from './stored-analysis.ts'

// In a clone the sources run, in a package what was built of them; a URL is not rewritten as an import is.
const FROM_SOURCE = import.meta.url.endsWith('.ts')
const THREAD = new URL(FROM_SOURCE ? './stored-thread.ts' : './stored-thread.js', import.meta.url)

/** Characters up to which the loop is held no longer than a thread takes to begin, some 40 ms. */
const SHORT = 100_000

/** One thread at a time: many exports at once are not to take the cores and the memory of what else is done. */
let last: Promise<unknown> = Promise.resolve()

/** Makes something of a stored analysis: at once where it is short, else in a thread, for which no request waits. */
export async function madeAside<K extends keyof typeof STORED>(kind: K, detail: string): Promise<Made<K>> {
  if (detail.length <= SHORT) return STORED[kind](detail) as Made<K>
  const made = last.then(() => inThread(kind, detail))
  last = made.catch(() => undefined)
  return (await made) as Made<K>
}

function inThread(kind: keyof typeof STORED, detail: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(THREAD, { workerData: { kind, detail } })
    thread.unref()
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error('the thread ended without an answer')))
  })
}
