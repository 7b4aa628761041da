import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { hostList, listingQuery, modelList } from '../host.ts'

const root = defineEndpoint({
  name: 'root',
  method: 'GET',
  path: '/',
  credential: 'none',
  summary: 'Name, version and where the docs are; a browser is led to the pages',
  answers: {
    200: z.object({ name: z.string(), version: z.string(), docs: z.url() }).meta({ id: 'Root' }),
    302: null,
  },
  errors: [],
})

const figures = { active_hosts: z.int(), queued_jobs: z.int() }

const health = defineEndpoint({
  name: 'health',
  method: 'GET',
  path: '/health',
  credential: 'none',
  summary: [
    'Is the marketplace up; degraded: its database takes no writes; degraded: redis: streams pause until it is back;',
    '503 draining: this server is about to stop',
  ].join(' '),
  answers: {
    200: z.object({ status: z.enum(['ok', 'degraded', 'degraded: redis']), ...figures }).meta({ id: 'Health' }),
    503: z.object({ status: z.literal('draining'), ...figures }).meta({ id: 'Draining' }),
  },
  errors: [],
})

const ready = defineEndpoint({
  name: 'ready',
  method: 'GET',
  path: '/ready',
  credential: 'none',
  summary: 'May this server be sent requests; 503 while it cannot read its database, and from when it begins to stop',
  answers: { 200: z.object({ status: z.literal('ready') }).meta({ id: 'Ready' }) },
  errors: ['no_host_available'],
})

const models = defineEndpoint({
  name: 'models',
  method: 'GET',
  path: '/models',
  credential: 'none',
  summary: 'Models on offer, with prices',
  query: listingQuery,
  answers: { 200: modelList },
  errors: [],
})

const hosts = defineEndpoint({
  name: 'hosts',
  method: 'GET',
  path: '/hosts',
  credential: 'none',
  summary: 'Hosts active now or in the last day, newest first',
  query: listingQuery,
  answers: { 200: hostList },
  errors: [],
})

const metrics = defineEndpoint({
  name: 'metrics',
  method: 'GET',
  path: '/metrics',
  credential: 'none',
  summary: 'Totals of the marketplace',
  answers: {
    200: z
      .object({
        total_jobs_completed: z.int(),
        active_hosts: z.int(),
        total_users: z.int(),
        avg_job_latency_ms: z.number(),
      })
      .meta({ id: 'Metrics' }),
  },
  alternatives: [{ contentType: 'text/plain', description: 'The exposition format, for an Accept of text' }],
  errors: [],
})

const openapi = defineEndpoint({
  name: 'openapi',
  method: 'GET',
  path: '/openapi.json',
  credential: 'none',
  summary: 'This contract as OpenAPI 3.1',
  answers: { 200: { contentType: 'application/json', description: 'An OpenAPI 3.1 document' } },
  errors: [],
})

const docs = defineEndpoint({
  name: 'docs',
  method: 'GET',
  path: '/docs',
  credential: 'none',
  summary: 'This contract as a page, without network',
  answers: { 200: { contentType: 'text/html', description: 'Swagger UI' } },
  errors: [],
})

/** What anyone may read. */
export const openEndpoints = { root, health, ready, models, hosts, metrics, openapi, docs }
