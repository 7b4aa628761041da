import { JudgedTexts } from './judged-texts.ts'
import { NewSchemas } from './new-schemas.ts'
import type { NewLooker } from './schema-line.ts'
import type { SchemaTask } from './schema-thread.ts'
import { SchemaWorker } from './schema-worker.ts'

type Schema = SchemaTask['schema']

/** Looks at JSON Schemas that buyers send, and at texts that have to fit them. */
export interface SchemaChecks {
  /**
   * What is wrong with a user's schema; undefined where nothing is. It is passed over where nobody waits for it by its
   * turn. Error: rate_limited where too many wait.
   */
  faultOf(user_id: string, schema: Schema, isWaitedFor?: () => boolean): Promise<string | undefined>
  /** Why a text for a user does not fit; undefined where it does, `late` where that could not be found out in time. */
  misfit(user_id: string, schema: Schema, text: string): Promise<string | undefined>
  close(): Promise<void>
}

/**
 * Schemas are programs that strangers write: threads of their own look at them, which give up what takes too long
 * (patterns that go back and forth, references without end) and end with what takes too much memory. Texts do not wait
 * behind new schemas, and nobody behind a user whose schemas are slow: what is not done quickly is begun anew in a
 * thread for such, one for texts and one for schemas. Who sent a schema that took too long sends no new one for a
 * while.
 */
export class SchemaThreads implements SchemaChecks {
  readonly #schemas: NewSchemas
  readonly #texts: JudgedTexts

  /** `monotonic`: ms. `thread`: what looks at the things of a line. */
  constructor(monotonic: () => number, thread: NewLooker = (data) => new SchemaWorker(data)) {
    this.#schemas = new NewSchemas(monotonic, thread)
    this.#texts = new JudgedTexts(monotonic, thread)
  }

  async faultOf(user_id: string, schema: Schema, isWaitedFor = () => true): Promise<string | undefined> {
    return (await this.#schemas.faultOf(user_id, { schema }, isWaitedFor)) ?? undefined
  }

  async misfit(user_id: string, schema: Schema, text: string): Promise<string | undefined> {
    return (await this.#texts.misfit(user_id, { schema, text })) ?? undefined
  }

  async close(): Promise<void> {
    await Promise.all([this.#schemas.close(), this.#texts.close()])
  }
}
