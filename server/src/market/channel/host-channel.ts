import {
  CHANNEL_CLOSE,
  CHANNEL_PING_SECONDS,
  CHANNEL_SILENCE_SECONDS,
  type ChannelCall,
  type ChannelClose,
  type Endpoint,
  market as endpoints,
  type HostFrame,
  hostFrame,
  MOST_CONCURRENCY,
  type Parsed,
  type ResultAnswer,
  type ServerFrame,
  writeJson,
} from '@mkt/schemas'
import { DomainError } from '../../base/errors.ts'
import { jsonExcess } from '../../base/json-bounds.ts'
import { isOut } from '../../base/open-calls.ts'
import type { TextSocket } from '../../base/text-socket.ts'
import { LONG_BYTES } from '../../base/turn-queue.ts'
import { hostTopic } from '../../bus/bus.ts'
import { ingest } from '../attempts/ingest.ts'
import { nextOffer } from '../broker/offer.ts'
import type { Market } from '../deps.ts'
import { takeFarewell, takeHeartbeat } from '../hosts/heartbeat.ts'
import { followCutOff } from './cut-off.ts'
import { OffersUnderWay } from './offers-under-way.ts'
import { RunningHere } from './running-here.ts'

export interface HostChannelDeps {
  market: Market
  host_id: string
  socket: TextSocket
  /** Throws where the key does not prove the host any more, or the host is shut out. */
  prove: () => Promise<void>
  /** A body by its schema, which must name this host. Error: invalid_request, forbidden. */
  parse: <E extends HostEndpoint>(endpoint: E, body: unknown) => Parsed<E>['body']
  /** An error as a call is answered with it. */
  speak: (error: unknown) => Spoken
  /** Aborts when the host is shut out, and when the server stops. */
  gone: AbortSignal
}

export type HostEndpoint = Endpoint & { body: NonNullable<Endpoint['body']>; path: `/hosts/${ChannelCall}` }

interface Spoken {
  status: number
  body: unknown
  retry_after?: number | undefined
}

type Call = Extract<HostFrame, { type: 'call' }>

/** As many slots as a host may have, twice: those of an agent that comes back may meet those of the one that left. */
const MOST_WAITING = 2 * MOST_CONCURRENCY
/** Calls that do not wait for work; what comes beyond waits in the connection. */
const MOST_AT_ONCE = 16
/** A host that does not read what it is told is not read either. */
const MOST_UNSENT = 1_048_576

/**
 * A host's calls over one connection, instead of a request each: the same operations behind them, with the same
 * answers. The channel is in one of these states:
 * - open: calls come and are answered, each when it is done, in whatever order;
 * - held up: as many calls are under way as may be, or the host does not read its answers: nothing more is read until
 *   that is over, so that the host's own system makes it wait;
 * - leaving: the server stops, or the host is shut out. What is under way is answered, what waits for work ends,
 *   nothing more is taken, and the channel is closed;
 * - closed, by either side or by silence. Offers of which the host has not said that they arrived are taken back; what
 *   it runs goes on, over another channel or by calls; where the host says nothing of it, elsewhere (cut-off.ts).
 * Whatever is lost with a channel, the host says again: its calls may be repeated, here as there.
 */
export class HostChannel {
  readonly #deps: HostChannelDeps
  readonly #waiting = new Map<number, AbortController>()
  readonly #offers: OffersUnderWay
  readonly #running: RunningHere
  readonly #underWay = new Set<Promise<void>>()
  #leaving: { code: ChannelClose; reason: string } | undefined
  #heard_ms: number
  #stopLooking = () => {}

  constructor(deps: HostChannelDeps) {
    this.#deps = deps
    this.#offers = new OffersUnderWay(deps.market)
    this.#running = new RunningHere(deps.market, deps.host_id)
    this.#heard_ms = deps.market.clock.monotonic()
  }

  /** Serves the channel; resolves when it is closed. */
  async run(): Promise<void> {
    const { market, host_id, socket, gone } = this.#deps
    const leave = () =>
      isOut(gone.reason) && isOver(gone.reason.code)
        ? this.leave(gone.reason.code, gone.reason.message)
        : this.leave('stopping', 'the server is stopping')
    const unsubscribe = market.bus.subscribe(hostTopic(host_id), () => void this.#tellEnded())
    socket.heard((text) => this.#take(text))
    gone.addEventListener('abort', leave)
    this.#look()
    if (gone.aborted) leave()
    await new Promise<void>((resolve) => socket.closed(resolve))
    gone.removeEventListener('abort', leave)
    unsubscribe()
    this.#stopLooking()
    for (const poll of this.#waiting.values()) poll.abort()
    this.#offers.takeAllBack()
    const left = this.#leaving?.code ?? 'silent'
    if (left !== 'silent') return
    market.channels.broke()
    // What it said before that is taken first.
    await Promise.all(this.#underWay)
    followCutOff(market, { host_id, runs: this.#running.all() })
  }

  /** Ends the channel once what is under way is answered. */
  leave(code: ChannelClose, reason: string): void {
    this.#leaving ??= { code, reason }
    for (const poll of this.#waiting.values()) poll.abort()
    this.#closeIfOver()
  }

  #take(text: string): void {
    if (this.#leaving) return
    this.#heard_ms = this.#deps.market.clock.monotonic()
    const frame = readFrame(text)
    if (!frame) this.leave('policy', 'this was no frame of a host, see HostFrame in /openapi.json')
    else if (frame.type === 'call') this.#begin(frame, text.length)
    else if (frame.type === 'received') this.#offers.received(frame.id)
    else if (frame.type === 'drop') {
      this.#waiting.get(frame.id)?.abort()
      this.#offers.takeBack(frame.id)
    } else if (frame.type === 'ping') this.#send({ type: 'pong' })
  }

  #begin(frame: Call, length: number): void {
    const waits = frame.call === 'next-job'
    const fault = this.#waiting.has(frame.id)
      ? `the call ${frame.id} is under way already`
      : waits && this.#waiting.size >= MOST_WAITING && `more than ${MOST_WAITING} calls wait for a job`
    if (fault) this.leave('policy', fault)
    else this.#serve(frame, length, waits)
  }

  #serve(frame: Call, length: number, waits: boolean): void {
    const poll = new AbortController()
    if (waits) this.#waiting.set(frame.id, poll)
    const answer = this.#answer(frame, length, poll.signal).finally(() => {
      if (waits) this.#waiting.delete(frame.id)
      else this.#underWay.delete(answer)
      this.#holdUp()
      this.#closeIfOver()
    })
    if (!waits) this.#underWay.add(answer)
    this.#holdUp()
  }

  async #answer({ id, call, body }: Call, length: number, gone: AbortSignal): Promise<void> {
    const { market, prove, parse, speak } = this.#deps
    const begun = performance.now()
    let status = 200
    try {
      await prove()
      if (length > LONG_BYTES) await market.longBodies.next()
      if (call === 'next-job') status = await this.#offer(id, parse(endpoints.nextJob, body), gone)
      else if (call === 'results') this.#reply(id, await this.#results(parse(endpoints.results, body)))
      else {
        await takeHeartbeat(market, parse(endpoints.heartbeatHost, body)).finally(() => this.#running.spoken())
        this.#reply(id, { status: 'acknowledged' })
      }
    } catch (error) {
      const spoken = speak(error)
      status = spoken.status
      this.#send({ type: 'answer', id, ...spoken })
      if (error instanceof DomainError && isOver(error.code)) this.leave(error.code, error.message)
    }
    const route = `/hosts/${call}`
    market.meter.request({ method: 'CHANNEL', route, status: String(status) }, (performance.now() - begun) / 1000)
  }

  /** Waits for a job; the status that it is answered with. */
  async #offer(id: number, asked: Parsed<typeof endpoints.nextJob>['body'], gone: AbortSignal): Promise<number> {
    const { market, socket } = this.#deps
    const found = gone.aborted ? undefined : await nextOffer(market, asked, gone)
    if (!found) {
      this.#send({ type: 'answer', id, status: 204 })
      return 204
    }
    this.#offers.send(id, found.claimed, () => this.leave('silent', `nothing was said of the offer ${id}`))
    if (gone.aborted || !socket.open) this.#offers.takeBack(id)
    else {
      const { job_id, attempt } = found.claimed
      this.#running.add({ job_id, attempt, instance: asked.instance })
      this.#reply(id, found.offer)
    }
    return 200
  }

  async #results(body: Parsed<typeof endpoints.results>['body']): Promise<{ results: ResultAnswer[] }> {
    const { market, host_id } = this.#deps
    for (const { job_id } of body.results) this.#offers.named(job_id)
    if (body.stopping) await takeFarewell(market, host_id)
    const results = await ingest(market, body).finally(() => this.#running.spoken(body.results))
    this.#running.answered(body, results)
    return { results }
  }

  async #tellEnded(): Promise<void> {
    const results = await this.#running.ended()
    if (results.length > 0) this.#send({ type: 'ended', results })
  }

  #reply(id: number, body: unknown): void {
    this.#send({ type: 'answer', id, status: 200, body })
  }

  #send(frame: ServerFrame): void {
    const { socket } = this.#deps
    if (!socket.open) return
    socket.send(writeJson(frame), () => this.#holdUp())
    this.#holdUp()
  }

  #holdUp(): void {
    const { socket } = this.#deps
    if (this.#underWay.size >= MOST_AT_ONCE || socket.unsent > MOST_UNSENT) socket.pause()
    else socket.resume()
  }

  #closeIfOver(): void {
    if (!this.#leaving || this.#underWay.size > 0 || this.#waiting.size > 0) return
    const { code, reason } = this.#leaving
    this.#deps.socket.close(CHANNEL_CLOSE[code], reason.slice(0, MOST_REASON))
  }

  /** Sees to it that a channel whose other end is gone does not stay. */
  #look(): void {
    const { clock } = this.#deps.market
    this.#stopLooking = clock.timer(CHANNEL_PING_SECONDS * 1000, () => {
      const silent = clock.monotonic() - this.#heard_ms > CHANNEL_SILENCE_SECONDS * 1000
      if (silent) this.leave('silent', 'nothing was heard of the host')
      else this.#send({ type: 'ping' })
      this.#look()
    })
  }
}

/** The protocol has room for 123 bytes. */
const MOST_REASON = 120

const isOver = (code: string): code is 'unauthorized' | 'forbidden' => code === 'unauthorized' || code === 'forbidden'

function readFrame(text: string): HostFrame | undefined {
  if (jsonExcess(text)) return undefined
  try {
    return hostFrame.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
