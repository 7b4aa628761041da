import type { JobResult } from '@mkt/schemas'
import type { Chance } from '../../load/chance.ts'
import type { EngineRun } from './engine-truth.ts'
import type { Fault } from './fault-plan.ts'
import type { World } from './world.ts'

/** An entry that may be sent in another instance's name. */
export type Entry = JobResult & { as?: string }

/** Stands for no instance at all. */
export const NOBODY = ''

export interface LieContext {
  run: EngineRun
  max_tokens: number
  /** Jobs of other hosts. */
  others: readonly string[]
}

type Lie = (honest: JobResult, context: LieContext) => Entry[]

/** What a host that lies makes of an honest result. Every text of its own begins with `lie:`. */
export class Lies {
  readonly #world: World
  readonly #chance: Chance
  #texts = 0
  readonly #lies: Partial<Record<Fault, Lie>>

  constructor(world: World, chance: Chance) {
    this.#world = world
    this.#chance = chance
    this.#lies = this.#table()
  }

  /** The entries to send instead of an honest result. */
  mix(honest: JobResult, context: LieContext): Entry[] {
    for (const [fault, lie] of Object.entries(this.#lies) as [Fault, Lie][])
      if (this.#world.plan.strikes(fault)) return lie(honest, context)
    return [honest]
  }

  #table(): Partial<Record<Fault, Lie>> {
    return {
      lie_gap: (honest) => [
        {
          ...bare(honest),
          offset: honest.offset + this.#chance.int(1, 4),
          tokens: this.#texts_(2),
          finish_reason: 'stop',
        },
      ],
      lie_rewrite: (honest) => [{ ...bare(honest), offset: 0, tokens: this.#texts_(honest.offset + 1) }],
      lie_foreign_job: (honest, { others }) =>
        others.length === 0 ? [honest] : [honest, this.#foreign(this.#chance.pick(others.slice(-3)))],
      lie_excess: (honest, { max_tokens }) => [{ ...honest, tokens: [...honest.tokens, ...this.#texts_(max_tokens)] }],
      lie_empty_tokens: (honest) => [{ ...bare(honest), tokens: ['', '', ...this.#texts_(1), ''] }],
      lie_flood: (honest) => [{ ...bare(honest), tokens: ['x'.repeat(60_000), 'y'.repeat(60_000)] }],
      lie_attempt: (honest) => [
        {
          ...bare(honest),
          attempt: (honest.attempt ?? 1) + this.#chance.pick([-1, 1, 2]) || 7,
          tokens: this.#texts_(1),
          finish_reason: 'stop',
        },
      ],
      lie_instance: (honest) => [
        { ...bare(honest), tokens: this.#texts_(1), finish_reason: 'stop', as: 'somebody-else' },
      ],
      lie_usage: (honest) =>
        honest.finish_reason || honest.offset > 0
          ? [{ ...honest, usage: { completion_tokens: this.#chance.pick([0, 1, 1_000_000]) } }]
          : [{ ...bare(honest), tokens: ['a'], finish_reason: 'stop', usage: { completion_tokens: 1_000_000 } }],
      lie_error: (honest) => [
        {
          ...bare(honest),
          tokens: [],
          error: {
            code: this.#chance.pick(['cancelled', 'expired', 'engine_error']) as 'engine_error',
            message: 'a lie',
            retryable: this.#chance.next() < 0.5,
          },
        },
      ],
    }
  }

  /** To end another host's job, sometimes without saying which agent speaks. */
  #foreign(job_id: string): Entry {
    const entry: Entry = { job_id, offset: 0, tokens: this.#texts_(2), finish_reason: 'stop' }
    return this.#chance.next() < 0.5 ? entry : { ...entry, as: NOBODY }
  }

  #texts_(count: number): string[] {
    return Array.from({ length: count }, () => `lie:${++this.#texts} `)
  }
}

function bare({ job_id, attempt, offset }: JobResult): Entry {
  return attempt === undefined ? { job_id, offset, tokens: [] } : { job_id, attempt, offset, tokens: [] }
}
