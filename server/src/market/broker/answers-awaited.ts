import type { Clock } from '../../base/clock.ts'

/** Another server says within so long what became of a job that it was handed; after that it counts as gone. */
const ANSWER_MS = 50

/**
 * What became of a job that a poll was handed: its host has it, or another one; the poll passed, being gone or busy;
 * or its host may not have it, by whichever of its polls.
 */
export type Outcome = 'taken' | 'other' | 'passed' | 'refused'

/** What this server has handed to others and waits to hear of. */
export class AnswersAwaited {
  readonly #clock: Clock
  readonly #awaited = new Map<string, (outcome: Outcome) => void>()
  #serial = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** A question's name, and its answer: `passed` also where none comes in time once `sent` was called. */
  ask() {
    const id = String(++this.#serial)
    let cancel = () => {}
    const answer = new Promise<Outcome>((resolve) => {
      this.#awaited.set(id, resolve)
    }).finally(() => {
      cancel()
      this.#awaited.delete(id)
    })
    return {
      id,
      answer,
      sent: () => {
        if (this.#awaited.has(id)) cancel = this.#clock.timer(ANSWER_MS, () => this.answered(id, 'passed'))
      },
      /** Nobody was asked. */
      drop: () => this.answered(id, 'passed'),
    }
  }

  answered(id: string, outcome: Outcome): void {
    this.#awaited.get(id)?.(outcome)
  }
}
