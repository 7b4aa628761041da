import { type Endpoint, isSchema } from '@mkt/schemas'
import { InvariantError } from '../base/errors.ts'

/** Throws where an answer is not exactly what its endpoint declares: wrong values, missing or undeclared members. */
export function checkAnswer(endpoint: Endpoint, status: number, text: string): void {
  const schema = endpoint.answers[status]
  if (!isSchema(schema)) return
  const body: unknown = JSON.parse(text)
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw new InvariantError(`${endpoint.name} ${status}: ${parsed.error.message}`)
  const extra = undeclared(body, parsed.data, '')
  if (extra.length > 0) throw new InvariantError(`${endpoint.name} ${status}: undeclared members ${extra.join(', ')}`)
}

/** Parsing drops members that are not declared: what the body has and the parsed value lacks. */
function undeclared(body: unknown, parsed: unknown, path: string): string[] {
  if (typeof body !== 'object' || body === null || typeof parsed !== 'object' || parsed === null) return []
  return Object.entries(body).flatMap(([name, value]) =>
    name in parsed
      ? undeclared(value, (parsed as Record<string, unknown>)[name], `${path}/${name}`)
      : [`${path}/${name}`],
  )
}
