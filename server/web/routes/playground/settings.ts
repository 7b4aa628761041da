import { parseCredits } from '@mkt/schemas'
import { signal } from '@preact/signals'

/** How the next message is asked. Texts as the person wrote them; empty ones are left to the server. */
export interface Settings {
  model: string
  /** Asked the same beside it; empty: none. */
  second: string
  system: string
  temperature: number
  max_tokens: string
  /** Credits for 1,000 tokens. */
  price_limit: string
}

export const FRESH: Settings = {
  model: '',
  second: '',
  system: '',
  temperature: 0.7,
  max_tokens: '512',
  price_limit: '',
}

export const settings = signal<Settings>(FRESH)

export function change(part: Partial<Settings>): void {
  settings.value = { ...settings.value, ...part }
}

const THOUSAND = 1000n

/** The limit for one token in nano-credits; undefined where there is none, or where it is no amount. */
export function limitOf({ price_limit }: Settings): bigint | undefined {
  const nano = parseCredits(price_limit.trim())
  return nano === undefined || nano < 0n ? undefined : nano / THOUSAND
}

/** What is wrong with the settings, by name. */
export function faultsOf(given: Settings): Partial<Record<keyof Settings, true>> {
  const tokens = Number(given.max_tokens)
  const tokensWrong = given.max_tokens !== '' && !(Number.isInteger(tokens) && tokens >= 1 && tokens <= 1_000_000)
  const limitWrong = given.price_limit.trim() !== '' && limitOf(given) === undefined
  return { ...(tokensWrong ? { max_tokens: true } : {}), ...(limitWrong ? { price_limit: true } : {}) }
}
