import { jobTopic } from '../../bus/bus.ts'
import { type LiveStream, type NewStream, startsWith } from '../streams.ts'

/** What scripts answer of an attempt: see scripts.ts. */
export type Fields = readonly [head: string, ...rest: string[]]

/** What is known of an attempt from its beginning. */
export type Head = Omit<NewStream, 'before'> & Partial<Pick<LiveStream, 'prefix' | 'starts'>>

/** A copy of a stream as of the last call. */
export class SharedStream implements LiveStream {
  readonly job_id: string
  readonly model: string
  readonly attempt: number
  readonly host_id: string
  readonly instance: string | null
  readonly poll: number | undefined
  readonly max_tokens: number
  readonly needs: number
  readonly created_at: number
  readonly deadlines: LiveStream['deadlines']
  readonly topic: string
  readonly prefix: number
  readonly starts: LiveStream['starts']
  readonly pieces: string[] = []
  resumed = false
  begun_at = 0
  named_at = 0
  advanced_at = 0
  length = 0
  bytes = 0
  seen = false
  withheld = false
  withheld_at: number | undefined
  first_at: number | undefined
  readonly #endings: Map<string, Promise<unknown>>

  constructor(fields: Fields, endings: Map<string, Promise<unknown>>) {
    const head = JSON.parse(fields[0]) as Head
    this.job_id = head.job_id
    this.model = head.model
    this.attempt = head.attempt
    this.host_id = head.host_id
    this.instance = head.instance
    this.poll = head.poll
    this.max_tokens = head.max_tokens
    // Of a server before this, that knew of none.
    this.needs = head.needs ?? 0
    this.created_at = head.created_at
    this.deadlines = head.deadlines
    this.topic = jobTopic(head.job_id)
    // Of a server of before there were any.
    this.prefix = head.prefix ?? 0
    this.starts = head.starts ?? startsWith(head)
    this.#endings = endings
    this.take(fields)
  }

  take([, resumed, begun, named, advanced, length, bytes, seen, withheld, first]: Fields): void {
    this.resumed = resumed === '1'
    this.begun_at = Number(begun)
    this.named_at = Number(named)
    this.advanced_at = Number(advanced)
    this.length = Number(length)
    this.bytes = Number(bytes)
    this.seen = seen === '1'
    this.withheld = withheld !== ''
    this.withheld_at = withheld === '' ? undefined : Number(withheld)
    this.first_at = first ? Number(first) : undefined
  }

  /** Takes what is new of pieces that begin no later than where these end. */
  extend(offset: number, pieces: readonly string[]): void {
    for (const piece of pieces.slice(this.pieces.length - offset)) this.pieces.push(piece)
    this.length = Math.max(this.length, this.pieces.length)
  }

  /** Of this process, whichever copy it writes the end of. */
  get ending(): Promise<unknown> | undefined {
    return this.#endings.get(`${this.job_id}/${this.attempt}`)
  }

  set ending(ending: Promise<unknown> | undefined) {
    const key = `${this.job_id}/${this.attempt}`
    if (ending) this.#endings.set(key, ending)
    else this.#endings.delete(key)
  }
}

/** Two reads of one copy may answer the same pieces: each is taken once. */
export function addFrom(pieces: string[], from: number, more: readonly string[]): void {
  if (pieces.length === from) for (const piece of more) pieces.push(piece)
}
