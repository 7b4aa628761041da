import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'
import { type Answer, type Content, type Credential, type Endpoint, isSchema } from './endpoint.ts'
import { errorBody } from './error.ts'
import { openAiError } from './openai.ts'

export interface OpenApiOptions {
  title: string
  version: string
  baseUrl: string
  /** Endpoints by the heading under which they are shown. */
  groups: Record<string, Record<string, Endpoint>>
  /** The only table of statuses lives in the server; it is handed in. */
  statusOf: (code: Endpoint['errors'][number]) => number
}

/** An OpenAPI 3.1 document of a service, derived from the endpoints that guard its requests. */
export function openApiDocument(options: OpenApiOptions): ReturnType<typeof createDocument> {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const [tag, endpoints] of Object.entries(options.groups)) {
    for (const endpoint of Object.values(endpoints)) {
      const path = paths[endpoint.path] ?? {}
      paths[endpoint.path] = path
      path[endpoint.method.toLowerCase()] = { ...operation(endpoint, options.statusOf), tags: [tag] }
    }
  }
  return createDocument({
    openapi: '3.1.1',
    info: { title: options.title, version: options.version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: options.baseUrl }],
    paths: paths as ZodOpenApiPathsObject,
    components: {
      securitySchemes: {
        userToken: { type: 'http', scheme: 'bearer', description: 'A bearer token, mkt_u_...' },
        userPassword: { type: 'http', scheme: 'basic', description: 'Username and password' },
        hostKey: { type: 'http', scheme: 'bearer', description: 'A host key, mkt_h_...' },
      },
    },
  })
}

const SECURITY: Record<Credential, Record<string, string[]>[]> = {
  none: [],
  'optional-user': [{}, { userToken: [] }, { userPassword: [] }],
  user: [{ userToken: [] }, { userPassword: [] }],
  admin: [{ userToken: [] }, { userPassword: [] }],
  host: [{ hostKey: [] }],
  'user-or-host': [{ userToken: [] }, { userPassword: [] }, { hostKey: [] }],
}

function operation(endpoint: Endpoint, statusOf: OpenApiOptions['statusOf']): ZodOpenApiOperationObject {
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    security: SECURITY[endpoint.credential],
    ...requestParams(endpoint),
    ...(endpoint.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: endpoint.body } } } }
      : {}),
    responses: { ...successes(endpoint), ...failures(endpoint, statusOf) },
  } as ZodOpenApiOperationObject
}

const idempotencyHeader = z.object({
  'Idempotency-Key': z
    .string()
    .optional()
    .meta({ description: 'For a day, a repetition with this key gets the first answer and does nothing.' }),
})

function requestParams({ params, query, idempotent }: Endpoint) {
  if (!params && !query && !idempotent) return {}
  return {
    requestParams: {
      ...(params ? { path: params } : {}),
      ...(query ? { query } : {}),
      ...(idempotent ? { header: idempotencyHeader } : {}),
    },
  }
}

function successes(endpoint: Endpoint) {
  return Object.fromEntries(
    Object.entries(endpoint.answers).map(([status, answer]) => [
      status,
      success(answer, endpoint.summary, status === '200' ? (endpoint.alternatives ?? []) : []),
    ]),
  )
}

function success(answer: Answer, summary: string, alternatives: readonly Content[]) {
  if (answer === null) return { description: 'No content' }
  const others = Object.fromEntries(alternatives.map((other) => [other.contentType, described(other)]))
  if (isSchema(answer)) {
    return { description: summary, content: { 'application/json': { schema: answer }, ...others } }
  }
  return { description: answer.description, content: { [answer.contentType]: described(answer), ...others } }
}

function described({ contentType, description }: Content) {
  const type = contentType === 'application/json' ? ('object' as const) : ('string' as const)
  return { schema: { type, description } }
}

function failures(endpoint: Endpoint, statusOf: OpenApiOptions['statusOf']) {
  const codes = new Set<Endpoint['errors'][number]>(['internal_error', ...endpoint.errors])
  // A body is read before it is known that nobody wants it.
  const reads = endpoint.method !== 'GET'
  if (reads || endpoint.params || endpoint.query) codes.add('invalid_request')
  if (reads) codes.add('payload_too_large').add('unsupported_media_type')
  // Passwords are accepted wherever a user is: too many wrong ones are refused for a while.
  if (endpoint.credential !== 'none') codes.add('unauthorized').add('rate_limited').add('forbidden')
  const schema = endpoint.path.startsWith('/v1/') ? openAiError : errorBody
  const byStatus = new Map<number, string[]>()
  for (const code of codes) byStatus.set(statusOf(code), [...(byStatus.get(statusOf(code)) ?? []), code])
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      status,
      { description: names.join(', '), content: { 'application/json': { schema } } },
    ]),
  )
}
