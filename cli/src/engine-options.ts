import type { CallInput, market } from '@mkt/schemas'

/** The body of POST /run/model. */
export type Body = CallInput<typeof market.runModel>['body']

/** The options of `submit` and `batch` that a job's body may hold, by the names of the command line. */
export interface EngineOptions {
  maxTokens?: number
  temperature?: number
  topP?: number
  seed?: number
  stop?: string[]
  /** Nano-credits per token. */
  maxPrice?: bigint
  /** The same, of the prompt. */
  maxInputPrice?: bigint
  partial?: 'drop' | 'keep'
  onlyHost?: string[]
  notHost?: string[]
  verified?: boolean
}

/** The members that the given options set. */
export function bodyOf(options: EngineOptions): Partial<Body> {
  const { maxTokens, temperature, topP, seed, stop, partial, onlyHost, notHost, verified } = options
  const chosen = { ...(onlyHost && { only: onlyHost }), ...(notHost && { not: notHost }) }
  const members = {
    ...{ max_tokens: maxTokens, temperature, top_p: topP, seed, stop, partial },
    ...{ max_price_per_token: options.maxPrice, max_price_per_input_token: options.maxInputPrice },
    ...{ verified, hosts: onlyHost || notHost ? chosen : undefined },
  }
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}
