import { type Endpoint, type ErrorDetail, type Parsed, wording } from '@mkt/schemas'
import type { Context } from 'koa'
import type { z } from 'zod'
import { DomainError } from '../base/errors.ts'

// Enough to mend a request by; a body of wrong elements must not be answered with one fault an element.
const MOST_DETAILS = 20
// Far more than any endpoint knows. Where unknown names are refused one by one, 90,000 of them took 0.9 s.
const MOST_MEMBERS = 1000
// Of an object in a body, such as the biases of tokens; 500,000 wrong ones took 25 s.
const MOST_MEMBERS_WITHIN = 1024

/** Validates the parts of a request; all faults are reported at once. An id of the wrong form names nothing: not_found. */
export function parseInput<E extends Endpoint>(endpoint: E, ctx: Context): Parsed<E> {
  const params = endpoint.params?.safeParse(ctx.params)
  if (params && !params.success) throw new DomainError('not_found', `There is nothing at ${ctx.path}.`)
  const details: ErrorDetail[] = []
  const query = parsePart(details, 'query', endpoint.query, singleValues(ctx.query))
  const body = parsePart(details, 'body', endpoint.body, (ctx.request as { body?: unknown }).body)
  if (details.length > 0) throw notValid(details)
  return { params: params?.data, query, body } as Parsed<E>
}

/** The same of a body that came otherwise than with a request. */
export function parseBody<E extends Endpoint>(endpoint: E, value: unknown): Parsed<E>['body'] {
  const details: ErrorDetail[] = []
  const body = parsePart(details, 'body', endpoint.body, value)
  if (details.length > 0) throw notValid(details)
  return body as Parsed<E>['body']
}

const notValid = (details: ErrorDetail[]) =>
  new DomainError('invalid_request', 'The request is not valid.', { details })

function parsePart(details: ErrorDetail[], name: 'query' | 'body', schema: z.ZodType | undefined, value: unknown) {
  if (!schema) return undefined
  if (typeof value === 'object' && value !== null && Object.keys(value).length > MOST_MEMBERS) {
    details.push({ path: name, message: `has more than ${MOST_MEMBERS} members` })
    return undefined
  }
  const crowded = crowdedIn(value)
  if (crowded !== undefined) {
    details.push({ path: `${name}.${crowded}`, message: `has more than ${MOST_MEMBERS_WITHIN} members` })
    return undefined
  }
  const parsed = schema.safeParse(value, { error: wording })
  if (parsed.success) return parsed.data
  for (const issue of parsed.error.issues.slice(0, MOST_DETAILS)) details.push(detailOf(name, issue))
  return undefined
}

/** The first member that is an object of too many members. Lists have bounds of their own, before they are read. */
function crowdedIn(value: unknown): string | undefined {
  const members = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
  const isCrowded = (one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one) && Object.keys(one).length > MOST_MEMBERS_WITHIN
  return members.find(([, one]) => isCrowded(one))?.[0]
}

// ?limit=1&limit=2: the last one counts, as it does in most servers.
function singleValues(query: Record<string, string | string[] | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value]),
  )
}

function detailOf(part: string, issue: z.core.$ZodIssue): ErrorDetail {
  return { path: [part, ...issue.path.map(String)].join('.'), message: issue.message }
}
