import { notListed, unknownThere } from '../words/engine-faults.ts'
import type { OfferedModel } from './backend.ts'
import { EngineError } from './engine-error.ts'
import { matchModels } from './model-list.ts'

const MOST_NAMED = 10

/** What an engine calls the offered models, as it last listed its own. */
export class ModelNames {
  readonly #offered: readonly OfferedModel[]
  #listed: readonly string[] | undefined
  #names: Map<string, string>

  constructor(offered: readonly OfferedModel[]) {
    this.#offered = offered
    this.#names = matchModels(offered, undefined)
  }

  /** Takes the engine's list (undefined: it has none); the answer is which of the offered models it can run. */
  update(listed: readonly string[] | undefined): string[] {
    this.#listed = listed
    this.#names = matchModels(this.#offered, listed)
    return [...this.#names.keys()]
  }

  /** What the engine is asked for. */
  of(model: string): string {
    return this.#names.get(model) ?? this.#offered.find(({ name }) => name === model)?.engineModel ?? model
  }

  /** Which of the offered models the engine did not list, and what it did, as a sentence. */
  lacking(): string | undefined {
    const missing = this.#offered.filter(({ name }) => !this.#names.has(name))
    if (missing.length === 0) return undefined
    return notListed(
      missing.map(({ name }) => this.#both(name)),
      this.#has(),
    )
  }

  /** Where the engine knows no such model: by which name it was asked for, and what it has. */
  explain(model: string, error: EngineError): EngineError {
    if (error.status !== 404) return error
    const { code, retryable, status, message } = error
    const explained = unknownThere(message, this.#both(model), this.#has())
    return new EngineError(code, explained, { ...{ retryable, status, cause: error } })
  }

  #both(model: string): readonly [string, string] {
    return [model, this.of(model)]
  }

  #has(): string | undefined {
    return this.#listed === undefined ? undefined : someOf(this.#listed)
  }
}

/** The first ten names, and how many more there are. */
export function someOf(names: readonly string[]): string {
  if (names.length === 0) return 'none'
  const more = names.length - MOST_NAMED
  return names.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
