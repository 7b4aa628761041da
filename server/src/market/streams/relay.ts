import type { StreamPosition } from '@mkt/schemas'
import type { Eventually } from '../../base/eventually.ts'
import { within } from '../../base/within.ts'
import { jobTopic } from '../../bus/bus.ts'
import { type AttemptStart, type LiveStream, type LiveStreams, writerOf } from '../../live/streams.ts'
import { DatabaseAway } from '../../storage/database-away.ts'
import { partsOf } from '../attempts/parts-store.ts'
import { startsOf } from '../attempts/text-so-far.ts'
import type { Market } from '../deps.ts'
import { jobOutput } from '../jobs/output.ts'
import { type JobRow, jobById } from '../jobs/store.ts'
import { type EventFormat, nextEvents } from './event-format.ts'

/** Where a reader's events go. */
export interface Sink {
  /** Sends text. Where the reader has no room for more: resolves when it has, or is gone. */
  write(events: string | Uint8Array): Promise<void> | undefined
  /** Aborts when the reader is gone. */
  gone: AbortSignal
  format: EventFormat
}

/** A comment, which every reader of events passes over. */
export const saysGoingOn = (attempt: number) => `: another host goes on with the text (attempt ${attempt})\n\n`

/** How a job ended that was relayed to its end. */
export interface RelayEnd {
  error: string | null
}

// A reader that reads has room again long before; reading a large text again takes 25 ms.
const HOLD_MS = 1000

// What servers share is looked for again so often while it cannot be reached.
const AWAY_MS = 1000

/** A server that is cut off from what servers share ends jobs all the same, and can tell nobody at another one. */
export const UNTOLD_MS = 10_000

/** What of a job can be read now: pieces from its running attempt, or all of them with how it ended. */
interface Live {
  state: 'live'
  attempt: number
  pieces: readonly string[]
  /** Which attempt wrote it from where on. */
  starts: readonly AttemptStart[]
  stream: LiveStream
}
type View =
  | { state: 'waiting'; away: boolean }
  | Live
  | (Pick<Live, 'attempt' | 'pieces' | 'starts'> & { state: 'ended'; error: string | null })

/** Where a reader is. `sent`: it has text, so only what goes on from that may follow. */
interface Cursor {
  /** The attempt that it reads from. */
  attempt: number | undefined
  /** The attempt that wrote the piece before `next`. */
  writer: number | undefined
  next: number
  sent: boolean
}

/**
 * Sends a job's pieces as server-sent events, from the first or from behind `last`, as they come, until the job has
 * ended (the answer says how) or the reader is gone (undefined). A reader is a cursor into the pieces: a slow one slows
 * nobody, and costs what is on its way to it: the text of an ended job, which no other reader shares, is let go of
 * while this one takes nothing, and read again when it does.
 */
export async function relay(
  market: Market,
  jobId: string,
  last: StreamPosition | undefined,
  sink: Sink,
): Promise<RelayEnd | undefined> {
  const writer = last?.attempt
  const cursor: Cursor = { attempt: writer, writer, next: last ? last.offset + 1 : 0, sent: last !== undefined }
  const { streams } = market
  let view: View | undefined
  let room: Promise<void> | undefined
  // To a reader that has all there is, the next pieces go in the turn they came in: nobody is woken for a token.
  const changes = watch(market, jobId, sink.gone, () => {
    if (view?.state !== 'live' || !streams.fresh(view.stream)) return false
    // Of what servers share, whether it may be read is asked once, elsewhere.
    if (streams.shared && !view.stream.seen) return false
    if (!admitted(streams, view, cursor)) return true
    room = send(view, cursor, sink)
    // A reader that has no room is not written to, and holds no text: the job may end meanwhile.
    if (room) view = undefined
    return room === undefined
  })
  try {
    while (!sink.gone.aborted) {
      // Before looking: what changes after the look wakes the wait below.
      const changed = changes.next()
      view ??= await look(market, jobId)
      const stepping = step(streams, view, cursor, sink)
      const { over, wait, away } = stepping instanceof Promise ? await stepping : stepping
      if (over) {
        // Nothing follows the end.
        changes.stop()
        return await finish(sink, over.error)
      }
      if (wait && view.state === 'ended' && (await within(market.clock, wait, HOLD_MS))) continue
      if (wait) view = undefined
      const untold = streams.shared && view?.state === 'waiting'
      if (away || untold) await within(market.clock, changed, away ? AWAY_MS : UNTOLD_MS)
      else await (wait ?? changed)
      await room
      view = room = undefined
    }
    return undefined
  } finally {
    changes.stop()
  }
}

async function finish(sink: Sink, error: string | null): Promise<RelayEnd> {
  await sink.write(sink.format.end(error))
  return { error }
}

/** What comes next: the reader's room, the end of the stream, or (neither) a change of the job. */
interface Step {
  wait?: Promise<void> | undefined
  over?: RelayEnd
  /** What servers share cannot be reached, and nothing may tell when it can. */
  away?: boolean
}

const AWAY: Step = { away: true }

function step(streams: LiveStreams, view: View, cursor: Cursor, sink: Sink): Eventually<Step> {
  if (view.state === 'waiting') return view.away ? AWAY : {}
  if (view.attempt !== cursor.attempt) {
    // What follows is only what goes on from the text that the reader has.
    const follows = writerOf(view.starts, cursor.next - 1) === cursor.writer && cursor.next <= view.pieces.length
    if (cursor.sent && !follows) return { over: { error: 'stream_restarted' } }
    const wait = cursor.sent && view.state === 'live' ? sink.write(sink.format.goesOn?.(view.attempt) ?? '') : undefined
    Object.assign(cursor, { attempt: view.attempt, ...(cursor.sent ? {} : { next: 0 }) })
    if (wait) return { wait }
  }
  if (view.state === 'live') {
    const may = admitted(streams, view, cursor)
    const go = (then: boolean): Step => (then ? { wait: send(view, cursor, sink) } : {})
    return may instanceof Promise ? may.then(go, () => AWAY) : go(may)
  }
  const wait = send(view, cursor, sink)
  return wait ? { wait } : { over: { error: view.error } }
}

/**
 * Whether the reader may be sent what there is of an attempt: where it has text, that counts as seen from here on. From
 * here to the write nothing comes in between, or what comes in between is told that it was seen.
 */
function admitted(streams: LiveStreams, { stream, pieces }: Live, cursor: Cursor): Eventually<boolean> {
  if (stream.seen && !stream.withheld) return true
  if (!pieces.some((text, at) => at >= cursor.next && text !== '')) return true
  return streams.see(stream)
}

/** Sends the pieces from the cursor on and moves it, until there are no more or the reader has no room. */
function send(view: Exclude<View, { state: 'waiting' }>, cursor: Cursor, sink: Sink): Promise<void> | undefined {
  while (cursor.next < view.pieces.length && !sink.gone.aborted) {
    const events = nextEvents(view, cursor, sink.format)
    if (events.length === 0) continue
    cursor.sent = true
    const room = sink.write(events)
    if (room) return room
  }
  return undefined
}

async function look(market: Market, jobId: string): Promise<View> {
  const live = await lookLive(market, jobId)
  if (live && live !== 'away') return live
  const found = await readEnd(market, jobId)
  if (found === 'away') return { state: 'waiting', away: true }
  const { job, pieces } = found
  const away = live === 'away'
  if (!job || job.state === 'queued' || job.state === 'running') return { state: 'waiting', away }
  const { attempt, error } = job
  if (job.erased === 1) return { state: 'ended', attempt, pieces: [], starts: [], error: 'erased' }
  return { state: 'ended', attempt, pieces, starts: found.starts, error: job.state === 'failed' ? error : null }
}

/** A reader outlives the database too: where it cannot be reached the stream waits for it. */
async function readEnd({ database }: Market, jobId: string) {
  try {
    const job = await jobById(database, jobId)
    const over = job?.state === 'completed' || job?.state === 'failed'
    const pieces = (over ? await jobOutput(database, jobId) : undefined) ?? []
    return { job, pieces, starts: over ? await startsIn(database, job) : [] }
  } catch (error) {
    if (error instanceof DatabaseAway) return 'away' as const
    throw error
  }
}

/** Which attempt wrote the text of a job that has ended from where on. */
async function startsIn(database: Market['database'], { job_id, attempt, prefix_tokens }: JobRow) {
  const parts = prefix_tokens > 0 ? startsOf(await partsOf(database, job_id)) : []
  // One that was given up while it waited has a part of its last attempt as well.
  return parts.at(-1)?.attempt === attempt ? parts : [...parts, { attempt, offset: prefix_tokens }]
}

async function lookLive({ streams, log }: Market, jobId: string): Promise<View | 'away' | undefined> {
  try {
    const following = streams.follow(jobId)
    const stream = following instanceof Promise ? await following : following
    // While the end is being written, what was sent so far stays readable here.
    return stream && viewOf(stream)
  } catch (error) {
    // A job that has ended is read all the same.
    log.debug({ err: error }, 'the streams that servers share cannot be read')
    return 'away'
  }
}

function viewOf(stream: LiveStream): View {
  if (stream.withheld) return { state: 'waiting', away: false }
  return { state: 'live', attempt: stream.attempt, pieces: stream.pieces, starts: stream.starts, stream }
}

/**
 * Waits for hints on a job; one that comes between two waits is not lost. `pass` is asked first, in the publisher's
 * turn: true where it took the hint, and nobody needs to be woken.
 */
export function watch(market: Market, jobId: string, gone: AbortSignal, pass: () => boolean = () => false) {
  let wake: (() => void) | undefined
  let missed = false
  let stopped = false
  const signal = () => {
    if (!stopped && !gone.aborted && pass()) return
    missed = wake === undefined
    wake?.()
    wake = undefined
  }
  const unsubscribe = market.bus.subscribe(jobTopic(jobId), signal)
  gone.addEventListener('abort', signal)
  return {
    /** Resolves at the next change, or when the reader is gone. */
    next(): Promise<void> {
      if (missed || gone.aborted) {
        missed = false
        return Promise.resolve()
      }
      return new Promise((resolve) => {
        wake = resolve
      })
    },
    stop() {
      stopped = true
      unsubscribe()
      gone.removeEventListener('abort', signal)
      signal()
    },
  }
}
