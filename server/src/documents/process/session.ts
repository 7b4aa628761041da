import { type Duplex, Writable } from 'node:stream'
import { systemClock } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import { createLog } from '../../base/log.ts'
import { limitCores, shareCores } from '../ocr/core-shares.ts'
import type { EarlierDocument } from '../risk/cross-document.ts'
import { Pool } from '../threads/pool.ts'
import type { Reported, SummaryWork } from '../threads/work.ts'
import { type Frame, Line } from './line.ts'
import type { Failure, FromReader, ReaderSettings, ToReader } from './messages.ts'

type Order = Extract<ToReader, { read: unknown } | { draw: unknown } | { drawSummary: unknown }>

/** Serves the other end until that has gone. */
export async function serveReader(socket: Duplex): Promise<void> {
  const line = new Line(socket)
  let session: Session | undefined
  for await (const frame of line.frames()) {
    if (session) session.hear(frame)
    else if ('message' in frame) session = new Session(line, (frame.message as { settings: ReaderSettings }).settings)
  }
}

/** The server's orders, one at a time: a file comes, a thread works on it, what it found and the report go back. */
class Session {
  readonly #line: Line
  readonly #pool: Pool
  #order: Order | undefined
  #pieces: Uint8Array[] = []
  #arrived = 0
  #ending = new AbortController()
  #answer: (earlier: EarlierDocument[]) => void = () => {}

  constructor(line: Line, { cores, worker, ...limits }: ReaderSettings) {
    this.#line = line
    shareCores(cores)
    const log = createLog('info', passedOn((text) => this.#passOn(text)) as never)
    const module = worker === undefined ? {} : { worker: new URL(worker) }
    this.#pool = new Pool({ clock: systemClock, log, threads: 1, ...limits, ...module })
  }

  hear(frame: Frame): void {
    if ('piece' in frame) this.#take(frame.piece)
    else this.#obey(frame.message as ToReader)
  }

  #obey(message: ToReader): void {
    if ('cores' in message) limitCores(message.cores)
    else if ('earlier' in message) this.#answer(message.earlier)
    else if ('cancel' in message) this.#ending.abort(new Error('nobody waits for it'))
    else if ('summarise' in message) this.#summarise({ facts: message.summarise })
    else if ('poured' in message) this.#start()
    else if ('read' in message || 'draw' in message || 'drawSummary' in message) this.#begin(message)
  }

  #begin(order: Order): void {
    this.#order = order
    this.#ending = new AbortController()
    this.#pieces = []
    this.#arrived = 0
    if ('size' in order && order.size === 0) this.#start()
  }

  #take(piece: Uint8Array): void {
    this.#pieces.push(piece)
    this.#arrived += piece.length
    const order = this.#order
    if (order && 'size' in order && this.#arrived >= order.size) this.#start()
  }

  /** All that the order needs has come. */
  #start(): void {
    const order = this.#order
    if (!order) return
    this.#order = undefined
    const bytes = joined(this.#pieces, this.#arrived)
    this.#pieces = []
    if ('read' in order) void this.#work(() => this.#read(order, bytes))
    else if ('drawSummary' in order) this.#summarise({ packed: bytes })
    else {
      const [packed, file] = [bytes.slice(0, order.facts), bytes.slice(order.facts)]
      void this.#work(() => this.#pool.draw({ ...order.draw, packed, bytes: file }, this.#ending.signal))
    }
  }

  async #work(work: () => Promise<Reported>): Promise<void> {
    try {
      const { report, issues } = await work()
      this.#say({ done: { issues }, size: report.length })
      await this.#line.pour([report])
    } catch (error) {
      this.#say({ failed: failureOf(error) })
    }
  }

  async #read({ read }: Extract<Order, { read: unknown }>, bytes: Uint8Array<ArrayBuffer>): Promise<Reported> {
    const { judged, report } = await this.#pool.run({
      work: { ...read, bytes },
      observe: (progress) => this.#say({ progress }),
      judged: (found) => this.#say({ judged: found }),
      earlier: (subjects) => this.#ask(subjects),
      signal: this.#ending.signal,
    })
    return { report, issues: judged.issues }
  }

  #summarise(work: SummaryWork): void {
    this.#ending = new AbortController()
    void this.#work(() => this.#pool.summarise(work, this.#ending.signal))
  }

  #ask(subjects: string[]): Promise<EarlierDocument[]> {
    return new Promise((resolve) => {
      this.#answer = resolve
      this.#say({ subjects })
    })
  }

  #passOn(text: string): void {
    const { level, msg, document_id, err } = JSON.parse(text)
    this.#say({ log: { level, msg, document_id, err } })
  }

  #say(message: FromReader): void {
    this.#line.say(message)
  }
}

/** In memory of its own, which a thread may be handed. */
function joined(pieces: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

function passedOn(say: (line: string) => void): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      say(String(chunk))
      done()
    },
  })
}

const TOLD = [
  'unprocessable_document',
  'invalid_file_format',
  'password_required',
  'password_wrong',
  'rate_limited',
] as const

function failureOf(error: unknown): Failure {
  const { message } = error as Error
  if (!(error instanceof DomainError)) return { message }
  const { code, details: [detail] = [] } = error
  const known = TOLD.find((each) => each === code)
  return known ? { code: known, message, retryAfterS: error.retryAfterS, said: detail?.message } : { message }
}
