import { CHANNEL_CLOSE, type EndedJob, HOST_CHANNEL, market } from '@mkt/schemas'
import { backoffMs } from '@mkt/schemas/process/backoff'
import type { Connection } from '../connection.ts'
import { type Effects, pause } from '../effects.ts'
import type { Log } from '../log.ts'
import { connectionWords } from '../words/connection.ts'
import { Channel } from './channel.ts'
import { SocketRefusal } from './text-socket.ts'

/** A server that has no channels, and a proxy that lets none through, are asked again so much later. */
const REFUSED_MS = 600_000
/** A channel that ended sooner than this was none: the next one is waited for as after a failure. */
const SHORT_MS = 30_000
const STOPPING_MS = 2_000

export interface TransportOptions {
  connection: Connection
  effects: Effects
  log: Log
  /** The owner wants none. */
  off: boolean
  /** Jobs of which the server says, unasked, that they are over. */
  ended: (jobs: readonly EndedJob[]) => void
  /** A channel is over, and calls are requests again. */
  broke: () => void
}

/** By which way the host's calls go: `channel`, or a request for each, and why. */
export interface Way {
  way: 'channel' | 'calls'
  why?: string
}

/**
 * Keeps a channel to the server open where there can be one. While there is none, before the first, between two, and at
 * a server or behind a proxy that has none, the host's calls are requests, each by itself; what was under way on a
 * channel that ends is asked again that way.
 */
export class Transport {
  readonly #options: TransportOptions
  #why: string = connectionWords.channelNotYet
  #open = false
  #said = ''
  readonly #tried = Promise.withResolvers<void>()

  constructor(options: TransportOptions) {
    this.#options = options
    if (options.off) this.#why = connectionWords.channelOff
    if (options.off || !options.effects.connect) this.#tried.resolve()
  }

  get way(): Way {
    return this.#open ? { way: 'channel' } : { way: 'calls', why: this.#why }
  }

  /** Resolves once a channel is open, or was tried. */
  async tried(limit_ms: number, signal: AbortSignal): Promise<void> {
    await Promise.race([this.#tried.promise, pause(this.#options.effects, limit_ms, signal)])
  }

  /** Goes on until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const { effects, off } = this.#options
    if (off || !effects.connect) return
    for (let failures = 0; !signal.aborted; ) {
      const begun_ms = effects.monotonic()
      const wait_ms = await this.#once(signal)
      this.#tried.resolve()
      failures = effects.monotonic() - begun_ms > SHORT_MS ? 0 : failures + 1
      const spread_ms = backoffMs(failures, effects.random, { firstMs: 500, capMs: 120_000 })
      await pause(effects, wait_ms + spread_ms, signal)
    }
  }

  /** One channel from its beginning to its end; how long the next is to be waited for in any case. */
  async #once(signal: AbortSignal): Promise<number> {
    const { connection, effects, log, ended } = this.#options
    const { server } = connection
    try {
      const url = server + market.connectHost.path
      const asked = { protocol: HOST_CHANNEL, authorization: connection.authorization ?? '', signal }
      const socket = await (effects.connect as NonNullable<Effects['connect']>)(url, asked)
      const channel = new Channel({ socket, effects, server, ended })
      const close = () => channel.close()
      signal.addEventListener('abort', close)
      if (signal.aborted) close()
      this.#opened(channel)
      const { code, why } = await channel.over
      signal.removeEventListener('abort', close)
      this.#closed(why)
      log.debug({ code }, connectionWords.channelEnded(why))
      return code === CHANNEL_CLOSE.stopping ? STOPPING_MS : code === CHANNEL_CLOSE.forbidden ? REFUSED_MS / 5 : 0
    } catch (error) {
      if (signal.aborted) return 0
      const refused = error instanceof SocketRefusal
      this.#why = refused ? connectionWords.channelRefused(error.status) : (error as Error).message
      if (refused) this.#say(connectionWords.byCalls(this.#why))
      return refused ? waitAfter(error.status) : 0
    }
  }

  #opened(channel: Channel): void {
    this.#options.connection.use(channel)
    this.#open = true
    this.#tried.resolve()
    this.#say(connectionWords.byChannel)
  }

  #closed(why: string): void {
    this.#options.connection.use(undefined)
    this.#open = false
    this.#why = why
    this.#options.broke()
  }

  /** Once, until there is something else to say. */
  #say(text: string): void {
    if (text !== this.#said) this.#options.log.info(text)
    this.#said = text
  }
}

/** What the server says of itself for a moment passes sooner than what it is. */
const waitAfter = (status: number) => (status === 429 || status >= 500 ? 0 : REFUSED_MS)
