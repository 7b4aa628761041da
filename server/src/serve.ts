import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type Koa from 'koa'
import { systemClock } from './base/clock.ts'
import { createIds } from './base/ids.ts'
import type { Log } from './base/log.ts'
import { Meter } from './base/meter.ts'
import { createInProcessBus } from './bus/in-process.ts'
import type { Config } from './config.ts'
import { composeDocuments } from './documents/compose.ts'
import { answerBrokenRequests } from './http/app.ts'
import { composeMarket } from './market/compose.ts'
import { locate, lockDatabase, lockDataDirectory, makeDataDirectory, openDatabase } from './storage/location.ts'
import { migrate } from './storage/migrate.ts'

export interface Running {
  marketUrl: string
  documentsUrl: string
  /** Stops taking requests, lets those in progress end, closes the database. */
  stop(): Promise<void>
}

/**
 * Starts both services on the data directory, which this process holds until `stop`. `lost` is called when another
 * server took the database (after an outage of Postgres): this one must then end at once.
 */
export async function serve(config: Config, log: Log, lost: () => void): Promise<Running> {
  makeDataDirectory(config.data)
  const unlock = lockDataDirectory(config.data)
  const closers: (() => unknown)[] = [unlock]
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    const location = locate(config.data, config.databaseUrl)
    closers.push(await lockDatabase(location, lost))
    await migrate(location)
    const database = openDatabase(location)
    closers.push(() => database.close())
    const marketServer = await listen(config.host, config.marketPort)
    closers.push(() => close(marketServer))
    const documentsServer = await listen(config.host, config.documentsPort)
    closers.push(() => close(documentsServer))
    const marketUrl = config.marketUrl ?? urlOf(config.host, marketServer)
    const documentsUrl = config.documentsUrl ?? urlOf(config.host, documentsServer)
    const shared = {
      clock: systemClock,
      ids: createIds(systemClock),
      log,
      meter: new Meter(),
      checkAnswers: config.checkAnswers,
      trustedProxies: config.trustedProxies,
    }
    const { limits, registration, signupNano, retentionDays } = config
    const bus = createInProcessBus()
    const market = await composeMarket({
      ...shared,
      database,
      bus,
      limits,
      registration,
      signupNano,
      retentionDays,
      baseUrl: marketUrl,
    })
    closers.push(() => market.stop())
    answer(marketServer, market.app)
    answer(documentsServer, composeDocuments({ ...shared, bodyBytes: limits.body_bytes }))
    return { marketUrl, documentsUrl, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Binds before anything is built, so that a taken port is found first and no request is answered half ready. */
async function listen(host: string, port: number): Promise<Server> {
  const server = createServer({ requestTimeout: 120_000, headersTimeout: 30_000, keepAliveTimeout: 65_000 })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port, backlog: 1024 }, resolve)
  })
  server.removeAllListeners('error')
  return server
}

function answer(server: Server, app: Koa): void {
  answerBrokenRequests(server)
  server.on('request', app.callback())
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
