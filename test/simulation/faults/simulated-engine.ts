import type { Backend, Generated } from '../../../agent/src/backends/backend.ts'
import { EngineError } from '../../../agent/src/backends/engine-error.ts'
import type { GenerateRequest } from '../../../agent/src/backends/generate-request.ts'
import { type Effects, pause } from '../../../agent/src/effects.ts'
import { PROBE } from '../../../agent/src/engines/probe.ts'
import type { Chance } from '../../load/chance.ts'
import type { EngineTruth } from './engine-truth.ts'
import type { FaultPlan } from './fault-plan.ts'

export interface EngineOptions {
  plan: FaultPlan
  truth: EngineTruth
  chance: Chance
  effects: Pick<Effects, 'timer' | 'monotonic'>
  models: readonly string[]
  /** The name of the host that it runs on. */
  host: string
  /** Whether it goes on with a text that it is given. */
  continues: boolean
}

// Twelve such pieces take longer than a lease.
const SLOW_MS = 10_000
const FOREVER_MS = 3_600_000

/** An engine of an honest host: it writes down all that it gives, and breaks as the plan says. */
export class SimulatedEngine implements Backend {
  readonly #options: EngineOptions
  /** Until then it is being started again. */
  #upAt = 0

  constructor(options: EngineOptions) {
    this.#options = options
  }

  async probe(): Promise<string> {
    return 'simulated'
  }

  async availableModels(): Promise<string[]> {
    this.#demandUp()
    if (this.#options.plan.strikes('engine_away')) throw new EngineError('engine_unreachable', 'the engine is away')
    return [...this.#options.models]
  }

  async *generate(request: GenerateRequest): AsyncGenerator<Generated> {
    const { input_text, prefix, max_tokens, signal } = request
    const { plan, truth, chance, effects, host } = this.#options
    if (plan.strikes('engine_restarted')) {
      this.#upAt = effects.monotonic() + plan.details('engine_restarted').int(5_000, 90_000)
    }
    this.#demandUp()
    if (input_text.startsWith(PROBE.input_text)) {
      if (plan.strikes('engine_failed')) throw new EngineError('engine_error', 'it broke')
      yield* this.#countAloud(request)
      return
    }
    const run = truth.begin(input_text, host, prefix)
    const length = plan.strikes('engine_silent') ? 0 : chance.int(1, max_tokens)
    const overlong = plan.strikes('engine_overlong')
    const count = overlong ? max_tokens + chance.int(1, 4) : length
    const interval_ms = chance.pick([5, 5, 50, 50, 300, 1000, 3000, SLOW_MS])
    const breaks = this.#breaks(count)
    for (let place = 0; place < count; place++) {
      await pause(effects, interval_ms, signal)
      signal.throwIfAborted()
      if (place === breaks?.at) await breaks.how(signal)
      yield { text: truth.next(run) }
    }
    const usage = chance.pick([undefined, count, count, Math.max(0, count - 1), count + 3])
    run.end = { finish_reason: count >= max_tokens ? 'length' : 'stop', completion_tokens: usage }
    const { finish_reason } = run.end
    yield usage === undefined ? { finish_reason } : { finish_reason, usage: { completion_tokens: usage } }
  }

  /** As probes ask it to: from where the text is that it is given, if it can go on with one. */
  *#countAloud({ input_text, prefix = '', max_tokens }: GenerateRequest): Generator<Generated> {
    const said = this.#options.continues ? prefix.split(' ').length - 1 : 0
    if (input_text !== PROBE.input_text) for (let at = 0; at < max_tokens; at++) yield { text: `${said + at} ` }
    yield { finish_reason: 'length' }
  }

  #demandUp(): void {
    const { plan, effects } = this.#options
    if (plan.healed || effects.monotonic() >= this.#upAt) return
    throw new EngineError('engine_unreachable', 'the engine is being started again')
  }

  #breaks(count: number): { at: number; how: (signal: AbortSignal) => Promise<void> } | undefined {
    const { plan, effects } = this.#options
    const at = (fault: 'engine_failed' | 'engine_refused' | 'engine_stalled') =>
      plan.details(fault).int(0, Math.max(0, count - 1))
    // In the middle of a text, which somebody may be reading.
    if (count > 1 && plan.strikes('engine_broke_off'))
      return {
        at: plan.details('engine_broke_off').int(1, count - 1),
        how: () => Promise.reject(new EngineError('engine_error', 'it broke off')),
      }
    if (plan.strikes('engine_failed'))
      return {
        at: at('engine_failed'),
        how: () => Promise.reject(new EngineError('engine_error', 'it broke')),
      }
    if (plan.strikes('engine_refused'))
      return {
        at: at('engine_refused'),
        how: () => Promise.reject(new EngineError('engine_error', 'it refused', { retryable: false, status: 400 })),
      }
    if (plan.strikes('engine_stalled'))
      return {
        at: at('engine_stalled'),
        how: async (signal) => {
          await pause(effects, FOREVER_MS, signal)
          signal.throwIfAborted()
        },
      }
    return undefined
  }
}
