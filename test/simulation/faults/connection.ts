import type { Chance } from '../../load/chance.ts'
import type { SimulatedClock } from '../simulated-clock.ts'
import type { FaultPlan } from './fault-plan.ts'
import type { Life } from './life.ts'
import type { Stillness } from './stillness.ts'
import type { Trace } from './trace.ts'
import type { WireListener, WireOptions } from './wire.ts'

/** Whoever sends requests: its name is for the trace, and with its life its connections end. */
export interface Caller {
  name: string
  life: Life
}

/** What takes requests; undefined where nobody listens. */
export interface Listening {
  accept(request: string, listener: WireListener, options: WireOptions): ServersEnd | undefined
}

/** The server's end of a connection. */
export interface ServersEnd {
  hear(bytes: string): void
  destroy(): unknown
}

export interface NetworkOptions {
  clock: SimulatedClock
  plan: FaultPlan
  still: Stillness
  trace: Trace
  chance: Chance
  server: Listening
  /** The server has lost a channel of this caller. */
  broke: (caller: string) => void
}

export interface Request {
  caller: Caller
  bytes: string
  label: string
  /** What comes is handed on as it comes, and the way back breaks between two chunks, not as a whole. */
  stream: boolean
}

export interface Receiver {
  data(text: string): void
  /** The connection is over: the answer is whole, or was broken off. */
  closed(): void
}

const MOST_LATENCY_MS = 60
const LATEST_MS = 40_000
/** Of the lost messages, how many leave the sender to its own timeout instead of a broken connection. */
const SILENT_LOSSES = 0.3
const DEAF: WireListener = { data: () => undefined, closed: () => undefined }

/** One request on its way to the server and its answer on the way back, with what may go wrong on both. */
export class Connection {
  readonly #world: NetworkOptions
  readonly #request: Request
  readonly #receiver: Receiver
  readonly #forget: () => void
  #wire: ServersEnd | undefined
  #over = false
  /** When the last thing on its way back arrives: nothing overtakes. */
  #last = 0

  constructor(world: NetworkOptions, request: Request, receiver: Receiver) {
    this.#world = world
    this.#request = request
    this.#receiver = receiver
    this.#forget = request.caller.life.onEnd(() => this.hangUp())
  }

  send(): void {
    const { clock, plan } = this.#world
    if (plan.strikes('request_lost')) this.#breakOff(plan.details('request_lost'))
    else clock.timer(this.#latency() + this.#lateness('request_late'), () => this.#arrive())
    if (this.#request.stream || !plan.strikes('request_doubled')) return
    const chance = plan.details('request_doubled')
    const ms = chance.int(1, chance.next() < 0.5 ? 100 : LATEST_MS)
    clock.timer(ms, () => void this.#world.server.accept(this.#request.bytes, DEAF, {}))
  }

  /** The caller closes its end; the server mostly hears of that. */
  hangUp(): void {
    const { clock, plan } = this.#world
    if (this.#end() && !plan.strikes('hangup_unnoticed')) clock.timer(this.#latency(), () => this.#wire?.destroy())
  }

  #arrive(): void {
    const { clock, plan, server } = this.#world
    const { stream, bytes } = this.#request
    const hold = stream && plan.strikes('reader_slow') ? this.#slowly() : undefined
    this.#wire = server.accept(bytes, stream ? this.#relaying() : this.#answering(), { hold })
    if (!this.#wire) this.#bring(0, () => this.#close())
    // It was sent by someone who has hung up since.
    else if (this.#over) clock.timer(1, () => this.#wire?.destroy())
  }

  /** An answer comes whole, or not at all. */
  #answering(): WireListener {
    const { plan } = this.#world
    let raw = ''
    return {
      data: (text) => {
        raw += text
      },
      closed: () => {
        if (plan.strikes('answer_lost')) return this.#breakOff(plan.details('answer_lost'))
        this.#bring(this.#lateness('answer_late'), () => {
          this.#receiver.data(raw)
          this.#close()
        })
      },
    }
  }

  #relaying(): WireListener {
    const { clock, plan } = this.#world
    let cut = false
    return {
      data: (text) => {
        if (cut) return
        cut = plan.strikes('stream_cut')
        if (!cut) return this.#bring(0, () => this.#receiver.data(text))
        this.#bring(0, () => this.#close())
        if (!plan.strikes('hangup_unnoticed')) clock.timer(this.#latency(), () => this.#wire?.destroy())
      },
      closed: () => !cut && this.#bring(0, () => this.#close()),
    }
  }

  #breakOff(chance: Chance): void {
    if (this.#request.stream || chance.next() >= SILENT_LOSSES) this.#bring(0, () => this.#close())
  }

  #bring(late_ms: number, what: () => void): void {
    const { clock, still } = this.#world
    const now = clock.monotonic()
    this.#last = Math.max(this.#last, now + this.#latency() + late_ms)
    clock.timer(this.#last - now, () => {
      still.stir()
      if (!this.#over) what()
    })
  }

  #close(): void {
    if (this.#end()) this.#receiver.closed()
  }

  #end(): boolean {
    if (this.#over) return false
    this.#over = true
    this.#forget()
    return true
  }

  #latency(): number {
    return Math.ceil(MOST_LATENCY_MS * this.#world.chance.next() ** 3)
  }

  #lateness(fault: 'request_late' | 'answer_late'): number {
    const { plan } = this.#world
    return plan.strikes(fault) ? plan.details(fault).int(1000, LATEST_MS) : 0
  }

  #slowly(): (done: () => void) => void {
    const { clock, plan } = this.#world
    const chance = plan.details('reader_slow')
    return (done) => void clock.timer(chance.int(100, 3000), done)
  }
}
