import type { Endpoint, ErrorDetail, Parsed } from '@mkt/schemas'
import type { Context } from 'koa'
import type { z } from 'zod'
import { DomainError } from '../base/errors.ts'

// Enough to mend a request by; a body of wrong elements must not be answered with one fault an element.
const MOST_DETAILS = 20

/** Validates the parts of a request; all faults are reported at once. An id of the wrong form names nothing: not_found. */
export function parseInput<E extends Endpoint>(endpoint: E, ctx: Context): Parsed<E> {
  const details: ErrorDetail[] = []
  const part = (name: 'query' | 'body', schema: z.ZodType | undefined, value: unknown) => {
    if (!schema) return undefined
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    for (const issue of parsed.error.issues.slice(0, MOST_DETAILS)) details.push(detailOf(name, issue))
    return undefined
  }
  const params = endpoint.params?.safeParse(ctx.params)
  if (params && !params.success) throw new DomainError('not_found', `There is nothing at ${ctx.path}.`)
  const query = part('query', endpoint.query, singleValues(ctx.query))
  const body = part('body', endpoint.body, (ctx.request as { body?: unknown }).body)
  if (details.length > 0) throw new DomainError('invalid_request', 'The request is not valid.', { details })
  return { params: params?.data, query, body } as Parsed<E>
}

// ?limit=1&limit=2: the last one counts, as it does in most servers.
function singleValues(query: Record<string, string | string[] | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value]),
  )
}

function detailOf(part: string, issue: z.core.$ZodIssue): ErrorDetail {
  const path = [part, ...issue.path.map(String)].join('.')
  const missing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined')
  return { path, message: missing ? 'is required' : issue.message }
}
