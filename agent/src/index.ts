import type { Backend } from './backends/backend.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { type Agent, startAgent as startDaemon } from './daemon.ts'
import { type Effects, realEffects } from './effects.ts'
import { openEngines } from './engines/open.ts'
import { settleModels } from './engines/settle-models.ts'
import { Failure } from './failure.ts'
import { lockState } from './lock.ts'
import { createLog, type Log } from './log.ts'
import { settlePrice } from './price/settle-price.ts'
import type { RawSettings } from './settings.ts'
import { makeStateDir, openState, type State } from './state.ts'
import { startWords } from './words/start.ts'

export type { Backend, Generated, OfferedModel } from './backends/backend.ts'
export { EngineError } from './backends/engine-error.ts'
export type { GenerateRequest } from './backends/generate-request.ts'
export { HuggingFaceBackend, type HuggingFaceOptions } from './backends/huggingface.ts'
export { LangChainBackend, type LangChainOptions } from './backends/langchain.ts'
export { WorkerBackend, type WorkerOptions } from './backends/worker.ts'
export { ConfigError } from './config.ts'
export { RefusedError } from './connection.ts'
export { type Effects, realEffects } from './effects.ts'
export { RegistrationError } from './enlist.ts'
export { StateInUseError } from './lock.ts'
export { StateFileError } from './state.ts'
export type { Agent, RawSettings }

export interface StartOptions {
  /**
   * As the flags of `mkt-agent start`, as text and with underscores: `server`, `model` (`NAME` or `NAME=ENGINE_MODEL`,
   * or a list of them; `all`: what the engine lists), `price` (credits a token, `market` or `auto`), `backend`, `endpoint_url`, `concurrency`, `state`, ... Environment
   * variables are not read.
   */
  settings: RawSettings
  /** What runs the models, instead of the backend that `settings` name. Registered as a worker, at `endpoint_url` if given. */
  backend?: Backend
  /** A user's token: a newly registered host is theirs. */
  token?: string
  /** The key that the engine asks for. */
  engineKey?: string
  /** Where log lines go. Default: standard error. */
  log?: { write(line: string): unknown }
}

/**
 * Starts an agent in this process, as `mkt-agent start` does in its own: it registers the host once, keeps its key in
 * the state directory, and runs jobs until `drain`, whose end `done` tells. Signals are the caller's.
 *
 * Rejects with ConfigError (all that is wrong with the settings) or StateInUseError. What comes later rejects `done`:
 * RegistrationError, RefusedError, StateFileError. A server or an engine that is away is waited for.
 */
export async function startAgent(options: StartOptions): Promise<Agent> {
  const config = configOf(options)
  const effects = realEffects()
  const secrets = [config.user_token, config.engine_key].filter((secret) => secret !== undefined)
  const log = createLog(options.log ?? process.stderr, { level: config.log_level, secrets })
  makeStateDir(config.state)
  const lock = await lockState(config.state)
  const release = () => lock.release()
  try {
    const state = openState(config.state)
    const settled = await settle(config, { own: options.backend !== undefined, effects, log, state })
    const opened = openEngines(settled, effects)
    const engines = options.backend
      ? opened.map((engine) => ({ ...engine, backend: options.backend as Backend }))
      : opened
    const agent = startDaemon({ config: settled, effects, log, engines, state })
    return Object.defineProperty(agent, 'done', { value: agent.done.finally(release) })
  } catch (error) {
    await release()
    throw error instanceof Failure ? new ConfigError([error.message, ...error.hints]) : error
  }
}

interface Surroundings {
  /** The caller brings the engine: it cannot be asked what it has. */
  own: boolean
  effects: Effects
  log: Log
  state: State
}

/** A program is not asked about its price: it is meant. */
async function settle(config: Config, { own, effects, log, state }: Surroundings): Promise<Config> {
  if (own && config.engines.some(({ choice }) => choice !== 'named')) {
    throw new ConfigError([startWords.noModel])
  }
  const { signal } = new AbortController()
  const shared = { effects, log, ask: undefined, signal }
  const offered = own ? config : await settleModels(config, shared)
  return await settlePrice(offered, { ...shared, yes: true, known: state.load(config.server) })
}

/** The contract wants an address of a worker; one that runs in this process has none but this machine's. */
function configOf({ settings, backend, token, engineKey }: StartOptions): Config {
  const env = { MKT_TOKEN: token, MKT_AGENT_ENGINE_KEY: engineKey }
  if (!backend) return readConfig({ flags: settings, env })
  const { provider: _, ...rest } = settings
  return readConfig({ flags: { endpoint_url: 'http://127.0.0.1', ...rest, backend: 'worker' }, env })
}
