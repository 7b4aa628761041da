import type { Clock } from '../base/clock.ts'
import { jobTopic } from '../bus/bus.ts'
import type { Appended, Arrival, LiveStream, LiveStreams, NewStream, Sender, TakeBack } from './streams.ts'
import { speaksFor, startsWith } from './streams.ts'

/** What a piece takes beside its text: its head, its place in the list, and room for that to grow. */
const PIECE_BYTES = 40

/** A stream in this process's memory: everybody has the same one. */
interface MemoryStream extends LiveStream {
  bytes: number
  /** What its pieces take of the heap, about. */
  held: number
  seen: boolean
  withheld: boolean
  withheld_at: number | undefined
  first_at: number | undefined
  named_at: number
  advanced_at: number
}

interface HostStreams {
  streams: Set<MemoryStream>
  held: number
}

/** The streams of a server that is alone. What their pieces take is counted as they come and go, by host and in all. */
export class MemoryStreams implements LiveStreams {
  readonly shared = false
  readonly #clock: Clock
  readonly #streams = new Map<string, MemoryStream>()
  readonly #byHost = new Map<string, HostStreams>()
  #held = 0
  /** Claims under way, by host. */
  readonly #expected = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  open(stream: NewStream, { resumed = false } = {}): void {
    const before = this.#streams.get(stream.job_id)
    if (resumed && before?.attempt === stream.attempt) return
    if (before) this.close(before)
    const opened = streamOf(stream, resumed, this.#clock.monotonic())
    this.#streams.set(stream.job_id, opened)
    const others = this.#byHost.get(stream.host_id)
    if (others) others.streams.add(opened)
    else this.#byHost.set(stream.host_id, { streams: new Set([opened]), held: 0 })
    for (const piece of stream.before?.pieces ?? []) this.#add(opened, piece)
  }

  find(jobId: string): LiveStream | undefined {
    return this.#streams.get(jobId)
  }

  known(jobId: string): LiveStream | undefined {
    return this.#streams.get(jobId)
  }

  follow(jobId: string): LiveStream | undefined {
    return this.#streams.get(jobId)
  }

  fresh(stream: LiveStream): boolean {
    return this.#streams.get(stream.job_id) === stream
  }

  refresh(stream: LiveStream): boolean {
    return this.#streams.get(stream.job_id) === stream
  }

  append(stream: LiveStream, { offset, pieces, working }: Arrival): Appended {
    const own = stream as MemoryStream
    const [length, bytes] = [own.pieces.length, own.bytes]
    own.named_at = this.#clock.monotonic()
    for (let at = length; !own.withheld && offset <= length && at < offset + pieces.length; at++) {
      this.#add(own, pieces[at - offset] as string)
    }
    if (working || own.bytes > bytes) own.advanced_at = own.named_at
    if (own.pieces.length > length) own.first_at ??= this.#clock.now()
    return { live: true, added: own.pieces.length - length, before: length, host_bytes: this.heldBy(own.host_id) }
  }

  #add(stream: MemoryStream, piece: string): void {
    const bytes = Buffer.byteLength(piece)
    stream.pieces.push(piece)
    stream.bytes += bytes
    stream.held += bytes + PIECE_BYTES
    const of = this.#byHost.get(stream.host_id)
    // One that was closed meanwhile is nobody's: it goes with whoever still reads it.
    if (!of?.streams.has(stream)) return
    of.held += bytes + PIECE_BYTES
    this.#held += bytes + PIECE_BYTES
  }

  name(sender: Sender, jobIds: readonly string[]): void {
    for (const jobId of jobIds) {
      const stream = this.#streams.get(jobId)
      if (stream && speaksFor(sender, stream)) stream.named_at = this.#clock.monotonic()
    }
  }

  see(stream: LiveStream): boolean {
    const own = stream as MemoryStream
    if (own.withheld) return false
    own.seen = true
    return true
  }

  takeBack(stream: LiveStream, { untouched = false, whole = false }: TakeBack = {}): boolean {
    const own = stream as MemoryStream
    const unseen = !own.seen || (untouched && own.resumed && own.pieces.length === 0)
    if (!unseen && !whole) return false
    own.withheld = true
    own.withheld_at = this.#clock.monotonic()
    return unseen
  }

  goOn(stream: LiveStream): void {
    const own = stream as MemoryStream
    own.withheld = false
    own.withheld_at = undefined
  }

  close({ job_id, attempt }: { job_id: string; attempt: number }): void {
    const stream = this.#streams.get(job_id)
    if (stream?.attempt !== attempt) return
    this.#streams.delete(job_id)
    const of = this.#byHost.get(stream.host_id)
    if (!of?.streams.delete(stream)) return
    of.held -= stream.held
    this.#held -= stream.held
    if (of.streams.size === 0) this.#byHost.delete(stream.host_id)
  }

  /** Bytes that the pieces of all attempts take. */
  get held(): number {
    return this.#held
  }

  /** The same of one host's. */
  heldBy(hostId: string): number {
    return this.#byHost.get(hostId)?.held ?? 0
  }

  /** Looks through the hosts only where memory is short. */
  crowded(hostId: string, bytes: number): boolean {
    const own = this.heldBy(hostId)
    return this.#held > bytes && this.#byHost.values().every(({ held }) => held <= own)
  }

  largestOf(hostId: string): LiveStream | undefined {
    const streams = [...(this.#byHost.get(hostId)?.streams ?? [])]
    return streams.reduce<MemoryStream | undefined>(
      (most, one) => (most && most.held >= one.held ? most : one),
      undefined,
    )
  }

  ofHost(hostId: string): readonly LiveStream[] {
    return [...(this.#byHost.get(hostId)?.streams ?? [])]
  }

  countOf(hostId: string): number {
    return this.#byHost.get(hostId)?.streams.size ?? 0
  }

  expect(hostId: string): () => void {
    this.#expected.set(hostId, (this.#expected.get(hostId) ?? 0) + 1)
    return () => {
      const left = (this.#expected.get(hostId) ?? 0) - 1
      if (left > 0) this.#expected.set(hostId, left)
      else this.#expected.delete(hostId)
    }
  }

  mostOf(hostId: string): number {
    return this.countOf(hostId) + (this.#expected.get(hostId) ?? 0)
  }

  all(): readonly LiveStream[] {
    return [...this.#streams.values()]
  }

  now(): number {
    return this.#clock.monotonic()
  }
}

function streamOf(stream: NewStream, resumed: boolean, now: number): MemoryStream {
  const { job_id, model, attempt, host_id, instance, poll, max_tokens, needs, created_at, deadlines } = stream
  return {
    ...{ job_id, model, attempt, host_id, instance, poll, max_tokens, needs, created_at, deadlines },
    topic: jobTopic(job_id),
    prefix: stream.before?.pieces.length ?? 0,
    starts: startsWith(stream),
    pieces: [],
    get length() {
      return this.pieces.length
    },
    bytes: 0,
    held: 0,
    resumed,
    seen: resumed || stream.before !== undefined,
    withheld: false,
    withheld_at: undefined,
    first_at: undefined,
    begun_at: now,
    named_at: now,
    advanced_at: now,
    ending: undefined,
  }
}
