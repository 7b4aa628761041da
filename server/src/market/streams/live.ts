import type { Clock } from '../../base/clock.ts'
import { jobTopic } from '../../bus/bus.ts'
import type { Deadlines } from '../jobs/deadlines.ts'

/**
 * The tokens of one running attempt, in memory while it runs: the database gets them at the end, and a host keeps
 * them until that end is acknowledged, so a crash here loses nothing.
 */
export interface LiveStream {
  readonly job_id: string
  readonly model: string
  /** What is published when it changes; kept, since it is asked for with every token. */
  readonly topic: string
  readonly attempt: number
  readonly host_id: string
  readonly instance: string | null
  readonly max_tokens: number
  /** When the job was submitted, wall ms. */
  readonly created_at: number
  readonly deadlines: Deadlines
  /** Monotonic time from which its deadlines count. */
  readonly begun_at: number
  readonly pieces: string[]
  /** UTF-8 bytes of all pieces. */
  bytes: number
  /** What its pieces take of the heap, about. */
  held: number
  /** Taken over from before a restart of the server. */
  readonly resumed: boolean
  /** A reader was sent a piece: this job never runs again. */
  seen: boolean
  /** It is being taken back to the queue: no reader is sent anything of it. */
  withheld: boolean
  /** Monotonic time at which the host last named the job. */
  named_at: number
  /** Monotonic time of the last piece with text, or what counts as one; before the first, of the beginning. */
  advanced_at: number
  /** Set while the end is being written; whoever comes meanwhile waits for it. */
  ending: Promise<unknown> | undefined
}

export type NewStream = Pick<
  LiveStream,
  'job_id' | 'model' | 'attempt' | 'host_id' | 'instance' | 'max_tokens' | 'created_at' | 'deadlines'
>

/** What a piece takes beside its text: its head, its place in the list, and room for that to grow. */
const PIECE_BYTES = 40

interface HostStreams {
  streams: Set<LiveStream>
  held: number
}

/** All running attempts by job. What their pieces take is counted as they come and go, by host and in all. */
export class LiveStreams {
  readonly #clock: Clock
  readonly #streams = new Map<string, LiveStream>()
  readonly #byHost = new Map<string, HostStreams>()
  #held = 0
  /** Claims under way, by host. */
  readonly #expected = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** A claim's stream. After a restart (`resumed`) what readers saw is unknown, so it counts as seen. */
  open(stream: NewStream, { resumed = false } = {}): void {
    const now = this.#clock.monotonic()
    const before = this.#streams.get(stream.job_id)
    if (before) this.close(before)
    const opened: LiveStream = {
      ...stream,
      topic: jobTopic(stream.job_id),
      pieces: [],
      bytes: 0,
      held: 0,
      resumed,
      seen: resumed,
      withheld: false,
      begun_at: now,
      named_at: now,
      advanced_at: now,
      ending: undefined,
    }
    this.#streams.set(stream.job_id, opened)
    const others = this.#byHost.get(stream.host_id)
    if (others) others.streams.add(opened)
    else this.#byHost.set(stream.host_id, { streams: new Set([opened]), held: 0 })
  }

  /** Keeps one more piece of an attempt. */
  add(stream: LiveStream, piece: string): void {
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

  /** Bytes that the pieces of all attempts take. */
  get held(): number {
    return this.#held
  }

  /** The same of one host's. */
  heldBy(hostId: string): number {
    return this.#byHost.get(hostId)?.held ?? 0
  }

  /** Whether no other host's pieces take more. Looks through the hosts: asked only where memory is short. */
  holdsMost(hostId: string): boolean {
    const own = this.heldBy(hostId)
    return this.#byHost.values().every(({ held }) => held <= own)
  }

  /** The attempt of a host whose pieces take the most. */
  largestOf(hostId: string): LiveStream | undefined {
    const streams = [...(this.#byHost.get(hostId)?.streams ?? [])]
    return streams.reduce<LiveStream | undefined>(
      (most, one) => (most && most.held >= one.held ? most : one),
      undefined,
    )
  }

  get(jobId: string): LiveStream | undefined {
    return this.#streams.get(jobId)
  }

  /** Forgets an attempt; a later attempt of the job is left alone. */
  close(stream: LiveStream): void {
    if (this.#streams.get(stream.job_id) !== stream) return
    this.#streams.delete(stream.job_id)
    const of = this.#byHost.get(stream.host_id)
    if (!of?.streams.delete(stream)) return
    of.held -= stream.held
    this.#held -= stream.held
    if (of.streams.size === 0) this.#byHost.delete(stream.host_id)
  }

  /** A claim for the host begins, by which a stream may open; to be called back once it is over. */
  expect(hostId: string): () => void {
    this.#expected.set(hostId, (this.#expected.get(hostId) ?? 0) + 1)
    return () => {
      const left = (this.#expected.get(hostId) ?? 0) - 1
      if (left > 0) this.#expected.set(hostId, left)
      else this.#expected.delete(hostId)
    }
  }

  /** How many attempts a host may have once all its claims are over that are under way here. */
  mostOf(hostId: string): number {
    return this.countOf(hostId) + (this.#expected.get(hostId) ?? 0)
  }

  /** How many attempts a host has running, as far as this server knows. */
  countOf(hostId: string): number {
    return this.#byHost.get(hostId)?.streams.size ?? 0
  }

  all(): LiveStream[] {
    return [...this.#streams.values()]
  }

  silentMs(stream: LiveStream): number {
    return this.#clock.monotonic() - stream.named_at
  }
}

/** Who says something of a job: a host, and which of its agents and attempts, where it says so. */
export interface Sender {
  host_id: string
  instance?: string | undefined
  attempt?: number | undefined
}

/** Whether a stream is the sender's to speak of. */
export function speaksFor(sender: Sender, stream: LiveStream): boolean {
  if (stream.host_id !== sender.host_id) return false
  if (sender.attempt !== undefined && sender.attempt !== stream.attempt) return false
  // Two agents with one key: only the one that claimed speaks, where both say who they are.
  return sender.instance === undefined || stream.instance === null || sender.instance === stream.instance
}

/** Runs the end of an attempt once: a second caller waits for the first; after a failure it may be tried again. */
export async function endOnce<T>(stream: LiveStream, end: () => Promise<T>): Promise<T | undefined> {
  if (stream.ending) {
    await stream.ending.catch(() => undefined)
    return undefined
  }
  const ending = end()
  stream.ending = ending
  try {
    return await ending
  } finally {
    stream.ending = undefined
  }
}
