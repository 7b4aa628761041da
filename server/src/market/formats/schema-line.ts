import type { OwnTime } from './own-time.ts'
import type { Looked, SchemaTask, SchemaThreadData } from './schema-thread.ts'
import { UserTurns } from './user-turns.ts'

/** Looks at one thing at a time. */
export interface Looker {
  look(task: SchemaTask): Promise<Looked>
  close(): Promise<void>
}

export type NewLooker = (data: SchemaThreadData) => Looker

/** What may be looked at in any line. */
export type Task = Omit<SchemaTask, keyof OwnTime>

/** One thing after the other, each with as much time; users have turns. */
export class SchemaLine {
  readonly turns: UserTurns
  readonly #limits: OwnTime
  readonly #thread: Looker

  /** `monotonic`: ms. */
  constructor(monotonic: () => number, limits: OwnTime, thread: Looker) {
    // Of whom nobody knows anything, the worst is expected.
    this.turns = new UserTurns(monotonic, limits.limit_ms)
    this.#limits = limits
    this.#thread = thread
  }

  /** Undefined where nobody waits for it any more by its turn. */
  run(user_id: string, task: Task, isWaitedFor?: () => boolean): Promise<Looked | undefined> {
    return this.turns.run(user_id, () => this.#thread.look({ ...task, ...this.#limits }), isWaitedFor)
  }

  close(): Promise<void> {
    return this.#thread.close()
  }
}
