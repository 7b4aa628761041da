import { formatCredits, type HostChange } from '@mkt/schemas'
import type { Config } from './config.ts'
import type { RegisteredAs } from './state.ts'

/** What of a host can be changed and is configured otherwise than it is registered; undefined where nothing is. */
export function changedTerms(registered: RegisteredAs, config: Config): HostChange | undefined {
  const models = config.models.map(({ name }) => name)
  const priceChanged = formatCredits(config.price_nano) !== registered.price_per_token
  const modelsChanged = sorted(models) !== sorted(registered.models)
  if (!priceChanged && !modelsChanged) return undefined
  return { ...(priceChanged ? { price_per_token: config.price_nano } : {}), ...(modelsChanged ? { models } : {}) }
}

/** What stays as it was registered and is configured otherwise, as phrases; the GPU only where it is given, not detected. */
export function fixedDifferences(registered: RegisteredAs, config: Config): string[] {
  const now: Record<string, string> = {
    backend: config.backend,
    endpoint_url: config.endpoint_url ?? 'none',
    max_tokens: String(config.max_tokens),
    gpu: config.gpu ?? registered.gpu,
  }
  const before: Record<string, string> = {
    backend: registered.backend,
    endpoint_url: registered.endpoint_url ?? 'none',
    max_tokens: String(registered.max_tokens),
    gpu: registered.gpu,
  }
  return Object.keys(now)
    .filter((name) => now[name] !== before[name])
    .map((name) => `${name} ${before[name]} (now ${now[name]})`)
}

function sorted(models: readonly string[]): string {
  return models.toSorted().join('\n')
}
