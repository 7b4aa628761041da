import type { Clock } from '../../base/clock.ts'
import { jobTopic } from '../../bus/bus.ts'
import type { Appended, Arrival, LiveStream, LiveStreams, NewStream, Sender } from '../streams.ts'
import type { SharedRedis } from './shared-redis.ts'

type Fields = readonly [head: string, ...rest: string[]]

/** A copy of a stream as of the last call. */
class SharedStream implements LiveStream {
  readonly job_id: string
  readonly model: string
  readonly attempt: number
  readonly host_id: string
  readonly instance: string | null
  readonly max_tokens: number
  readonly created_at: number
  readonly deadlines: LiveStream['deadlines']
  readonly topic: string
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
  readonly #endings: Map<string, Promise<unknown>>

  constructor(fields: Fields, endings: Map<string, Promise<unknown>>) {
    const head = JSON.parse(fields[0]) as NewStream
    this.job_id = head.job_id
    this.model = head.model
    this.attempt = head.attempt
    this.host_id = head.host_id
    this.instance = head.instance
    this.max_tokens = head.max_tokens
    this.created_at = head.created_at
    this.deadlines = head.deadlines
    this.topic = jobTopic(head.job_id)
    this.#endings = endings
    this.take(fields)
  }

  take([, resumed, begun, named, advanced, length, bytes, seen, withheld]: Fields): void {
    this.resumed = resumed === '1'
    this.begun_at = Number(begun)
    this.named_at = Number(named)
    this.advanced_at = Number(advanced)
    this.length = Number(length)
    this.bytes = Number(bytes)
    this.seen = seen === '1'
    this.withheld = withheld !== ''
    this.withheld_at = withheld === '' ? undefined : Number(withheld)
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

/** The streams of several servers, in Redis: what must not come in between is one script each. */
export class RedisStreams implements LiveStreams {
  readonly shared = true
  readonly #redis: SharedRedis
  readonly #clock: Clock
  readonly #endings = new Map<string, Promise<unknown>>()
  /** What the shared clock is ahead of this process's monotonic one. */
  #ahead = 0

  constructor(redis: SharedRedis, clock: Clock) {
    this.#redis = redis
    this.#clock = clock
  }

  open(stream: NewStream, { resumed = false } = {}): void {
    const { job_id, model, attempt, host_id, instance, max_tokens, created_at, deadlines } = stream
    const head = JSON.stringify({ job_id, model, attempt, host_id, instance, max_tokens, created_at, deadlines })
    this.#redis.tell('open', job_id, attempt, host_id, instance ?? '', resumed ? 1 : 0, head)
  }

  async find(jobId: string): Promise<LiveStream | undefined> {
    const found = (await this.#redis.ask('look', jobId, '', -1)) as [number, Fields] | null
    if (!found) return undefined
    this.#setClock(found[0])
    return new SharedStream(found[1], this.#endings)
  }

  async refresh(stream: LiveStream): Promise<boolean> {
    const { job_id, attempt, pieces } = stream
    const from = pieces.length
    const found = (await this.#redis.ask('look', job_id, attempt, from)) as [number, Fields, string[]] | null
    if (!found) return false
    this.#setClock(found[0])
    ;(stream as SharedStream).take(found[1])
    // Redis was emptied, and the host sends again: what is there anew begins with what was read.
    if (stream.length >= from) addFrom(pieces, from, found[2])
    return true
  }

  async append(stream: LiveStream, { offset, pieces, working }: Arrival): Promise<Appended> {
    const args = [stream.job_id, stream.attempt, offset, working ? 1 : 0, ...pieces]
    const said = (await this.#redis.ask('append', ...args)) as [number, Fields, number, number] | null
    if (!said) return { live: false, added: 0, host_bytes: 0 }
    this.#setClock(said[0])
    ;(stream as SharedStream).take(said[1])
    return { live: true, added: said[2], host_bytes: said[3] }
  }

  name({ host_id, instance }: Sender, jobIds: readonly string[]): void {
    if (jobIds.length > 0) this.#redis.tell('name', host_id, instance ?? '', ...jobIds)
  }

  async see(stream: LiveStream): Promise<boolean> {
    const seen = (await this.#redis.ask('see', stream.job_id, stream.attempt)) === 1
    if (seen) (stream as SharedStream).seen = true
    return seen
  }

  async takeBack(stream: LiveStream, { untouched = false } = {}): Promise<boolean> {
    const { job_id, attempt, pieces } = stream
    const from = pieces.length
    const args = [job_id, attempt, untouched ? 1 : 0, from]
    const [unseen, rest] = (await this.#redis.ask('takeBack', ...args)) as [number, string[]]
    addFrom(pieces, from, rest)
    return unseen === 1
  }

  async goOn({ job_id, attempt }: LiveStream): Promise<void> {
    // What cannot be told is found by the watch over leases, which takes it back anew.
    await this.#redis.ask('goOn', job_id, attempt).catch(() => undefined)
  }

  close({ job_id, attempt }: { job_id: string; attempt: number }): void {
    this.#redis.tell('close', job_id, attempt)
  }

  async crowded(hostId: string, bytes: number): Promise<boolean> {
    return (await this.#redis.ask('crowded', hostId, bytes)) === 1
  }

  async largestOf(hostId: string): Promise<LiveStream | undefined> {
    const jobId = (await this.#redis.ask('largest', hostId)) as string | null
    return jobId === null ? undefined : await this.find(jobId)
  }

  /** Unknown while Redis is away: then the claim counts, in the database. */
  async countOf(hostId: string): Promise<number> {
    return await this.#redis.ask('count', hostId).then(Number, () => 0)
  }

  expect(): () => void {
    return () => undefined
  }

  /** Asked on SQLite only, which no other process claims from. */
  mostOf(): number {
    return Number.POSITIVE_INFINITY
  }

  async all(): Promise<readonly LiveStream[]> {
    const [now, found] = (await this.#redis.ask('all')) as [number, Fields[]]
    this.#setClock(now)
    return found.map((fields) => new SharedStream(fields, this.#endings))
  }

  now(): number {
    return this.#clock.monotonic() + this.#ahead
  }

  /** Moves the shared clock on: see scripts.ts. */
  async pulse(): Promise<void> {
    this.#setClock(Number(await this.#redis.ask('pulse')))
  }

  #setClock(now: number): void {
    this.#ahead = now - this.#clock.monotonic()
  }
}

/** Two reads of one copy may answer the same pieces: each is taken once. */
function addFrom(pieces: string[], from: number, more: readonly string[]): void {
  if (pieces.length === from) for (const piece of more) pieces.push(piece)
}
