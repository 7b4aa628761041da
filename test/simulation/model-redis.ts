import { EventEmitter } from 'node:events'
import type { Argument, Script, SharedPlace } from '../../server/src/live/redis/shared-place.ts'
import { awayError } from '../../server/src/live/redis/shared-redis.ts'
import { ModelScripts } from './model-scripts.ts'

/** What happens on the way between one server and what it shares with others. */
export interface Way {
  /** Resolves when the command is there, rejects where it never comes. */
  go(): Promise<void>
  /** The same of its answer. */
  come(): Promise<void>
  /** Hands on a message, now, later or twice; none overtakes another. */
  bring(message: () => void): void
}

const AT_ONCE: Way = {
  go: async () => undefined,
  come: async () => undefined,
  bring: (message) => void setImmediate(message),
}

/** A Redis in memory: scripts, one after the other, and channels. */
export class ModelRedis {
  readonly scripts: ModelScripts
  readonly #clients = new Set<ModelClient>()

  constructor(wall: () => number) {
    this.scripts = new ModelScripts({
      wall,
      publish: (channel, text) => this.publish(channel, text),
      listeners: (channel) => [...this.#clients].filter((client) => client.hears(channel)).length,
    })
  }

  /** A server's connections. */
  connect(way: Way = AT_ONCE): ModelClient {
    const client = new ModelClient(this, way)
    this.#clients.add(client)
    return client
  }

  publish(channel: string, text: string): number {
    const hearers = [...this.#clients].filter((client) => client.hears(channel))
    for (const client of hearers) client.bring(channel, text)
    return hearers.length
  }
}

/** One server's connections to it, which may be cut. */
export class ModelClient implements SharedPlace {
  // Of one marketplace there is one model.
  readonly space = ''
  away = false
  readonly commands = { publish: (channel: string, text: string) => this.#do(() => this.#redis.publish(channel, text)) }
  readonly #redis: ModelRedis
  readonly #way: Way
  readonly #events = new EventEmitter()
  readonly #channels = new Set<string>()

  constructor(redis: ModelRedis, way: Way) {
    this.#redis = redis
    this.#way = way
  }

  readonly listener: SharedPlace['listener'] = (() => {
    const client = this
    return {
      get status() {
        return client.away ? 'reconnecting' : 'ready'
      },
      subscribe: (...channels: string[]) =>
        this.#do(() => {
          for (const channel of channels) this.#channels.add(channel)
        }),
      unsubscribe: (...channels: string[]) =>
        this.#do(() => {
          for (const channel of channels) this.#channels.delete(channel)
        }),
      on: (event: string, heard: (...said: string[]) => void) => this.#events.on(event, heard),
    }
  })()

  async ask(script: Script, ...args: readonly Argument[]): Promise<unknown> {
    return await this.#do(() => this.#redis.scripts.run(script, args))
  }

  tell(script: Script, ...args: readonly Argument[]): void {
    this.ask(script, ...args).catch(() => undefined)
  }

  hears(channel: string): boolean {
    return !this.away && this.#channels.has(channel)
  }

  bring(channel: string, text: string): void {
    this.#way.bring(() => {
      if (this.hears(channel)) this.#events.emit('message', channel, text)
    })
  }

  /** Nothing comes through any more, and what it listened to is forgotten. */
  cut(): void {
    if (this.away) return
    this.away = true
    this.#channels.clear()
    this.#events.emit('close')
  }

  restore(): void {
    if (!this.away) return
    this.away = false
    this.#events.emit('ready')
  }

  async #do<T>(what: () => T): Promise<T> {
    try {
      await this.#way.go()
      if (this.away) throw new Error('Connection is closed.')
      const said = what()
      await this.#way.come()
      return said
    } catch (error) {
      throw awayError(error)
    }
  }
}
