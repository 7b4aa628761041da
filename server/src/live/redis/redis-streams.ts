import type { Clock } from '../../base/clock.ts'
import {
  type Appended,
  type Arrival,
  type LiveStream,
  type LiveStreams,
  type NewStream,
  type Sender,
  startsWith,
  type TakeBack,
} from '../streams.ts'
import { FollowedStreams } from './followed-streams.ts'
import type { Follower } from './redis-bus.ts'
import type { SharedPlace } from './shared-place.ts'
import { addFrom, type Fields, type Head, SharedStream } from './shared-stream.ts'

/** Copies of attempts that hosts send pieces of: about a kilobyte each. */
const MOST_KNOWN = 20_000
/** Each append says what all pieces take: where that leaves room for what may come in this time, it is not asked. */
const HELD_KNOWN_MS = 1000
const ROOMY = 7 / 8

/** The streams of several servers, in Redis: what must not come in between is one script each. */
export class RedisStreams implements LiveStreams, Follower {
  readonly shared = true
  readonly #redis: SharedPlace
  readonly #clock: Clock
  readonly #followed = new FollowedStreams()
  readonly #endings = new Map<string, Promise<unknown>>()
  /** Of hosts whose calls come here, by job: the oldest go first. */
  readonly #known = new Map<string, SharedStream>()
  /** What all pieces took, and when Redis said so. */
  #held = { bytes: 0, at: Number.NEGATIVE_INFINITY }
  /** What the shared clock is ahead of this process's monotonic one. */
  #ahead = 0

  constructor(redis: SharedPlace, clock: Clock) {
    this.#redis = redis
    this.#clock = clock
  }

  open(stream: NewStream, { resumed = false } = {}): void {
    const { job_id, model, attempt, host_id, instance, poll, max_tokens, needs, created_at, deadlines } = stream
    const { pieces = [] } = stream.before ?? {}
    const text = { prefix: pieces.length, starts: startsWith(stream) }
    const of = { job_id, model, attempt, host_id, instance, poll, max_tokens, needs, created_at, deadlines }
    const said: Head = { ...of, ...text }
    const head = JSON.stringify(said)
    this.#redis.tell('open', job_id, attempt, host_id, instance ?? '', resumed ? 1 : 0, head, ...pieces)
  }

  async find(jobId: string): Promise<LiveStream | undefined> {
    const found = (await this.#redis.ask('look', jobId, '', -1)) as [number, Fields] | null
    if (!found) return undefined
    this.#setClock(found[0])
    return new SharedStream(found[1], this.#endings)
  }

  known(jobId: string): LiveStream | undefined {
    return this.#known.get(jobId)
  }

  follow(jobId: string): LiveStream | Promise<LiveStream | undefined> {
    return this.#followed.fresh(jobId) ?? this.#read(jobId)
  }

  fresh(stream: LiveStream): boolean {
    return this.#followed.fresh(stream.job_id) === stream
  }

  /** Reads what is new of a copy; a later attempt is another copy. */
  async #read(jobId: string): Promise<LiveStream | undefined> {
    const reading = this.#followed.begin(jobId)
    const { copy } = reading
    if (copy && (await this.refresh(copy))) return reading.done(copy)
    const found = (await this.#redis.ask('look', jobId, '', 0)) as [number, Fields, string[]] | null
    if (!found) return reading.done(undefined)
    this.#setClock(found[0])
    const stream = new SharedStream(found[1], this.#endings)
    addFrom(stream.pieces, 0, found[2])
    return reading.done(stream)
  }

  listened(topic: string): void {
    this.#followed.listened(topic)
  }

  left(topic: string): void {
    this.#followed.left(topic)
  }

  changed(topic: string): void {
    this.#followed.changed(topic)
  }

  arrived(topic: string, text: string): void {
    this.#followed.arrived(topic, text)
  }

  lost(): void {
    this.#followed.lost()
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
    const said = (await this.#redis.ask('append', ...args)) as [number, Fields, number, number, number] | null
    if (!said) {
      if (this.#known.get(stream.job_id)?.attempt === stream.attempt) this.#known.delete(stream.job_id)
      return { live: false, added: 0, before: 0, host_bytes: 0 }
    }
    const [now, fields, added, host_bytes, all] = said
    this.#setClock(now)
    ;(stream as SharedStream).take(fields)
    this.#held = { bytes: all, at: this.#clock.monotonic() }
    this.#remember(stream as SharedStream)
    return { live: true, added, before: stream.length - added, host_bytes }
  }

  #remember(stream: SharedStream): void {
    if (this.#known.get(stream.job_id) === stream) return
    this.#known.set(stream.job_id, stream)
    const [oldest] = this.#known.keys()
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest)
  }

  name({ host_id, instance }: Sender, jobIds: readonly string[]): void {
    if (jobIds.length > 0) this.#redis.tell('name', host_id, instance ?? '', ...jobIds)
  }

  async see(stream: LiveStream): Promise<boolean> {
    const seen = (await this.#redis.ask('see', stream.job_id, stream.attempt)) === 1
    if (seen) (stream as SharedStream).seen = true
    return seen
  }

  async takeBack(stream: LiveStream, { untouched = false, whole = false }: TakeBack = {}): Promise<boolean> {
    const { job_id, attempt, pieces } = stream
    const from = pieces.length
    const args = [job_id, attempt, untouched ? 1 : 0, from, whole ? 1 : 0]
    const [unseen, rest] = (await this.#redis.ask('takeBack', ...args)) as [number, string[]]
    addFrom(pieces, from, rest)
    return unseen === 1
  }

  async goOn({ job_id, attempt }: LiveStream): Promise<void> {
    // What cannot be told is found by the watch over leases, which takes it back anew.
    await this.#redis.ask('goOn', job_id, attempt).catch(() => undefined)
  }

  close({ job_id, attempt }: { job_id: string; attempt: number }): void {
    this.#known.delete(job_id)
    this.#redis.tell('close', job_id, attempt)
  }

  async crowded(hostId: string, bytes: number): Promise<boolean> {
    const lately = this.#clock.monotonic() - this.#held.at < HELD_KNOWN_MS
    if (lately && this.#held.bytes <= bytes * ROOMY) return false
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
    return this.#copiesOf(await this.#redis.ask('all'))
  }

  async ofHost(hostId: string): Promise<readonly LiveStream[]> {
    return this.#copiesOf(await this.#redis.ask('ofHost', hostId))
  }

  #copiesOf(answer: unknown): readonly LiveStream[] {
    const [now, found] = answer as [number, Fields[]]
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
