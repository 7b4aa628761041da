import type { Effects } from '../effects.ts'

/** Something that happens again and again, and that others wait for. */
export class Notice {
  readonly #waiting = new Set<() => void>()

  give(): void {
    for (const wake of [...this.#waiting]) wake()
  }

  /** Resolves when it happens next, when the time is over, or when the signal is aborted. */
  next(effects: Pick<Effects, 'timer'>, limit_ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || limit_ms <= 0) return Promise.resolve()
    return new Promise((resolve) => {
      const done = () => {
        cancel()
        signal.removeEventListener('abort', done)
        this.#waiting.delete(done)
        resolve()
      }
      const cancel = effects.timer(limit_ms, done)
      signal.addEventListener('abort', done)
      this.#waiting.add(done)
    })
  }
}
