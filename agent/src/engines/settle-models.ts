import { models as modelNames } from '@mkt/schemas'
import type { Asker } from '../ask.ts'
import type { OfferedModel } from '../backends/backend.ts'
import { someOf } from '../backends/model-names.ts'
import { WrongProviderError } from '../backends/provider.ts'
import { type Config, ConfigError, type EngineSettings, modelFaults } from '../config.ts'
import { type Effects, pause } from '../effects.ts'
import { Failure } from '../failure.ts'
import type { Log } from '../log.ts'
import { engineFaults } from '../words/engine-faults.ts'
import { engineNames } from '../words/engine-names.ts'
import * as words from '../words/offer.ts'
import { discover } from './discover.ts'
import { type ListedModel, longestAnswer } from './model-facts.ts'
import { undeclared } from './quantisation.ts'

const AGAIN_MS = 5_000
const MOST_MODELS = 100

export interface SettleOptions {
  effects: Effects
  log: Pick<Log, 'info' | 'warn'>
  /** Undefined: nobody can be asked. */
  ask: Asker | undefined
  /** Aborts the wait for an engine that is not there yet. */
  signal: AbortSignal
}

/**
 * The configuration with the models that its engines list where they are not named, and with the longest answer of each
 * model where its engine says its context and the owner says nothing. Waits for an engine whose models are to be all
 * that it lists. Throws a Failure that says what there is where nobody can be asked.
 */
export async function settleModels(config: Config, options: SettleOptions): Promise<Config> {
  const engines: EngineSettings[] = []
  const limits: Record<string, number> = {}
  const lengths: Record<string, number> = {}
  const taken = namedOneByOne(config)
  for (const engine of config.engines) {
    const listed = engine.choice === 'named' ? await glance(engine, options) : await listOf(engine, options)
    const models = (await choose(engine, listed, options)).filter((model) => keep(model, taken, engine, options))
    for (const model of models) taken.add(model.name)
    for (const { name, engineModel, bits } of undeclared(models))
      options.log.warn(`${words.fewerBits(name, engineModel)}; ${words.declareBits(name, engineModel, bits)}`)
    const contexts = contextsOf(models, listed)
    Object.assign(lengths, contexts)
    Object.assign(limits, limitsOf(config, contexts, options))
    engines.push({ ...engine, models, choice: 'named' })
  }
  const models = engines.flatMap((engine) => engine.models)
  const faults = modelFaults(models)
  if (faults.length > 0) throw new ConfigError(faults)
  const model_max_tokens = { ...limits, ...config.model_max_tokens }
  return { ...config, engines, models, model_max_tokens, model_context_lengths: lengths }
}

/** A model that is named belongs to the engine that it is named for, wherever that stands among the others. */
export function namedOneByOne({ engines }: Pick<Config, 'engines'>): Set<string> {
  return new Set(engines.flatMap(({ choice, models }) => (choice === 'named' ? models.map(({ name }) => name) : [])))
}

/** What the engine says of itself now; where models are named, a start does without it. */
async function glance(engine: EngineSettings, { effects, signal }: SettleOptions): Promise<ListedModel[]> {
  const listed = await discover(engine, effects, signal).catch(() => undefined)
  signal.throwIfAborted()
  return listed ?? []
}

async function listOf(engine: EngineSettings, options: SettleOptions): Promise<ListedModel[]> {
  const { effects, log, ask, signal } = options
  let said: string | undefined
  while (true) {
    try {
      const listed = await discover(engine, effects, signal)
      if (listed === undefined) throw advised(words.withoutList(nameOf(engine)))
      const sellable = listed.filter(({ id }) => modelNames.safeParse([id]).success)
      tellUnsellable(engine, listed, log)
      if (sellable.length > 0) return sellable
      throw new Error(engineFaults.noModelYet)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof Failure) throw error
      if (error instanceof WrongProviderError) throw new Failure('usage', error.message)
      const { message } = error as Error
      if (engine.choice === 'ask' && !ask) throw advised(words.unasked(nameOf(engine), message))
      if (message !== said) log.warn(words.triedAgain(message))
      said = message
    }
    await pause(effects, AGAIN_MS, signal)
    signal.throwIfAborted()
  }
}

/** A name that the server takes from nobody would have it refuse all others with it. */
function tellUnsellable(engine: EngineSettings, listed: readonly ListedModel[], log: SettleOptions['log']): void {
  for (const { id } of listed) {
    const fault = modelNames.safeParse([id]).error?.issues[0]?.message
    if (fault !== undefined) log.warn(words.unsellable(id, nameOf(engine), fault))
  }
}

async function choose(
  engine: EngineSettings,
  listed: readonly ListedModel[],
  { ask, log }: SettleOptions,
): Promise<OfferedModel[]> {
  if (engine.choice === 'named') return [...engine.models]
  const names = listed.map(({ id }) => id)
  if (engine.choice === 'ask' && !ask) {
    throw advised(words.unchosen(nameOf(engine), someOf(names), names[0]))
  }
  const [only, ...others] = names
  const chosen =
    engine.choice === 'all' || !ask || (only !== undefined && others.length === 0)
      ? names
      : await ask.choose(words.whichOffered(nameOf(engine)), choicesOf(listed))
  log.info(words.offered(nameOf(engine), someOf(names), someOf(chosen)))
  return chosen.map((name) => ({ name, engineModel: name }))
}

function choicesOf(listed: readonly ListedModel[]): { name: string; value: string }[] {
  return listed.map(({ id, context }) => ({
    name: context === undefined ? id : engineNames.withContext(id, context),
    value: id,
  }))
}

/** Of models that are not named one by one, one that another engine has too is that engine's, and 100 are the most. */
function keep(model: OfferedModel, taken: Set<string>, engine: EngineSettings, { log }: SettleOptions): boolean {
  if (engine.choice === 'named') return true
  if (taken.has(model.name)) {
    log.warn(words.elsewhere(model.name, nameOf(engine)))
    return false
  }
  if (taken.size < MOST_MODELS) return true
  log.warn(words.oneTooMany(model.name, MOST_MODELS))
  return false
}

/** How much each model reads and writes together, where its engine says it. */
function contextsOf(models: readonly OfferedModel[], listed: readonly ListedModel[]): Record<string, number> {
  const contexts: Record<string, number> = {}
  for (const { name, engineModel } of models) {
    const wanted = engineModel ?? name
    const alone = models.length === 1 && listed.length === 1 && engineModel === undefined ? listed[0] : undefined
    const found = listed.find(({ id }) => id === wanted || id === `${wanted}:latest`) ?? alone
    if (found?.context !== undefined) contexts[name] = found.context
  }
  return contexts
}

function limitsOf(
  config: Config,
  contexts: Readonly<Record<string, number>>,
  { log }: SettleOptions,
): Record<string, number> {
  const limits: Record<string, number> = {}
  for (const [name, context] of Object.entries(contexts)) {
    const given = config.model_max_tokens[name] ?? (config.maxTokensGiven ? config.max_tokens : undefined)
    if (given === undefined) limits[name] = longestAnswer(context)
    else if (given > context) log.warn(words.aboveContext(name, given, context))
  }
  return limits
}

function nameOf({ name }: EngineSettings): string {
  return name === undefined ? 'the engine' : `the engine ${name}`
}

function advised([sentence, advice]: readonly [string, string]): Failure {
  return new Failure('usage', sentence, [advice])
}
