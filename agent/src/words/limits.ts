import type { OwnHost } from '@mkt/schemas'
import { count } from './quantity.ts'

/** What the server lets it hold, and how long a job may take there; undefined of a server that does not say. */
export function limitsText({ concurrency, deadlines }: OwnHost): string | undefined {
  if (concurrency === undefined || !deadlines) return undefined
  const { first_piece_seconds: first, next_piece_seconds: next, seconds_per_token: token } = deadlines
  const models = Object.entries(deadlines.models ?? {}).map(
    ([model, { first_piece_seconds }]) => `, of ${model} within ${first_piece_seconds} s`,
  )
  return `${count(concurrency, 'job')} at once; a first token within ${first} s${models.join('')}, a further one within ${next} s, the end within ${first} s and ${token} s a token asked for`
}
