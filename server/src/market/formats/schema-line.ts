import type { Looked, SchemaTask } from './schema-thread.ts'
import { UserTurns } from './user-turns.ts'

/** Looks at one thing at a time. */
export interface Looker {
  look(task: SchemaTask): Promise<Looked>
  close(): Promise<void>
}

/** What may be looked at in any line. */
export type Task = Omit<SchemaTask, 'limit_ms'>

/** One thing after the other, each with as much time; users have turns. */
export class SchemaLine {
  readonly turns: UserTurns
  readonly #limit_ms: number
  readonly #thread: Looker

  /** `monotonic`: ms. */
  constructor(monotonic: () => number, limit_ms: number, thread: Looker) {
    // Of whom nobody knows anything, the worst is expected.
    this.turns = new UserTurns(monotonic, limit_ms)
    this.#limit_ms = limit_ms
    this.#thread = thread
  }

  /** Undefined where nobody waits for it any more by its turn. */
  run(user_id: string, task: Task, isWaitedFor?: () => boolean): Promise<Looked | undefined> {
    return this.turns.run(user_id, () => this.#thread.look({ ...task, limit_ms: this.#limit_ms }), isWaitedFor)
  }

  close(): Promise<void> {
    return this.#thread.close()
  }
}
