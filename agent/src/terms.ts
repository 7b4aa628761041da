import { formatCredits, type HostChange } from '@mkt/schemas'
import type { Config } from './config.ts'
import { keptModelPrices, ownModelPrices } from './price/own-model-prices.ts'
import type { RegisteredAs } from './state.ts'
import { enlistWords } from './words/registration.ts'

/**
 * What of a host can be changed and is configured otherwise than it is registered; undefined where nothing is. `gpu` is
 * what the machine has now; undefined: not known.
 */
export function changedTerms(registered: RegisteredAs, config: Config, gpu?: string): HostChange | undefined {
  const models = config.models.map(({ name }) => name)
  const priceChanged = formatCredits(config.price_nano) !== registered.price_per_token
  const input = formatCredits(config.input_price_nano)
  const inputChanged = input !== (registered.price_per_input_token ?? '0')
  const modelsChanged = sorted(models) !== sorted(registered.models)
  const limits = changedLimits(registered, config)
  const contexts = changedContexts(registered, config)
  const prices = ownModelPrices(config)
  const any = Object.keys(prices).length > 0
  // A model that left and came back has lost its own price.
  const pricesChanged = orderless(keptModelPrices(prices)) !== orderless(registered.model_prices ?? {})
  const gpuChanged = gpu !== undefined && gpu !== registered.gpu
  const unchanged = !priceChanged && !inputChanged && !pricesChanged && !modelsChanged && !gpuChanged
  if (unchanged && !limits && !contexts) return undefined
  return {
    ...(gpuChanged ? { gpu } : {}),
    ...(priceChanged ? { price_per_token: config.price_nano } : {}),
    ...(inputChanged ? { price_per_input_token: config.input_price_nano } : {}),
    ...(pricesChanged || (modelsChanged && any) ? { model_prices: prices } : {}),
    ...(modelsChanged ? { models } : {}),
    ...(limits ? { model_max_tokens: limits } : {}),
    ...(contexts ? { model_context_lengths: contexts } : {}),
  }
}

/**
 * The longest answers that differ from what is registered. A model that has no limit of its own any more gets the
 * host's; a model that left and came back has lost its limit, so with other models all are said.
 */
function changedLimits(
  registered: RegisteredAs,
  { models, model_max_tokens }: Config,
): Record<string, number> | undefined {
  const before = registered.model_max_tokens ?? {}
  const limits: Record<string, number> = {}
  for (const { name } of models) {
    const now = model_max_tokens[name] ?? registered.max_tokens
    const was = registered.models.includes(name) ? (before[name] ?? registered.max_tokens) : undefined
    if (now !== was && (was !== undefined || model_max_tokens[name] !== undefined)) limits[name] = now
  }
  return Object.keys(limits).length > 0 ? limits : undefined
}

/** What engines say of their models otherwise than before; a model that left and came back has lost it. */
function changedContexts(
  registered: RegisteredAs,
  { model_context_lengths: now }: Config,
): Record<string, number> | undefined {
  const before = registered.model_context_lengths ?? {}
  const changed = Object.entries(now).filter(
    ([name, tokens]) => before[name] !== tokens || !registered.models.includes(name),
  )
  return changed.length > 0 ? Object.fromEntries(changed) : undefined
}

/** What stays as it was registered and is configured otherwise, as phrases. */
export function fixedDifferences(registered: RegisteredAs, config: Config): string[] {
  const now: Record<string, string> = {
    backend: config.backend,
    endpoint_url: config.endpoint_url ?? 'none',
    max_tokens: String(config.max_tokens),
  }
  const before: Record<string, string> = {
    backend: registered.backend,
    endpoint_url: registered.endpoint_url ?? 'none',
    max_tokens: String(registered.max_tokens),
  }
  return Object.keys(now)
    .filter((name) => now[name] !== before[name])
    .map((name) => enlistWords.difference(name, before[name], now[name]))
}

const orderless = (record: object) => JSON.stringify(Object.entries(record).sort())

function sorted(models: readonly string[]): string {
  return models.toSorted().join('\n')
}
