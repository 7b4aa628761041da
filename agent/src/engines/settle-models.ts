import { models as modelNames } from '@mkt/schemas'
import type { Asker } from '../ask.ts'
import type { OfferedModel } from '../backends/backend.ts'
import { someOf } from '../backends/model-names.ts'
import { WrongProviderError } from '../backends/provider.ts'
import { type Config, ConfigError, type EngineSettings, modelFaults } from '../config.ts'
import { type Effects, pause } from '../effects.ts'
import { Failure } from '../failure.ts'
import type { Log } from '../log.ts'
import { discover } from './discover.ts'
import { type ListedModel, longestAnswer } from './model-facts.ts'

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
  const taken = namedOneByOne(config)
  for (const engine of config.engines) {
    const listed = engine.choice === 'named' ? await glance(engine, options) : await listOf(engine, options)
    const models = (await choose(engine, listed, options)).filter((model) => keep(model, taken, engine, options))
    for (const model of models) taken.add(model.name)
    Object.assign(limits, limitsOf(config, models, listed, options))
    engines.push({ ...engine, models, choice: 'named' })
  }
  const models = engines.flatMap((engine) => engine.models)
  const faults = modelFaults(models)
  if (faults.length > 0) throw new ConfigError(faults)
  return { ...config, engines, models, model_max_tokens: { ...limits, ...config.model_max_tokens } }
}

/** A model that is named belongs to the engine that it is named for, wherever that stands among the others. */
export function namedOneByOne({ engines }: Pick<Config, 'engines'>): Set<string> {
  return new Set(engines.flatMap(({ choice, models }) => (choice === 'named' ? models.map(({ name }) => name) : [])))
}

/** What the engine says of itself now; where the models are named, a start does without that of one that does not answer. */
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
      if (listed === undefined) throw unlisted(engine)
      const sellable = listed.filter(({ id }) => modelNames.safeParse([id]).success)
      if (sellable.length > 0) return sellable
      throw new Error('the engine lists no model yet')
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof Failure) throw error
      if (error instanceof WrongProviderError) throw new Failure('usage', error.message)
      const { message } = error as Error
      if (engine.choice === 'ask' && !ask) throw unreachable(engine, message)
      if (message !== said) log.warn(`${message}: trying again until it does`)
      said = message
    }
    await pause(effects, AGAIN_MS, signal)
    signal.throwIfAborted()
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
    throw new Failure('usage', `--model is missing: ${nameOf(engine)} lists ${someOf(names)}`, [
      `Name those to offer, such as --model ${names[0]}, or offer every one of them: --model all`,
    ])
  }
  const [only, ...others] = names
  const chosen =
    engine.choice === 'all' || !ask || (only !== undefined && others.length === 0)
      ? names
      : await ask.choose(`Which models of ${nameOf(engine)} do you offer?`, choicesOf(listed))
  log.info(`${nameOf(engine)} lists ${someOf(names)}; offered: ${someOf(chosen)}`)
  return chosen.map((name) => ({ name, engineModel: name }))
}

function choicesOf(listed: readonly ListedModel[]): { name: string; value: string }[] {
  return listed.map(({ id, context }) => ({
    name: context === undefined ? id : `${id}  (context of ${context} tokens)`,
    value: id,
  }))
}

/** Of models that are not named one by one, one that another engine has too is that engine's, and 100 are the most. */
function keep(model: OfferedModel, taken: Set<string>, engine: EngineSettings, { log }: SettleOptions): boolean {
  if (engine.choice === 'named') return true
  if (taken.has(model.name)) {
    log.warn(`${model.name} is offered by another engine than ${nameOf(engine)}: jobs of it go there`)
    return false
  }
  if (taken.size < MOST_MODELS) return true
  log.warn(`${model.name} is not offered: a host offers at most ${MOST_MODELS} models`)
  return false
}

function limitsOf(
  config: Config,
  models: readonly OfferedModel[],
  listed: readonly ListedModel[],
  { log }: SettleOptions,
): Record<string, number> {
  const limits: Record<string, number> = {}
  for (const { name, engineModel } of models) {
    const wanted = engineModel ?? name
    const alone = models.length === 1 && listed.length === 1 && engineModel === undefined ? listed[0] : undefined
    const found = listed.find(({ id }) => id === wanted || id === `${wanted}:latest`) ?? alone
    if (found?.context === undefined) continue
    const given = config.model_max_tokens[name] ?? (config.maxTokensGiven ? config.max_tokens : undefined)
    if (given === undefined) limits[name] = longestAnswer(found.context)
    else if (given > found.context) {
      log.warn(`${name} is offered with answers of ${given} tokens, but its context at the engine is ${found.context}`)
    }
  }
  return limits
}

function nameOf({ name }: EngineSettings): string {
  return name === undefined ? 'the engine' : `the engine ${name}`
}

function unlisted(engine: EngineSettings): Failure {
  return new Failure('usage', `${nameOf(engine)} has no list of models to choose from`, [
    'Name what it runs: --model NAME, or --model NAME=ENGINE_MODEL where it has another name for it.',
  ])
}

function unreachable(engine: EngineSettings, message: string): Failure {
  return new Failure('usage', `--model is missing, and ${nameOf(engine)} cannot be asked what it has: ${message}`, [
    'Start the engine, or name the models to offer: --model NAME; --model all offers what it lists once it runs.',
  ])
}
