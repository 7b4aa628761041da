import { DONE, errorEvent, formatPosition, market, parsePosition, type StreamPosition, tokenEvent } from '@mkt/schemas'
import { type Client, type StreamEvent, UnreachableError } from '@mkt/schemas/client'
import { Retry } from './retry.ts'
import { tellAway } from './tell-away.ts'
import { jobWords } from './words/jobs.ts'

/**
 * What a reader of a job sees: pieces of text (of a function's call, where it `calls`: then without text), a start from
 * the beginning, and the reason when the job failed.
 */
export type Followed =
  | { kind: 'token'; text: string; position: StreamPosition | undefined; calls: boolean }
  | { kind: 'restarted' }
  | { kind: 'failed'; code: string }

export interface FollowOptions {
  client: Client
  jobId: string
  /** The last piece that the reader has; undefined for all of the text. */
  from: StreamPosition | undefined
  /** True when the server has answered already, so that its silence now is a break and not a wrong address. */
  reached: boolean
  signal: AbortSignal
  /** Milliseconds that never go back. */
  monotonic: () => number
  /** Chance, 0..1. */
  random: () => number
}

/** On average about half a minute without a piece, longer than a server takes to restart. */
export const MAX_BREAKS = 18

/**
 * The stream of a job until its end. A connection that breaks, or that ends without saying [DONE], is taken up
 * again after the last piece seen; pieces that come twice are dropped. Throws ApiError and UnreachableError when
 * that does not help, and the signal's reason when it is aborted.
 */
export async function* follow(options: FollowOptions): AsyncGenerator<Followed> {
  const { client, jobId, from, reached, signal, monotonic, random } = options
  const retry = new Retry({ limit_breaks: MAX_BREAKS, monotonic, random, signal, ...tellAway() })
  let last = from
  let connected = reached
  for (;;) {
    let cause: unknown = new UnreachableError('the server', new Error(jobWords.streamEnded))
    try {
      const headers: Record<string, string> = last ? { 'last-event-id': formatPosition(last) } : {}
      for await (const event of client.events(market.streamJob, { params: { job_id: jobId } }, { signal, headers })) {
        connected = true
        const step = readEvent(event, last)
        if (step === 'end') return
        if (step === 'seen') continue
        if (step.kind === 'failed') {
          const ended = last ? await failureOf(client, jobId, step.code, signal) : step.code
          if (ended !== undefined) return void (yield { kind: 'failed', code: ended })
          yield { kind: 'restarted' }
          last = undefined
          break
        }
        if (last && step.position && beginsAnew(step.position, last)) yield { kind: 'restarted' }
        last = step.position ?? last
        retry.succeeded()
        yield step
      }
    } catch (error) {
      if (!connected) throw error
      cause = error
    }
    await retry.failed(cause)
  }
}

type Step = 'end' | 'seen' | Extract<Followed, { kind: 'token' | 'failed' }>

function readEvent(event: StreamEvent, last: StreamPosition | undefined): Step {
  if (event.event === 'error') {
    const parsed = errorEvent.safeParse(parseData(event.data))
    return { kind: 'failed', code: parsed.success ? parsed.data.error : 'unknown' }
  }
  if (event.data === DONE) return 'end'
  const parsed = tokenEvent.safeParse(parseData(event.data))
  // An event of a later version of the contract says nothing to this reader.
  if (!parsed.success) return 'seen'
  const position = event.id === undefined ? undefined : parsePosition(event.id)
  if (last && position && isSeen(position, last)) return 'seen'
  return { kind: 'token', text: parsed.data.token, position, calls: parsed.data.tool_call !== undefined }
}

/**
 * Another host that goes on with the text writes behind what is there, with empty pieces left out; of one that begins
 * again the server says `stream_restarted`, and one that does not would send a place anew.
 */
function beginsAnew(position: StreamPosition, last: StreamPosition): boolean {
  return position.attempt > last.attempt && position.offset <= last.offset
}

function isSeen(position: StreamPosition, last: StreamPosition): boolean {
  return position.attempt < last.attempt || (position.attempt === last.attempt && position.offset <= last.offset)
}

function parseData(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}

/**
 * A resumed stream also answers with an error when the piece it should go on from belongs to an earlier attempt.
 * Then the job itself has not failed, and undefined says so.
 */
async function failureOf(
  client: Client,
  jobId: string,
  code: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const job = await client.call(market.getJob, { params: { job_id: jobId }, query: {} }, { signal })
  return job.status === 'failed' ? (job.error ?? code) : undefined
}
