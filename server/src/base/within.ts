import type { Clock } from './clock.ts'

/** Whether an event happens within so long (ms). */
export function within(clock: Clock, event: Promise<void>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = clock.timer(ms, () => resolve(false))
    void event.then(() => {
      cancel()
      resolve(true)
    })
  })
}
