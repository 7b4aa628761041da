import { type EndedJob, type HostFrame, hostFrame, type ServerFrame, writeJson } from '@mkt/schemas'
import type { Effects } from '../../agent/src/effects.ts'
import { type Connect, SocketRefusal, type TextSocket } from '../../agent/src/transport/text-socket.ts'
import type { Marketplace } from './marketplace.ts'

/** The agent's channels to a marketplace in memory: what passes, what is lost, and when they end, is the test's. */
export class MemoryChannels {
  readonly market: Marketplace
  readonly effects: Pick<Effects, 'timer'>
  /** What the agent sent, of all channels. */
  readonly frames: HostFrame[] = []
  /** When channels were asked for, and with which key. */
  readonly asked: (string | undefined)[] = []
  /** A channel is refused with this status; undefined: granted. */
  refusal: number | undefined
  /** What is sent goes nowhere, as behind a router that has forgotten the connection. */
  dead = false
  /** How long a frame is on its way, ms. */
  delay_ms = 0
  #open: OpenEnd | undefined

  constructor(market: Marketplace, effects: Pick<Effects, 'timer'>) {
    this.market = market
    this.effects = effects
  }

  get open(): boolean {
    return this.#open !== undefined
  }

  readonly connect: Connect = async (_url, { authorization }) => {
    this.asked.push(authorization)
    if (this.market.away) throw new Error('connect ECONNREFUSED')
    if (this.refusal !== undefined) throw new SocketRefusal(this.refusal, '')
    this.dead = false
    const end = new OpenEnd(this, authorization)
    this.#open = end
    end.over.then(() => {
      if (this.#open === end) this.#open = undefined
    })
    return end.socket
  }

  /** Ends the channel; what is on its way to either side is lost. */
  cut(code = 1006, why = 'the connection was lost'): void {
    this.#open?.end(code, why)
  }

  tellEnded(results: EndedJob[]): void {
    this.#open?.toAgent({ type: 'ended', results })
  }
}

/** The server's end of one channel. */
class OpenEnd {
  readonly socket: TextSocket
  readonly over: Promise<void>
  readonly #channels: MemoryChannels
  readonly #authorization: string
  readonly #calls = new Map<number, AbortController>()
  readonly #offers = new Map<number, string>()
  #hear: (text: string) => void = () => {}
  #closed: (code: number, why: string) => void = () => {}
  #ended = false
  readonly #end: () => void

  constructor(channels: MemoryChannels, authorization: string) {
    this.#channels = channels
    this.#authorization = authorization
    const { promise, resolve } = Promise.withResolvers<void>()
    this.over = promise
    this.#end = resolve
    this.socket = {
      send: (text) => this.#later(() => this.#take(hostFrame.parse(JSON.parse(text)))),
      close: () => this.end(1001, 'closed'),
      heard: (listener) => {
        this.#hear = listener
      },
      closed: (listener) => {
        this.#closed = listener
      },
      turn: () => Promise.resolve(),
    }
  }

  end(code: number, why: string): void {
    if (this.#ended) return
    this.#ended = true
    for (const call of this.#calls.values()) call.abort(new Error('gone'))
    // As a server does with an offer of which nobody says that it arrived.
    for (const id of [...this.#offers.keys()]) this.#takeBack(id)
    this.#closed(code, why)
    this.#end()
  }

  toAgent(frame: ServerFrame): void {
    this.#later(() => this.#hear(writeJson(frame)))
  }

  #later(pass: () => void): void {
    const { delay_ms, effects, dead } = this.#channels
    const arrive = () => {
      if (!this.#ended && !dead) pass()
    }
    if (delay_ms > 0) effects.timer(delay_ms, arrive)
    else queueMicrotask(arrive)
  }

  #take(frame: HostFrame): void {
    this.#channels.frames.push(frame)
    if (frame.type === 'ping') this.toAgent({ type: 'pong' })
    if (frame.type === 'received') this.#offers.delete(frame.id)
    if (frame.type === 'drop') {
      this.#calls.get(frame.id)?.abort(new Error('dropped'))
      this.#takeBack(frame.id)
    }
    if (frame.type === 'call') void this.#answer(frame)
  }

  async #answer({ id, call, body }: Extract<HostFrame, { type: 'call' }>): Promise<void> {
    const given = new AbortController()
    this.#calls.set(id, given)
    const { market } = this.#channels
    try {
      const asked = market.answer(`POST /hosts/${call}`, JSON.stringify(body), this.#authorization, given.signal)
      const { status, body: said, headers } = await asked
      if (call === 'next-job' && status === 200) this.#offers.set(id, (said as { job_id: string }).job_id)
      if (this.#ended) this.#takeBack(id)
      const later = headers?.['retry-after']
      const parts = { ...(said === undefined ? {} : { body: said }), ...(later ? { retry_after: Number(later) } : {}) }
      this.toAgent({ type: 'answer', id, status, ...parts })
    } catch {
      // The call was dropped: nobody is answered.
    } finally {
      this.#calls.delete(id)
    }
  }

  #takeBack(id: number): void {
    const job = this.#channels.market.jobs.get(this.#offers.get(id) ?? '')
    this.#offers.delete(id)
    if (job?.state === 'running' && job.pieces.length === 0) this.#channels.market.requeue(job)
  }
}
