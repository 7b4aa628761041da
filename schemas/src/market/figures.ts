import { z } from 'zod'
import { credits } from '../credits.ts'
import { defineEndpoint } from '../endpoint.ts'
import { hostId } from '../host.ts'
import { day } from '../period.ts'
import { timestamp } from '../text.ts'

const sums = {
  jobs: z.int().meta({ description: 'Jobs that ended with a text, cancelled ones that were charged included' }),
  tokens: z.int(),
  charged: credits.meta({ description: 'What buyers were charged' }),
  earned: credits.meta({ description: 'What hosts earned of it' }),
}

const adminFigures = defineEndpoint({
  name: 'adminFigures',
  method: 'GET',
  path: '/admin/figures',
  credential: 'admin',
  summary:
    'Jobs, tokens and money of the whole marketplace by UTC day, up to a minute old; from is included, to is not',
  query: z.object({ from: day.optional(), to: day.optional() }),
  answers: {
    200: z
      .object({ from: day, to: day, rows: z.array(z.object({ day, ...sums })), total: z.object(sums) })
      .meta({ id: 'MarketFigures' }),
  },
  errors: [],
})

const spread = z
  .object({ p50: z.int(), p95: z.int() })
  .nullable()
  .meta({ description: 'Median and 95th percentile in ms, estimated by bounds up to 30 s; null: none' })

const adminHours = defineEndpoint({
  name: 'adminHours',
  method: 'GET',
  path: '/admin/figures/hours',
  credential: 'admin',
  summary:
    'Jobs, requests and documents of all servers by the hour: how many failed, how long they took; every hour, the ' +
    'oldest first, up to a minute old',
  query: z.object({ hours: z.coerce.number().int().min(1).max(168).default(24) }),
  answers: {
    200: z
      .object({
        hours: z.array(
          z.object({
            hour: timestamp.meta({ description: 'Its beginning' }),
            jobs_completed: z.int(),
            jobs_failed: z.int().meta({ description: 'That ended without an answer, expired ones included' }),
            jobs_cancelled: z.int().meta({ description: 'By their buyers; they are not among the failed ones' }),
            first_token_ms: spread,
            requests: z.int(),
            requests_failed: z.int().meta({ description: 'Answered with a status of 500 or above' }),
            documents: z.int().meta({ description: 'Analysed' }),
            documents_refused: z.int().meta({ description: 'That cannot be analysed, which their owner was told' }),
            documents_failed: z.int().meta({ description: 'By a fault of the service' }),
            document_ms: spread,
          }),
        ),
      })
      .meta({ id: 'MarketHours' }),
  },
  errors: [],
})

const server = z
  .object({
    server_id: z.string(),
    machine: z.string(),
    version: z.string(),
    services: z.array(z.enum(['market', 'documents'])),
    status: z.enum(['up', 'silent']).meta({ description: 'silent: it has not signed for a minute' }),
    started_at: timestamp,
    signed_at: timestamp,
    memory_bytes: z.int(),
    cores: z.number().meta({ description: 'How many cores it used in the last 20 s' }),
    delay_ms: z.number().meta({ description: 'How late its event loop comes round, 99th percentile' }),
  })
  .meta({ id: 'ServerProcess' })

const adminServers = defineEndpoint({
  name: 'adminServers',
  method: 'GET',
  path: '/admin/servers',
  credential: 'admin',
  summary:
    'The server processes of this marketplace and how they are, the oldest first; one that is stopped is taken off ' +
    'the list, and one that was killed an hour later',
  answers: { 200: z.object({ servers: z.array(server) }).meta({ id: 'ServerList' }) },
  errors: [],
})

const auditLedger = defineEndpoint({
  name: 'auditLedger',
  method: 'POST',
  path: '/admin/audit',
  credential: 'admin',
  summary: 'Audit the ledger now, as mkt-server audit does; one at a time, and the act log says who asked',
  answers: {
    200: z
      .object({
        ok: z.boolean(),
        at: timestamp,
        took_ms: z.int().min(0),
        transactions: z.int(),
        entries: z.int(),
        accounts: z.int(),
        issued: credits,
        fees: credits,
        faults: z.array(z.string()).meta({ description: 'Every fault in a sentence; none: the books are right' }),
      })
      .meta({ id: 'LedgerAudit' }),
  },
  errors: ['conflict'],
})

/** One hour of a host. */
const hostHour = z.object({
  hour: timestamp.meta({ description: 'Its beginning' }),
  jobs: z.int(),
  tokens: z.int(),
  credits,
  utilization: z.number().min(0).max(1).meta({ description: 'Of its slots, the share that paid jobs held' }),
})

const ownedHostHours = defineEndpoint({
  name: 'ownedHostHours',
  method: 'GET',
  path: '/users/me/hosts/{host_id}/hours',
  credential: 'user',
  scope: 'hosts:write',
  summary:
    'What an own host earned and how busy it was, by the hour and by jobs that ended; every hour, the oldest first',
  params: z.object({ host_id: hostId }),
  query: z.object({ hours: z.coerce.number().int().min(1).max(72).default(24) }),
  answers: { 200: z.object({ host_id: hostId, hours: z.array(hostHour) }).meta({ id: 'HostHours' }) },
  errors: ['not_found'],
})

/** The marketplace over time, for operators. */
export const figureEndpoints = { adminFigures, adminHours, adminServers, auditLedger }
export const hostHoursEndpoints = { ownedHostHours }
