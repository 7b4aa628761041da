import { ApiError, UnreachableError } from '@mkt/schemas/client'
import { sleep } from '../load/chance.ts'

/** Longer than any outage of these runs: who waits for more is stuck. */
const STUCK_MS = 150_000
const PAUSE_MS = 60

/** Asked too early, or too much at once: the same again in a moment. */
export class ComeAgain extends Error {}

/** Repeats a call until it is answered, as every well-made client does. It must be one that may be repeated. */
export async function persist<T>(call: () => Promise<T>): Promise<T> {
  const end = performance.now() + STUCK_MS
  while (true) {
    try {
      return await call()
    } catch (error) {
      if (!passes(error) || performance.now() > end) throw error
      await sleep(PAUSE_MS)
    }
  }
}

/** Whether the same call may well be answered a little later. */
export function passes(error: unknown): boolean {
  if (error instanceof UnreachableError || error instanceof ComeAgain) return true
  // Node's own, where the documents service is asked without our client.
  if (error instanceof TypeError && /^(fetch failed|terminated)$/.test(error.message)) return true
  return error instanceof ApiError && error.status === 503
}
