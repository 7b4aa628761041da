import { Redis } from 'ioredis'
import { DomainError } from '../../base/errors.ts'
import type { Log } from '../../base/log.ts'
import type { Patiently } from './patience.ts'
import { clusterOf, placeIn, sentinelsOf } from './redis-url.ts'
import { SCRIPTS, sourceOf } from './scripts.ts'
import type { Argument, Script, SharedPlace } from './shared-place.ts'
import { slotConnectorOf } from './slot-connector.ts'

// A command is sent once or fails: what was repeated after a lost answer would count twice.
const OPTIONS = {
  lazyConnect: true,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  autoResubscribe: false,
  commandTimeout: 1000,
  // Behind a broken network nothing says that a connection is gone: TCP itself tries for minutes, and finds a network
  // that is whole again late.
  socketTimeout: 5000,
  connectTimeout: 5000,
  keepAlive: 10_000,
  retryStrategy: (times: number) => Math.min(times * 100, 1000),
  reconnectOnError: (error: Error) => NOT_NOW.test(error.message),
} as const

/** What a server says that is a master no more, or not yet: it is away, and whoever asks again may find another one. */
const NOT_NOW = /\b(READONLY|LOADING|MASTERDOWN|NOREPLICAS|MOVED|ASK|TRYAGAIN|CLUSTERDOWN)\b/

/** HSET of several fields, and scripts that ask for the time and write. */
const OLDEST = [6, 2] as const

/** Redis cannot be used: not there, too old, or not for us. */
export class RedisError extends Error {
  override name = 'RedisError'
}

/** The Redis or Valkey that servers share: one connection for commands, one that listens. */
export class SharedRedis implements SharedPlace {
  readonly commands: Redis
  readonly listener: Redis
  readonly space: string
  /** As a person is told of it. */
  readonly #place: string
  readonly #log: Log
  /** Why a connection broke off last. */
  #failure: Error | undefined

  constructor(url: string, name: string, log: Log) {
    // What stands in braces alone says of which slot a key is. Elsewhere servers of before clusters use these keys too.
    this.space = clusterOf(url) ? `mkt:{${name}}:` : `mkt:${name}:`
    this.commands = clientOf(url, this.space, 'mkt-server')
    this.listener = clientOf(url, this.space, 'mkt-server listener')
    this.#place = placeIn(url)
    this.#log = log
    for (const name of Object.keys(SCRIPTS) as Script[]) {
      this.commands.defineCommand(name, { numberOfKeys: 1, lua: sourceOf(name) })
    }
    let away = false
    this.commands.on('ready', () => {
      if (away) log.info('Redis is back')
      away = false
    })
    this.commands.on('close', () => {
      if (!away) log.error('Redis cannot be reached; streams pause until it is back')
      away = true
      // It asks nothing, so that it does not notice by itself: the same network is broken for it, or the node that it
      // listens to is no master any more and cut off from the others.
      if (this.listener.status === 'ready') this.listener.disconnect(true)
    })
    // Told by `close` once; without a listener each try would be printed.
    for (const client of [this.commands, this.listener])
      client.on('error', (error) => {
        this.#failure = error
      })
  }

  /** Throws RedisError where it is not there, or too old. */
  async connect(patient: Patiently): Promise<void> {
    const place = this.#place
    for (const client of [this.commands, this.listener]) await patient(() => this.#connected(client))
    const info = await patient(() => this.commands.info('server'))
    const said = /redis_version:(\d+)\.(\d+)/.exec(info) ?? []
    const [major, minor] = [Number(said[1] ?? 0), Number(said[2] ?? 0)]
    if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return
    throw new RedisError(`Redis at ${place} is ${major}.${minor}: mkt-server needs ${OLDEST.join('.')} or later`)
  }

  /** One that did not come to its first answer in time goes on trying by itself. */
  async #connected(client: Redis): Promise<void> {
    if (client.status === 'ready') return
    if (client.status !== 'wait') throw new Error(TIMED_OUT)
    // A connection that is given up says only that it is closed.
    await client.connect().catch((error) => Promise.reject(this.#failure ?? error))
  }

  /** What a person is told of a start that failed so. */
  failedBy(error: unknown): RedisError {
    if (error instanceof RedisError) return error
    if (isLate(error)) return new RedisError(`Redis at ${this.#place} ${LATE}`)
    const { message, cause } = error as Error
    const why = cause instanceof Error ? cause.message : message
    return new RedisError(`cannot reach Redis at ${this.#place} (${why}): see --redis-url`)
  }

  get away(): boolean {
    return this.commands.status !== 'ready'
  }

  async ask(script: Script, ...args: readonly Argument[]): Promise<unknown> {
    try {
      const command = this.commands as unknown as Record<Script, (...all: readonly Argument[]) => Promise<unknown>>
      return await command[script](this.space, ...args)
    } catch (error) {
      // What Redis answers is no outage but a defect of ours, or a Redis that may not do what it has to.
      const { name, message } = error as Error
      if (name === 'ReplyError' && !NOT_NOW.test(message)) throw error
      throw awayError(error)
    }
  }

  tell(script: Script, ...args: readonly Argument[]): void {
    this.ask(script, ...args).catch((error) => {
      if (error instanceof DomainError) this.#log.debug({ err: error, script }, 'Redis was not told')
      else this.#log.error({ err: error, script }, 'Redis refused')
    })
  }

  close(): void {
    this.commands.disconnect()
    this.listener.disconnect()
  }
}

function clientOf(url: string, key: string, connectionName: string): Redis {
  const options = { ...OPTIONS, connectionName }
  const cluster = clusterOf(url)
  if (cluster) {
    const { nodes: _, ...login } = cluster
    return new Redis({ ...login, ...options, Connector: slotConnectorOf(cluster, key) })
  }
  const sentinels = sentinelsOf(url)
  if (!sentinels) return new Redis(url, options)
  // A server that starts and reaches none says so; later they are asked until one answers.
  let found = false
  const sentinelRetryStrategy = (times: number) => (found || times < 3 ? Math.min(times * 100, 1000) : null)
  const client = new Redis({ ...sentinels, ...options, sentinelRetryStrategy })
  client.once('ready', () => {
    found = true
  })
  return client
}

/** As ioredis says it of an answer that did not come within `commandTimeout`. */
const TIMED_OUT = 'Command timed out'
const LATE =
  'answers later than a second: that is too slow for what servers share there. ' +
  'See whether it, its machine or the way to it is overloaded, and --redis-url'

/** Whether something failed because Redis was too slow: it may be in time when it is asked again. */
export function isLate(error: unknown): boolean {
  const { message, cause } = error as Error
  return message === TIMED_OUT || message === 'connect ETIMEDOUT' || (cause !== undefined && isLate(cause))
}

/** Whether something failed because Redis could not be reached, or not in time, which may pass. */
export const isAway = (error: unknown): boolean =>
  isLate(error) || (error instanceof DomainError && error.message === AWAY)

/** What a caller is told while the place cannot be reached. */
export const awayError = (cause: unknown) => new DomainError('no_host_available', AWAY, { retryAfterS: 1, cause })

const AWAY = 'What the servers of this marketplace share cannot be reached at this moment; try again in a moment.'
