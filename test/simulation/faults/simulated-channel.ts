import { type Connect, SocketRefusal, type TextSocket } from '../../../agent/src/transport/text-socket.ts'
import { clientFrame, type Frame, takeFrames } from './channel-frames.ts'
import type { Caller, NetworkOptions, ServersEnd } from './connection.ts'
import { turn } from './stillness.ts'
import { parseAnswer } from './wire.ts'

const MOST_LATENCY_MS = 60
const LATEST_MS = 40_000
/** As the real one does: who does not answer its closing is left. */
const LINGER_MS = 1000
/** A handshake that is not answered is given up. */
const OPEN_LIMIT_MS = 10_000
const ABNORMAL = 1006
const KEY = 'A'.repeat(22)

/** Channels over the simulated network. Nothing overtakes on one, nothing comes twice, and what is cut is gone. */
export function channelsOf(world: NetworkOptions, caller: Caller): Connect {
  return (_url, { protocol, authorization, signal }) =>
    caller.life.holds(
      new Promise((resolve, reject) => {
        const channel = new SimulatedChannel(world, caller, {
          granted: () => resolve(channel),
          refused: reject,
        })
        signal.addEventListener('abort', () => channel.breakOff(), { once: true })
        channel.ask(
          `GET /hosts/connect HTTP/1.1\r\nhost: market.test\r\nconnection: Upgrade\r\nupgrade: websocket\r\n` +
            `sec-websocket-version: 13\r\nsec-websocket-key: ${KEY}==\r\nsec-websocket-protocol: ${protocol}\r\n` +
            `authorization: ${authorization}\r\n\r\n`,
        )
      }),
    )
}

interface Opening {
  granted(): void
  refused(error: Error): void
}

/** The agent's end of one. `#last`: when the last frame on its way there, and back, arrives. */
class SimulatedChannel implements TextSocket {
  readonly #world: NetworkOptions
  readonly #caller: Caller
  readonly #opening: Opening
  readonly #last = { there: 0, back: 0 }
  readonly #forget: () => void
  #wire: ServersEnd | undefined
  #received = ''
  #open = false
  /** What is sent goes nowhere, and nobody is told. */
  #dead = false
  #over = false
  #hear: (text: string) => void = () => undefined
  #closed: (code: number, why: string) => void = () => undefined

  constructor(world: NetworkOptions, caller: Caller, opening: Opening) {
    this.#world = world
    this.#caller = caller
    this.#opening = opening
    this.#forget = caller.life.onEnd(() => this.breakOff())
  }

  ask(request: string): void {
    const { clock, plan, server, trace } = this.#world
    trace.note(`${this.#caller.name} asks for a channel`)
    clock.timer(OPEN_LIMIT_MS, () => this.#open || this.#end(ABNORMAL, 'no answer'))
    if (plan.strikes('request_lost')) return
    this.#pass('there', () => {
      const listener = { data: (text: string) => this.#take(text), closed: () => this.#hungUp() }
      this.#wire = server.accept(request, listener, { upgrade: true })
      if (!this.#wire) this.#end(ABNORMAL, 'connect ECONNREFUSED')
    })
  }

  send(text: string): void {
    this.#world.trace.note(`${this.#caller.name} >> ${text}`)
    this.#frame(clientFrame('text', text))
  }

  close(): void {
    this.#frame(clientFrame('close', ''))
    this.#world.clock.timer(LINGER_MS, () => this.breakOff())
  }

  heard(listener: (text: string) => void): void {
    this.#hear = listener
  }

  closed(listener: (code: number, why: string) => void): void {
    this.#closed = listener
  }

  turn(): Promise<void> {
    return this.#caller.life.holds(turn())
  }

  /** This end is gone; the server mostly hears of that. */
  breakOff(): void {
    const { clock, plan } = this.#world
    if (this.#over) return
    this.#end(ABNORMAL, 'cut')
    if (!this.#dead && !plan.strikes('hangup_unnoticed')) clock.timer(this.#latency(), () => this.#wire?.destroy())
  }

  #frame(bytes: string): void {
    if (!this.#strikes()) this.#pass('there', () => this.#wire?.hear(bytes))
  }

  /** What comes of the server, in whatever parts. */
  #take(text: string): void {
    if (this.#over) return
    this.#received += text
    if (!this.#open) this.#handshake()
    if (!this.#open) return
    const { frames, rest } = takeFrames(this.#received)
    this.#received = rest
    for (const frame of frames) if (!this.#strikes()) this.#pass('back', () => this.#arrives(frame))
  }

  #handshake(): void {
    const end = this.#received.indexOf('\r\n\r\n')
    if (end < 0 || !this.#received.startsWith('HTTP/1.1 101')) return
    this.#received = this.#received.slice(end + 4)
    this.#open = true
    this.#pass('back', () => {
      this.#world.trace.note(`${this.#caller.name} has a channel`)
      this.#opening.granted()
    })
  }

  #arrives({ kind, text, code }: Frame): void {
    this.#world.trace.note(`${this.#caller.name} << ${kind === 'close' ? code : text}`)
    if (kind === 'text') this.#hear(text)
    if (kind !== 'close') return
    this.#pass('there', () => this.#wire?.hear(clientFrame('close', '')))
    this.#end(code, text)
  }

  /** The server's end is gone. */
  #hungUp(): void {
    this.#world.broke(this.#caller.name)
    if (this.#dead || this.#over) return
    this.#pass('back', () => this.#end(ABNORMAL, 'the connection was lost'))
  }

  /** Whether the frame that is about to go is lost, with the connection or with all that follow. */
  #strikes(): boolean {
    const { plan } = this.#world
    if (this.#over || this.#dead) return true
    if (plan.strikes('channel_dead')) this.#dead = true
    else if (plan.strikes('channel_cut')) this.#pass('back', () => this.breakOff())
    else return false
    return true
  }

  #pass(way: 'there' | 'back', arrive: () => void): void {
    const { clock, plan, still } = this.#world
    const late_ms = plan.strikes('channel_late') ? plan.details('channel_late').int(1000, LATEST_MS) : 0
    const now = clock.monotonic()
    this.#last[way] = Math.max(this.#last[way], now + this.#latency() + late_ms)
    clock.timer(this.#last[way] - now, () => {
      still.stir()
      if (way === 'there' || !this.#over) arrive()
    })
  }

  #end(code: number, why: string): void {
    if (this.#over) return
    this.#over = true
    this.#forget()
    const answer = parseAnswer(this.#received)
    if (!this.#open) this.#opening.refused(answer ? new SocketRefusal(answer.status, answer.body) : new Error(why))
    else if (this.#caller.life.alive) this.#closed(code, why)
  }

  #latency(): number {
    return Math.ceil(MOST_LATENCY_MS * this.#world.chance.next() ** 3)
  }
}
