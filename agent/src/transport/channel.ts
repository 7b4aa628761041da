import {
  type AnswerBody,
  CHANNEL_PING_SECONDS,
  type ChannelCall,
  type EndedJob,
  type HostFrame,
  isSchema,
  market,
  type ServerFrame,
  serverFrame,
  writeJson,
} from '@mkt/schemas'
import { ApiError, apiErrorFrom, UnreachableError } from '@mkt/schemas/client'
import type { Effects } from '../effects.ts'
import { connectionWords } from '../words/connection.ts'
import type { HostCallOptions, HostCalls } from './host-calls.ts'
import type { TextSocket } from './text-socket.ts'

const CALL_LIMIT_MS = 30_000
/** How often the server is asked for a sign, and how long it may give none: where an answer is waited for, not long. */
const LOOK_MS = 3_000
const SILENT_MS = 10_000
const IDLE_SILENT_MS = 3 * CHANNEL_PING_SECONDS * 1000

const ENDPOINTS = { heartbeat: market.heartbeatHost, 'next-job': market.nextJob, results: market.results }
type Answer<C extends ChannelCall> = AnswerBody<(typeof ENDPOINTS)[C]>

interface Pending {
  call: ChannelCall
  resolve: (answer: never) => void
  reject: (error: unknown) => void
}

/** The channel ended before the answer came: it is asked again, by the way that there is then. */
export class ChannelEnded extends UnreachableError {
  override name = 'ChannelEnded'
}

export interface ChannelOptions {
  socket: TextSocket
  effects: Pick<Effects, 'timer' | 'monotonic'>
  server: string
  /** Jobs of which the server says, unasked, that they are over. */
  ended: (jobs: readonly EndedJob[]) => void
}

/**
 * An open channel to the server as a way for the host's calls. It ends where either side closes it, and where the
 * server gives no sign: a connection that something in between has dropped looks open for a quarter of an hour. All
 * calls that are under way then fail with ChannelEnded.
 */
export class Channel implements HostCalls {
  readonly #options: ChannelOptions
  readonly #pending = new Map<number, Pending>()
  /** Resolves with why it ended. */
  readonly over: Promise<{ code: number; why: string }>
  readonly #end: (how: { code: number; why: string }) => void
  #open = true
  #ids = 0
  #heard_ms: number
  #asked_ms: number
  #stopLooking = () => {}

  constructor(options: ChannelOptions) {
    this.#options = options
    const { promise, resolve } = Promise.withResolvers<{ code: number; why: string }>()
    this.over = promise
    this.#end = resolve
    this.#heard_ms = this.#asked_ms = options.effects.monotonic()
    options.socket.heard((text) => this.#take(text))
    options.socket.closed((code, why) => this.#closed(code, why))
    this.#look()
  }

  heartbeat(body: object, options: HostCallOptions): Promise<Answer<'heartbeat'>> {
    return this.#call('heartbeat', body, options)
  }

  nextJob(body: object, options: HostCallOptions): Promise<Answer<'next-job'>> {
    return this.#call('next-job', body, options)
  }

  results(body: object, options: HostCallOptions): Promise<Answer<'results'>> {
    return this.#call('results', body, options)
  }

  turn(): Promise<void> {
    return this.#options.socket.turn()
  }

  close(): void {
    this.#leave(connectionWords.stopping)
  }

  #leave(why: string): void {
    this.#options.socket.close()
    this.#closed(0, why)
  }

  #call<C extends ChannelCall>(call: C, body: object, { signal, timeoutMs }: HostCallOptions): Promise<Answer<C>> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      if (!this.#open) return reject(this.#ended(connectionWords.channelClosed))
      const id = ++this.#ids
      const drop = (error: unknown) => {
        if (!this.#pending.has(id)) return
        over()
        this.#send({ type: 'drop', id })
        reject(error)
      }
      const aborted = () => drop(signal?.reason)
      const late = () => drop(this.#ended(connectionWords.noAnswer))
      const cancel = this.#options.effects.timer(timeoutMs ?? CALL_LIMIT_MS, late)
      const over = () => {
        this.#pending.delete(id)
        cancel()
        signal?.removeEventListener('abort', aborted)
      }
      signal?.addEventListener('abort', aborted)
      const settle =
        <T>(then: (value: T) => void) =>
        (value: T) => {
          over()
          then(value)
        }
      this.#pending.set(id, { call, resolve: settle(resolve), reject: settle(reject) })
      this.#send({ type: 'call', id, call, body })
    })
  }

  #send(frame: HostFrame): void {
    if (this.#open) this.#options.socket.send(writeJson(frame))
  }

  #take(text: string): void {
    this.#heard_ms = this.#options.effects.monotonic()
    const frame = readFrame(text)
    if (frame?.type === 'answer') this.#answered(frame)
    else if (frame?.type === 'ended') this.#options.ended(frame.results)
    else if (frame?.type === 'ping') this.#send({ type: 'pong' })
  }

  #answered({ id, status, body, retry_after }: Extract<ServerFrame, { type: 'answer' }>): void {
    const pending = this.#pending.get(id)
    if (!pending) return
    try {
      const answer = this.#read(pending.call, { status, body, retry_after })
      // At once, since an offer of which this is not said goes to another host.
      if (pending.call === 'next-job' && answer) this.#send({ type: 'received', id })
      pending.resolve(answer as never)
    } catch (error) {
      pending.reject(error)
      // Behind a balancer another one may be well; where there is none, requests wait for this one.
      if (status >= 500) this.#leave(connectionWords.channelNotWell(status))
    }
  }

  #read(call: ChannelCall, { status, body, retry_after }: { status: number; body?: unknown; retry_after?: unknown }) {
    const endpoint = ENDPOINTS[call]
    const schema = (endpoint.answers as Record<number, unknown>)[status]
    if (schema === null) return null
    if (isSchema(schema as never)) {
      const parsed = (schema as (typeof endpoint.answers)[200]).safeParse(body)
      if (parsed.success) return parsed.data
      throw new ApiError(status, 'internal_error', connectionWords.notInForm(call), { answerer: 'stranger' })
    }
    const headers = new Headers(retry_after === undefined ? {} : { 'retry-after': String(retry_after) })
    const answer = { ok: false, status, headers }
    throw apiErrorFrom(this.#options.server, answer as never, JSON.stringify(body))
  }

  /** Ends a channel on which nothing comes. */
  #look(): void {
    const { effects } = this.#options
    this.#stopLooking = effects.timer(LOOK_MS, () => {
      const now = effects.monotonic()
      const waits = this.#pending.values().some(({ call }) => call !== 'next-job')
      if (now - this.#heard_ms > (waits ? SILENT_MS : IDLE_SILENT_MS)) {
        return this.#leave(connectionWords.channelSilent)
      }
      const ask_ms = waits ? LOOK_MS : CHANNEL_PING_SECONDS * 1000
      if (now - Math.max(this.#heard_ms, this.#asked_ms) >= ask_ms) {
        this.#asked_ms = now
        this.#send({ type: 'ping' })
      }
      this.#look()
    })
  }

  #closed(code: number, why: string): void {
    if (!this.#open) return
    this.#open = false
    this.#stopLooking()
    // Whoever goes on another way now does so because of this.
    this.#end({ code, why })
    for (const { reject } of [...this.#pending.values()]) reject(this.#ended(why))
  }

  #ended(why: string): ChannelEnded {
    return new ChannelEnded(this.#options.server, new Error(why))
  }
}

function readFrame(text: string): ServerFrame | undefined {
  try {
    return serverFrame.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
