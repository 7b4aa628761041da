import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { createMailer } from './accounts/mail/mailer.ts'
import { demandOneKey, openSeals } from './accounts/second-factor/open-seals.ts'
import { systemChance } from './base/chance.ts'
import { systemClock } from './base/clock.ts'
import { createIds } from './base/ids.ts'
import type { Log } from './base/log.ts'
import { Meter } from './base/meter.ts'
import { createInProcessBus } from './bus/in-process.ts'
import type { Config, Service } from './config.ts'
import { composeDocuments } from './documents/compose.ts'
import { Archive } from './documents/store/archive.ts'
import { locateBlobs } from './documents/store/blob-location.ts'
import { openBlobs } from './documents/store/blobs.ts'
import { keepHours } from './hourly/keep-hours.ts'
import { withDocumentsDoor } from './http/documents-door.ts'
import { documentsErrorForm, marketErrorForm } from './http/error-form.ts'
import { createListener, type Listener } from './http/listener.ts'
import { type Limits, LOOPBACK_FACTOR } from './limits.ts'
import { memoryLive } from './live/live.ts'
import { openRedis } from './live/redis/open-redis.ts'
import { auditAside } from './market/audit/audit-aside.ts'
import { composeMarket } from './market/compose.ts'
import type { Payments } from './market/purchases/provider.ts'
import { createStripe } from './market/purchases/stripe.ts'
import type { PaymentSettings } from './payment-settings.ts'
import { keepSigning } from './servers/keep-signing.ts'
import type { Database } from './storage/database.ts'
import {
  locate,
  lockDatabase,
  lockDataDirectory,
  makeDataDirectory,
  migrateInTurn,
  openDatabase,
} from './storage/location.ts'
import { standForLeader } from './storage/postgres-leader.ts'
import { postgresSpace } from './storage/postgres-space.ts'
import { startWebhooks } from './webhooks/compose.ts'
import { dnsLookUp } from './webhooks/targets.ts'

export interface Running {
  /** Undefined where the service is off. */
  marketUrl: string | undefined
  documentsUrl: string | undefined
  /** Stops taking requests, lets those in progress end, closes the database. */
  stop(): Promise<void>
}

/** Whoever hands requests out to several servers asks each second or so whether one is ready. */
const LEAVE_MS = 1500

/** No statement of a server's takes nearly as long; one that does waits for a Postgres whose machine is gone. */
const DATABASE_PATIENCE_MS = 60_000

type Closers = (() => unknown)[]

/**
 * Starts the configured services on the data directory, of which this process holds their part until `stop`: another
 * server may have the other service. `lost` is called when
 * another server took the database (after an outage of Postgres): this one must then end at once.
 */
export async function serve(config: Config, log: Log, lost: () => void): Promise<Running> {
  makeDataDirectory(config.data)
  const closers: Closers = [lockDataDirectory(config.data, config.services)]
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    const location = locate(config.data, config.databaseUrl)
    closers.push(await lockDatabase(location, config.services, lost, { shared: config.redisUrl !== undefined }))
    let database: Database | undefined
    closers.push(() => database?.close())
    const sockets = await bind(config, closers)
    await migrateInTurn(location, config.data)
    database = openDatabase(location, { log, patienceMs: DATABASE_PATIENCE_MS })
    const base = await openBase(config, log, database, closers)
    const documents = sockets.documents && (await startDocuments(config, base, sockets.documents, closers))
    const marketUrl =
      sockets.market && (await startMarket(config, base, sockets.market, { closers, documents: documents?.answer }))
    const documentsUrl = documents?.url
    return { marketUrl, documentsUrl, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Both ports before anything is written or built: a start that is refused changes nothing, no older schema either. */
async function bind(config: Config, closers: Closers) {
  const listeners: Partial<Record<Service, Listener>> = {}
  for (const service of config.services) {
    const listener = listenerFor(service, config)
    await listen(listener.server, config.host, service === 'market' ? config.marketPort : config.documentsPort)
    closers.push(() => close(listener.server))
    listeners[service] = listener
  }
  return listeners
}

function listenerFor(service: Service, { limits, trustedProxies, forOneself: ownNamesOnly }: Config): Listener {
  const bounds = trustedProxies > 0 ? { ...limits, ...boundsOfProxies(limits) } : limits
  if (service === 'market') return createListener(bounds, marketErrorForm, { ownNamesOnly })
  // 50 MB over a slow line take longer than any other request.
  return createListener({ ...bounds, request_seconds: limits.upload_seconds }, documentsErrorForm, { ownNamesOnly })
}

/** All callers of a proxy have its address. */
function boundsOfProxies(limits: Limits): Partial<Limits> {
  return {
    connections_per_address: Number.POSITIVE_INFINITY,
    unsent_bytes_per_address: limits.unsent_bytes_per_address * LOOPBACK_FACTOR,
  }
}

/** Longer than any document's files take to be written. */
const FOREIGN_SWEEP_MS = 3_600_000

/**
 * What both services share. The archive is among it: an account that ends in the marketplace takes its documents
 * along, also while the documents service is off.
 */
async function openBase(config: Config, log: Log, database: Database, closers: Closers) {
  const clock = systemClock
  const blobs = await openBlobs(locateBlobs(config.data, config))
  // Where the documents service is another process, it may be writing what is noted.
  const alone = config.services.includes('documents') && config.redisUrl === undefined
  const sweepAfterMs = alone ? 0 : FOREIGN_SWEEP_MS
  const archive = new Archive({ database, blobs, clock, log, sweepAfterMs })
  await archive.sweep()
  closers.push(archive.startSweeping())
  const { limits, checkAnswers, trustedProxies, accessLog } = config
  const { live, bus, leads, agreed } = await openLive(config, log, closers)
  closers.push(archive.startPurging(config.documentsRetentionDays, leads))
  const shared = { database, clock, ids: createIds(clock), bus, log, meter: new Meter() }
  const webhooks = { ...shared, targets: { privateTargets: config.webhooksPrivate, lookUp: dnsLookUp() } }
  const signing = keepSigning({ ...shared, machine: hostname(), services: config.services })
  closers.push(startWebhooks(webhooks), keepHours(shared), signing)
  return {
    ...shared,
    live,
    leads,
    agreed,
    rates: live.rates,
    limits,
    checkAnswers,
    trustedProxies,
    accessLog,
    blobs,
    archive,
    webhooks,
  }
}

/** In memory, or shared with the other servers of the same database, of which one leads. */
async function openLive({ redisUrl, databaseUrl }: Config, log: Log, closers: Closers) {
  if (!redisUrl || !databaseUrl)
    return { live: memoryLive(systemClock), bus: createInProcessBus(), leads: () => true, agreed: undefined }
  const live = await openRedis({ url: redisUrl, space: await postgresSpace(databaseUrl) }, systemClock, log)
  closers.push(() => live.close())
  const leader = standForLeader(databaseUrl)
  closers.push(() => leader.close())
  return { live, bus: live.bus, leads: leader.leads, agreed: live.agreed }
}

type Base = Awaited<ReturnType<typeof openBase>>

async function startMarket(
  config: Config,
  base: Base,
  listener: Listener,
  { closers, documents }: { closers: Closers; documents: RequestListener | undefined },
): Promise<string> {
  const baseUrl = config.marketUrl ?? urlOf(config.host, listener.server)
  const { registration, signupNano, trust, unprovenLimitNano, retentionDays, verifyShare: share } = config
  const seals = await openSeals(base.database, config.data)
  if (base.agreed) await demandOneKey(seals, config.data, base.agreed)
  const mailer = config.mail && createMailer(config.mail, base.log)
  if (mailer) closers.push(() => mailer.close())
  const market = await composeMarket({
    ...base,
    seals,
    registration,
    signupNano,
    trust,
    unprovenLimitNano,
    verification: share > 0 ? { share, prompts: config.verifyPrompts, chance: systemChance } : undefined,
    retentionDays,
    baseUrl,
    publicUrl: config.marketUrl,
    closing: base.archive.closing(),
    heldElsewhere: (userId) => ({ documents: base.archive.heldOf(userId) }),
    payments: config.payments && paymentsOf(config.payments),
    mailer,
    adminFactor: config.adminFactor,
    audit: () => auditAside(locate(config.data, config.databaseUrl)),
  })
  closers.push(() => market.stop())
  closers.push(async () => {
    market.drain()
    if (config.redisUrl) await pause(LEAVE_MS)
  })
  const { webSockets } = market
  listener.answerWith(withDocumentsDoor(market.answer, { sessions: base, documents }), { webSockets })
  return baseUrl
}

function paymentsOf({ price, leastNano, mostNano, ...keys }: PaymentSettings): Payments {
  return { provider: createStripe({ ...keys, fetch }), price, least_nano: leastNano, most_nano: mostNano }
}

async function startDocuments(config: Config, base: Base, listener: Listener, closers: Closers) {
  const listeningUrl = urlOf(config.host, listener.server)
  const { data, documentsThreads: threads, documentsUrl: configuredUrl, riskPolicy: policy } = config
  const { documentsRetentionDays: retentionDays, documentsReports: reports } = config
  // Each port answers the figures of its own service; what both share is counted with the marketplace's.
  const meter = config.services.includes('market') ? new Meter() : base.meter
  const alone = config.redisUrl === undefined
  const own = { alone, meter, data, threads, policy, retentionDays, reports, configuredUrl, listeningUrl }
  const documents = await composeDocuments({ ...base, ...own })
  if (meter !== base.meter) closers.push(keepHours({ ...base, meter }))
  closers.push(() => documents.stop())
  const answer = documents.app.callback()
  listener.answerWith(answer, { asksForBodies: true })
  return { url: configuredUrl ?? listeningUrl, answer }
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port, backlog: 1024 }, resolve)
  })
  server.removeAllListeners('error')
}

const DRAIN_MS = 10_000

/** Idle connections end at once, requests in progress get some time, streams and long polls are cut after it. */
async function close(server: Server): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await new Promise<void>((resolve) => server.close(() => resolve()))
  clearTimeout(cut)
}

/** A wildcard address is reached on loopback from this machine; a public name must be configured. */
function urlOf(host: string, server: Server): string {
  const { port } = server.address() as AddressInfo
  const wildcard = host === '0.0.0.0' || host === '::'
  const name = wildcard ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
