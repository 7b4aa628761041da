import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

/** Runs `round` every `ms`, never two at once; a failed round is logged and the next one runs. The result stops it. */
export function every(
  clock: Clock,
  log: Log,
  name: string,
  ms: number,
  round: () => Promise<void>,
): () => Promise<void> {
  let stopped = false
  let running = Promise.resolve()
  let cancel = clock.timer(ms, wake)
  function wake(): void {
    running = round()
      .catch((error) => log.error({ err: error, loop: name }, 'an upkeep round failed; the next one tries again'))
      .then(() => {
        if (!stopped) cancel = clock.timer(ms, wake)
      })
  }
  return async () => {
    stopped = true
    cancel()
    await running
  }
}
