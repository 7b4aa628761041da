import type { SimulatedClock } from '../simulated-clock.ts'

const GRID_MS = 5000
const TIMED_OUT = new DOMException('timed out', 'TimeoutError')

/**
 * The client asks Node itself for its timeouts. While `work` runs they go by simulated time, on a coarse grid: most
 * of them end nothing, and each moment at which something happens costs.
 */
export async function withSimulatedTimeouts<T>(clock: SimulatedClock, work: () => Promise<T>): Promise<T> {
  const real = AbortSignal.timeout
  const pending = new Set<AbortController>()
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController()
    const at_ms = Math.ceil((clock.monotonic() + ms) / GRID_MS) * GRID_MS
    pending.add(controller)
    clock.timer(at_ms - clock.monotonic(), () => {
      pending.delete(controller)
      controller.abort(TIMED_OUT)
    })
    return controller.signal
  }
  try {
    return await work()
  } finally {
    AbortSignal.timeout = real
    // Node keeps a signal made of others, and all that listens to it, until one of them aborts.
    for (const controller of pending) controller.abort(TIMED_OUT)
  }
}
