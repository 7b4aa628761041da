import { type Duplex, Writable } from 'node:stream'
import { systemClock } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import { createLog } from '../../base/log.ts'
import type { SummaryFacts } from '../annotate/report-facts.ts'
import { limitCores, shareCores } from '../ocr/core-shares.ts'
import type { EarlierDocument } from '../risk/cross-document.ts'
import { Pool } from '../threads/pool.ts'
import type { Reported } from '../threads/work.ts'
import { type Frame, Line } from './line.ts'
import type { Failure, FromReader, ReaderSettings, ToReader } from './messages.ts'

type Order = Extract<ToReader, { read: unknown }>

/** Serves the other end until that has gone. */
export async function serveReader(socket: Duplex): Promise<void> {
  const line = new Line(socket)
  let session: Session | undefined
  for await (const frame of line.frames()) {
    if (session) session.hear(frame)
    else if ('message' in frame) session = new Session(line, (frame.message as { settings: ReaderSettings }).settings)
  }
}

/** The server's orders, one at a time: a file comes, a thread reads it, what it found and the report go back. */
class Session {
  readonly #line: Line
  readonly #pool: Pool
  #order: Order | undefined
  #bytes = new Uint8Array(0)
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
    else if ('summarise' in message) this.#summarise(message.summarise)
    else if ('read' in message) this.#begin(message)
  }

  #begin(order: Order): void {
    this.#order = order
    this.#ending = new AbortController()
    this.#bytes = new Uint8Array(order.size)
    this.#arrived = 0
    if (order.size === 0) this.#take(Buffer.alloc(0))
  }

  #take(piece: Uint8Array): void {
    this.#bytes.set(piece, this.#arrived)
    this.#arrived += piece.length
    const order = this.#order
    if (!order || this.#arrived < order.size) return
    this.#order = undefined
    void this.#work(() => this.#read(order))
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

  async #read({ read }: Order): Promise<Reported> {
    const bytes = this.#bytes
    this.#bytes = new Uint8Array(0)
    const { judged, report } = await this.#pool.run({
      work: { ...read, bytes },
      observe: (progress) => this.#say({ progress }),
      judged: (found) => this.#say({ judged: found }),
      earlier: (subjects) => this.#ask(subjects),
      signal: this.#ending.signal,
    })
    return { report, issues: judged.issues }
  }

  #summarise(facts: SummaryFacts): void {
    this.#ending = new AbortController()
    void this.#work(() => this.#pool.summarise(facts, this.#ending.signal))
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
