import type { ChatMessage } from '@mkt/schemas'
import { type Asked, type Exchange, messagesOf, messagesSoFar } from './exchange.ts'
import { limitOf, readSchema, readTools, type Settings } from './settings.ts'

const modelsOf = ({ model, second }: Settings) => (second && second !== model ? [model, second] : [model])

/** The requests that ask the chosen models this after what was said so far, one for each of them. */
export function requestsOf(asked: Asked, given: Settings, exchanges: readonly Exchange[]) {
  return modelsOf(given).map((model, lane) => requestOf(model, messagesSoFar(exchanges, lane), asked, given))
}

function requestOf(model: string, before: readonly ChatMessage[], asked: Asked, given: Settings) {
  const max_tokens = Number(given.max_tokens)
  const limit = limitOf(given)
  const system = given.system.trim() ? [{ role: 'system' as const, content: given.system }] : []
  return {
    model,
    messages: [...system, ...before, ...messagesOf(asked)],
    temperature: given.temperature,
    ...(max_tokens > 0 ? { max_tokens } : {}),
    ...(limit === undefined ? {} : { max_price_per_token: limit }),
    ...readTools(given.tools).value,
    ...readSchema(given.schema).value,
  }
}
