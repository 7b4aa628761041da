import type { Clock } from '../../base/clock.ts'
import type { Reader } from '../../storage/database.ts'
import { allAliases } from './store.ts'

/** What another process changed, as a command does beside the server, shows by then. */
const KEPT_MS = 1000

/** A name of the operator's with the models that it stands for. */
export interface Alias {
  models: readonly string[]
  /** Wall ms. */
  changed_at: number
}

/** The operator's names for models as lately read: there are few, and every submission asks. */
export class AliasBook {
  readonly #reader: Reader
  readonly #clock: Clock
  #kept: { aliases: ReadonlyMap<string, Alias>; until: number } | undefined

  constructor(reader: Reader, clock: Clock) {
    this.#reader = reader
    this.#clock = clock
  }

  async all(): Promise<ReadonlyMap<string, Alias>> {
    if (this.#kept && this.#clock.monotonic() < this.#kept.until) return this.#kept.aliases
    const until = this.#clock.monotonic() + KEPT_MS
    const rows = await allAliases(this.#reader)
    const aliases = new Map(
      rows.map(({ alias, models_json, changed_at }) => [
        alias,
        { models: JSON.parse(models_json) as string[], changed_at },
      ]),
    )
    this.#kept = { aliases, until }
    return aliases
  }

  /** This process has changed one. */
  forget(): void {
    this.#kept = undefined
  }
}
