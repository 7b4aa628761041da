import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'
import { anthropicError } from './anthropic.ts'
import { type Answer, type Content, type Credential, type Endpoint, isSchema } from './endpoint.ts'
import { type AnyErrorCode, documentsError, errorBody } from './error.ts'
import { openAiError } from './openai.ts'

export interface OpenApiOptions {
  title: string
  version: string
  /** Endpoints by the heading under which they are shown. */
  groups: Record<string, Record<string, Endpoint>>
  /** What the service posts to its users, by type. */
  webhooks?: Record<string, PostedEvent>
  /** The only table of statuses lives in the server; it is handed in. */
  statusOf: (code: AnyErrorCode) => number
  /** What every endpoint of the service may answer, and in which form. */
  errors: ErrorContract
}

/** An event as it is posted to a receiver, which answers with any 2xx. */
export interface PostedEvent {
  summary: string
  payload: z.ZodType
}

/** The errors that a service adds to those which its endpoints declare, and the form of their bodies. */
export interface ErrorContract {
  implied: (endpoint: Endpoint) => AnyErrorCode[]
  bodyOf: (endpoint: Endpoint) => z.ZodType
}

/** The market says a code and a sentence; under /v1 it speaks as OpenAI does, or Anthropic. */
export const marketErrors: ErrorContract = {
  implied({ method, params, query, credential }) {
    // While the database is away.
    const codes: AnyErrorCode[] = ['no_host_available']
    // A body is read before it is known that nobody wants it.
    const reads = method !== 'GET'
    if (reads || params || query) codes.push('invalid_request')
    if (reads) codes.push('payload_too_large', 'unsupported_media_type')
    // Passwords are accepted wherever a user is: too many wrong ones are refused for a while.
    if (credential !== 'none') codes.push('unauthorized', 'rate_limited', 'forbidden')
    return codes
  },
  bodyOf({ path }) {
    if (path === '/v1/messages') return anthropicError
    return path.startsWith('/v1/') ? openAiError : errorBody
  },
}

/** The documents service says the code, and which parameter is at fault. */
export const documentsErrors: ErrorContract = {
  implied({ query, credential, multipart }) {
    const codes: AnyErrorCode[] = []
    if (query) codes.push('invalid_file_format')
    if (credential !== 'none') codes.push('unauthorized')
    if (multipart) codes.push('rate_limited')
    return codes
  },
  bodyOf: () => documentsError,
}

/** An OpenAPI 3.1 document of a service, derived from the endpoints that guard its requests. */
export function openApiDocument(options: OpenApiOptions): ReturnType<typeof createDocument> {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const [tag, endpoints] of Object.entries(options.groups)) {
    for (const endpoint of Object.values(endpoints)) {
      const path = paths[endpoint.path] ?? {}
      paths[endpoint.path] = path
      path[endpoint.method.toLowerCase()] = { ...operation(endpoint, options), tags: [tag] }
    }
  }
  return createDocument({
    openapi: '3.1.1',
    info: { title: options.title, version: options.version, license: { name: 'MIT', identifier: 'MIT' } },
    // From where this document came, whatever the service is called there: behind a proxy, under a prefix, by a name.
    servers: [{ url: './' }],
    paths: paths as ZodOpenApiPathsObject,
    ...(options.webhooks ? { webhooks: webhooksOf(options.webhooks) } : {}),
    components: { securitySchemes: schemesOf(options.groups), schemas: framesOf(options.groups) },
  })
}

const signed = z.object({
  'webhook-id': z.string().meta({ description: 'Of this delivery: the same whenever it is sent again.' }),
  'webhook-timestamp': z.string().meta({ description: 'When this attempt was made, in seconds since 1970.' }),
  'webhook-signature': z.string().meta({
    description:
      '`v1,` and the HMAC-SHA256, in base64, of `{webhook-id}.{webhook-timestamp}.{body}` under the secret; for a day after a rotation one of each secret, a space between them.',
  }),
})

function webhooksOf(events: Record<string, PostedEvent>): Record<string, { post: ZodOpenApiOperationObject }> {
  const post = ({ summary, payload }: PostedEvent): ZodOpenApiOperationObject => ({
    summary,
    requestParams: { header: signed },
    requestBody: { required: true, content: { 'application/json': { schema: payload } } },
    responses: {
      '2XX': { description: 'Delivered.' },
      '410': { description: 'Not wanted any more: the webhook is disabled.' },
      default: { description: 'Sent again later, for a day; redirects are not followed.' },
    },
  })
  return Object.fromEntries(Object.entries(events).map(([type, event]) => [type, { post: post(event) }]))
}

const SECURITY: Record<Credential, Record<string, string[]>[]> = {
  none: [],
  'optional-user': [{}, { userToken: [] }, { userPassword: [] }],
  user: [{ userToken: [] }, { userPassword: [] }],
  admin: [{ userToken: [] }, { userPassword: [] }],
  host: [{ hostKey: [] }],
  'user-or-host': [{ userToken: [] }, { userPassword: [] }, { hostKey: [] }],
  documents: [{ documentsKey: [] }],
}

const SCHEMES = {
  userToken: { type: 'http', scheme: 'bearer', description: 'A bearer token, mkt_u_...' },
  userPassword: { type: 'http', scheme: 'basic', description: 'Username and password' },
  hostKey: { type: 'http', scheme: 'bearer', description: 'A host key, mkt_h_...' },
  documentsKey: { type: 'http', scheme: 'bearer', description: 'A key of the documents service, mkt_d_...' },
} as const

/** Only the schemes that some endpoint takes. */
function schemesOf(groups: OpenApiOptions['groups']) {
  const endpoints = Object.values(groups).flatMap((group) => Object.values(group))
  const used = new Set(endpoints.flatMap(({ credential }) => SECURITY[credential].flatMap(Object.keys)))
  return Object.fromEntries(Object.entries(SCHEMES).filter(([name]) => used.has(name)))
}

/** What is said on upgraded connections, which no path of the document has a place for. */
function framesOf(groups: OpenApiOptions['groups']): Record<string, z.ZodType> {
  const endpoints = Object.values(groups).flatMap((group) => Object.values(group))
  const frames = endpoints.flatMap(({ upgrade }) => (upgrade ? [upgrade.sent, upgrade.received] : []))
  return Object.fromEntries(frames.map((frame) => [frame.meta()?.id as string, frame]))
}

function operation(endpoint: Endpoint, options: OpenApiOptions): ZodOpenApiOperationObject {
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    security: SECURITY[endpoint.credential],
    ...requestParams(endpoint),
    ...requestBody(endpoint),
    responses: { ...failures(endpoint, options), ...successes(endpoint) },
  } as ZodOpenApiOperationObject
}

function requestBody({ body, multipart }: Endpoint) {
  if (body) return { requestBody: { required: true, content: { 'application/json': { schema: body } } } }
  if (multipart) return { requestBody: { required: true, content: { 'multipart/form-data': { schema: multipart } } } }
  return {}
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
      success(answer, endpoint.summary, { status, others: status === '200' ? (endpoint.alternatives ?? []) : [] }),
    ]),
  )
}

function success(
  answer: Answer,
  summary: string,
  { status, others: alternatives }: { status: string; others: readonly Content[] },
) {
  if (answer === null) return { description: status === '101' ? 'Switching protocols' : 'No content' }
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

function failures(endpoint: Endpoint, { statusOf, errors }: OpenApiOptions) {
  const codes = new Set<AnyErrorCode>(['internal_error', ...endpoint.errors, ...errors.implied(endpoint)])
  const byStatus = new Map<number, string[]>()
  for (const code of codes) byStatus.set(statusOf(code), [...(byStatus.get(statusOf(code)) ?? []), code])
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      status,
      { description: names.join(', '), content: { 'application/json': { schema: errors.bodyOf(endpoint) } } },
    ]),
  )
}
