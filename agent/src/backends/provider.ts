import { wrongProvider } from '../words/engine-faults.ts'
import { EngineError } from './engine-error.ts'

/** Whose protocol LangChain is to speak with an engine. */
export type Provider = 'openai' | 'ollama'

/** Where each of them lists its models. */
const LISTS = { openai: '/v1/models', ollama: '/api/tags' } as const

/** The engine speaks the other provider's protocol: no job would ever succeed, however long it is waited for. */
export class WrongProviderError extends EngineError {
  override name = 'WrongProviderError'
  /** The one that it does speak. */
  readonly provider: Provider

  constructor(base: string, provider: Provider) {
    super('engine_error', wrongProvider(base, provider))
    this.provider = provider
  }
}

/** Throws a WrongProviderError where an engine that does not list models as `provider` does lists them as the other. */
export async function demandProvider(
  provider: Provider,
  base: string,
  lists: (path: (typeof LISTS)[Provider]) => Promise<boolean>,
): Promise<void> {
  const other = provider === 'ollama' ? 'openai' : 'ollama'
  if (await lists(LISTS[other])) throw new WrongProviderError(base, other)
}
