import { formatCredits, type Job, textOf } from '@mkt/schemas'
import type { Settings } from './settings.ts'

const THOUSAND = 1000n

/** How the jobs were asked that a chat ended with, one for each model. */
export function settingsOf([first, second]: readonly Job[]): Partial<Settings> {
  if (!first) return {}
  const { model, messages, temperature, max_tokens, tools, response_format: format, max_price_per_token: limit } = first
  return {
    ...{ model, temperature, second: second?.model ?? '', max_tokens: String(max_tokens) },
    price_limit: limit === undefined ? '' : formatCredits(limit * THOUSAND),
    system: textOf(messages?.find(({ role }) => role === 'system')?.content ?? ''),
    tools: tools?.length ? JSON.stringify(tools, null, 2) : '',
    schema: format?.type === 'json_schema' ? JSON.stringify(format.json_schema.schema, null, 2) : '',
  }
}
