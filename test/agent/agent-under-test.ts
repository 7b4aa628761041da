import type { Config } from '../../agent/src/config.ts'
import { type Agent, startAgent } from '../../agent/src/daemon.ts'
import type { Engine } from '../../agent/src/engines/engine.ts'
import { createLog } from '../../agent/src/log.ts'
import type { Identity, State } from '../../agent/src/state.ts'
import { Marketplace } from './marketplace.ts'
import { ScriptedBackend } from './scripted-backend.ts'
import { type VirtualEffects, virtualEffects } from './virtual-effects.ts'

export const SERVER = 'http://market.test'

export function config(changes: Partial<Config> = {}): Config {
  return {
    ...{
      server: SERVER,
      backend: 'worker',
      models: [{ name: 'tiny' }],
      provider: 'openai',
      endpoint_url: 'http://engine.test',
    },
    ...{
      price_nano: 1_000_000n,
      price: { kind: 'fixed', min_nano: undefined, max_nano: undefined },
      model_max_tokens: {},
      model_context_lengths: {},
      input_price_nano: 0n,
      model_prices: {},
      gpu: 'NVIDIA H100',
      concurrency: 1,
      state: '/nowhere',
      max_tokens: 4096,
      mode: 'chat',
    },
    ...{
      first_token_timeout_ms: 120_000,
      idle_timeout_ms: 60_000,
      log_level: 'debug',
      user_token: undefined,
      engine_key: undefined,
      engines: [],
    },
    ...changes,
  } as Config
}

/** A state directory in memory. */
export function memoryState(machine = 'this-machine'): State & { saved: Map<string, Identity>; archived: Identity[] } {
  const saved = new Map<string, Identity>()
  const archived: Identity[] = []
  return {
    machine,
    saved,
    archived,
    where: (server) => `memory of ${server}`,
    load: (server) => saved.get(server),
    all: () => [...saved.values()],
    save: (identity) => void saved.set(identity.server, structuredClone(identity)),
    archive: (identity) => `archive of ${archived.push(identity)}`,
  }
}

export interface Bench {
  effects: VirtualEffects
  market: Marketplace
  backend: ScriptedBackend
  state: ReturnType<typeof memoryState>
  /** Log lines, parsed. */
  lines: { level: number; msg: string }[]
  start(changes?: Partial<Config>, registerAgain?: boolean): Agent
  /** With these engines instead of the one of `backend`. */
  startWith(engines: Partial<Engine>[]): Agent
  /** Makes the host known to the server, and to the state directory, by an earlier start. */
  enlistFirst(): Promise<void>
}

/** An agent's whole world, in virtual time. */
export function bench(): Bench {
  const effects = virtualEffects()
  const market = new Marketplace(effects)
  effects.fetch = market.fetch
  const lines: Bench['lines'] = []
  const log = createLog({ write: (text) => lines.push(JSON.parse(text)) }, { level: 'debug' })
  const backend = new ScriptedBackend()
  const state = memoryState()
  const run = (settings: Config, engines: Engine[], registerAgain = false) => {
    const agent = startAgent({ config: settings, effects, engines, state, log, registerAgain })
    agent.done.catch(() => undefined)
    return agent
  }
  return {
    ...{ effects, market, backend, state, lines },
    start(changes, registerAgain) {
      const settings = config(changes)
      return run(settings, [{ ...settings, backend, models: settings.models.map(({ name }) => name) }], registerAgain)
    },
    startWith(given) {
      const { concurrency, first_token_timeout_ms, idle_timeout_ms } = config()
      const shared = { concurrency, first_token_timeout_ms, idle_timeout_ms, backend, models: [] }
      const engines = given.map((engine) => ({ ...shared, ...engine }))
      const models = engines.flatMap((engine) => engine.models).map((name) => ({ name }))
      return run(config({ models }), engines)
    },
    async enlistFirst() {
      const agent = this.start()
      await effects.until(() => market.paths('/hosts/heartbeat').length > 0)
      agent.kill()
      market.calls.length = 0
      lines.length = 0
    },
  }
}
