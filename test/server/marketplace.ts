import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Capability,
  market as endpoints,
  type ModelPricesSaid,
  NANO_PER_CREDIT,
  type ResultsRequest,
} from '@mkt/schemas'
import { type Client, createClient } from '@mkt/schemas/client'
import type { Mailer } from '../../server/src/accounts/mail/mailer.ts'
import type { AccountClosing } from '../../server/src/accounts/own-account.ts'
import { sealsBy } from '../../server/src/accounts/second-factor/seals.ts'
import { type Clock, systemClock } from '../../server/src/base/clock.ts'
import { createIds } from '../../server/src/base/ids.ts'
import { createLog, type Log } from '../../server/src/base/log.ts'
import { Meter } from '../../server/src/base/meter.ts'
import { createInProcessBus } from '../../server/src/bus/in-process.ts'
import { marketErrorForm } from '../../server/src/http/error-form.ts'
import { createListener } from '../../server/src/http/listener.ts'
import { DEFAULT_LIMITS, type Limits } from '../../server/src/limits.ts'
import { type AuditReport, audit } from '../../server/src/market/audit/audit.ts'
import { composeMarket } from '../../server/src/market/compose.ts'
import { grant } from '../../server/src/market/ledger/grant.ts'
import type { Payments } from '../../server/src/market/purchases/provider.ts'

import type { Location } from '../../server/src/storage/migrate.ts'
import type { Trust } from '../../server/src/trust.ts'
import type { Webhooks } from '../../server/src/webhooks/deps.ts'
import type { TargetPolicy } from '../../server/src/webhooks/targets.ts'
import { bringUpToDate } from './current-schema.ts'
import { openTestDatabase } from './open-test-database.ts'
import { quickDerive } from './quick-derive.ts'

export interface MarketplaceOptions {
  clock?: Clock
  /** SQLite in a new temporary folder when not given. */
  location?: Location
  limits?: Partial<Limits>
  signupCredits?: number
  /** Granted to each user as paid for, beside the promotional ones of the signup. */
  paidCredits?: number
  audit?: NonNullable<Parameters<typeof composeMarket>[0]['audit']>
  /** `own` when not given, as on loopback. */
  trust?: Trust
  registration?: 'open' | 'accounts'
  retentionDays?: number
  closing?: AccountClosing
  payments?: Payments
  mailer?: Mailer
  adminFactor?: boolean
  /** Where browsers would meet it; without one there are no passkeys. */
  publicUrl?: string
  /** Where webhooks may go; without it only to loopback addresses, and every name has none. */
  targets?: TargetPolicy
  log?: Log
  accessLog?: boolean
}

/** The marketplace in this process behind a real socket, every answer checked against the contract. */
export async function startMarketplace(options: MarketplaceOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-test-'))
  const location = options.location ?? { sqlite: join(folder, 'mkt.db') }
  await bringUpToDate(location)
  const database = openTestDatabase(location)
  const clock = options.clock ?? systemClock
  const ids = createIds(clock)
  // What fuzz and load send is no user's pace.
  const limits = { ...DEFAULT_LIMITS, submission_burst: 1_000_000, ...options.limits }
  const listener = createListener(limits, marketErrorForm)
  const { server } = listener
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const log = options.log ?? createLog(process.env.TEST_LOG ?? 'silent')
  const parts = { database, clock, ids, bus: createInProcessBus(), log, meter: new Meter() }
  const targets = options.targets ?? { privateTargets: 'loopback', lookUp: async () => [] }
  const webhooks: Webhooks = { ...parts, targets }
  const composed = await composeMarket({
    seals: sealsBy(new Uint8Array(32)),
    ...parts,
    accessLog: options.accessLog ?? false,
    limits,
    // But for those who ask for bounds of the threads that hash.
    ...(options.limits?.passwords_waiting === undefined ? { derive: quickDerive } : {}),
    baseUrl: url,
    publicUrl: options.publicUrl,
    registration: options.registration ?? 'open',
    trust: options.trust ?? 'own',
    unprovenLimitNano: 10_000_000n,
    signupNano: BigInt(options.signupCredits ?? 100) * NANO_PER_CREDIT,
    checkAnswers: true,
    trustedProxies: 0,
    retentionDays: options.retentionDays ?? 30,
    payments: options.payments,
    mailer: options.mailer,
    adminFactor: options.adminFactor ?? false,
    audit: options.audit,
    webhooks,
    closing: options.closing ?? { prepare: async () => undefined, finish: async () => undefined },
  })
  listener.answerWith(composed.answer, { webSockets: composed.webSockets })

  const connect = (authorization?: string): Client =>
    createClient({ baseUrl: url, ...(authorization ? { authorization: () => authorization } : {}) })

  const grantTo = (userId: string, nano: bigint) => grant({ database, clock, ids }, userId, nano, 'test')
  let serial = 0
  return {
    url,
    database,
    clock,
    market: composed.market,
    /** What sends webhooks would work with; nothing is sent unless a test starts it. */
    webhooks,
    connect,
    location,
    /** Connections that the server holds at this moment. */
    connections: () =>
      new Promise<number>((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    /** Signs a user up and gives them a token. */
    async user(username = `user${++serial}`) {
      const password = 'correct horse'
      const body = { username, email: `${username}@example.com`, password }
      const { user_id } = await connect().call(endpoints.createUser, { body })
      if (options.paidCredits) await grantTo(user_id, BigInt(options.paidCredits) * NANO_PER_CREDIT)
      const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
      const { token } = await connect(basic).call(endpoints.createToken, { body: { name: 'test' } })
      const authorization = `Bearer ${token}`
      return { user_id, username, password, token, authorization, client: connect(authorization) }
    },
    /** Registers a host; money as credits text, e.g. price '0.001'. */
    async host({ price = 1_000_000n, models = ['m'], max_tokens = 4096, ...more }: HostOptions = {}) {
      const backend = 'huggingface' as const
      const { input_price, capabilities, model_prices, owner } = more
      const asks = {
        price_per_token: price,
        ...(input_price === undefined ? {} : { price_per_input_token: input_price }),
      }
      const body = { gpu: 'Test GPU', models, ...asks, backend, max_tokens, capabilities, model_prices }
      const { host_id, api_key } = await connect(owner).call(endpoints.registerHost, { body })
      const client = connect(`Bearer ${api_key}`)
      return {
        host_id,
        api_key,
        client,
        next: (wait_seconds?: number) =>
          client.call(endpoints.nextJob, {
            body: { host_id, ...(wait_seconds === undefined ? {} : { wait_seconds }) },
          }),
        results: async (results: ResultsRequest['results'][number][] | object[]) =>
          (await client.call(endpoints.results, { body: { host_id, results: results as ResultsRequest['results'] } }))
            .results,
        heartbeat: (available_models = models, gpu_utilization = 0) =>
          client.call(endpoints.heartbeatHost, { body: { host_id, gpu_utilization, available_models } }),
      }
    },
    grant: grantTo,
    drain: () => composed.drain(),
    audit: (): Promise<AuditReport> => audit(database),
    /** Stops as a crash does, as far as one process can: nothing is handed over. The data stays for a next start. */
    async stop({ keep = false } = {}) {
      server.closeAllConnections()
      listener.cut()
      await new Promise((resolve) => server.close(resolve))
      await composed.stop()
      await database.close()
      if (!keep) rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Marketplace = Awaited<ReturnType<typeof startMarketplace>>
export type TestUser = Awaited<ReturnType<Marketplace['user']>>
export type TestHost = Awaited<ReturnType<Marketplace['host']>>

export interface HostOptions {
  /** Nano-credits a token. */
  price?: bigint
  /** For a token that is read. */
  input_price?: bigint
  models?: string[]
  max_tokens?: number
  capabilities?: Capability[]
  model_prices?: ModelPricesSaid['model_prices']
  /** The Authorization header of the owning user. */
  owner?: string
}
