import { DONE, errorEvent, formatPosition, market, parsePosition, type StreamPosition } from '@mkt/schemas'
import { ApiError, api } from '../api.ts'

export interface Following {
  /** All of the text so far: an attempt that begins anew takes back what was there. */
  onText: (text: string) => void
  /** Whether the connection is broken at the moment. */
  onBroken: (broken: boolean) => void
  signal: AbortSignal
}

const FIRST_WAIT_MS = 300
const LONGEST_WAIT_MS = 5000

/**
 * Follows a job's text to its end. A connection that breaks is taken up again behind the last piece that came, as often
 * as it takes; nothing is lost or doubled. Throws what the server refuses with.
 */
export async function followJob(job_id: string, { onText, onBroken, signal }: Following): Promise<void> {
  let last: StreamPosition | undefined
  let text = ''
  let wait_ms = FIRST_WAIT_MS
  let broken = false
  // Not for each piece: whoever is told draws anew.
  const tell = (is: boolean) => {
    if (is !== broken) onBroken(is)
    broken = is
  }
  while (!signal.aborted) {
    try {
      const headers: Record<string, string> = last ? { 'last-event-id': formatPosition(last) } : {}
      for await (const event of api.events(market.streamJob, { params: { job_id } }, { headers, signal })) {
        tell(false)
        wait_ms = FIRST_WAIT_MS
        if (event.data === DONE && event.event === undefined) return
        if (event.event === 'error') {
          if (!(await isBegunAnew(job_id, event.data))) return
          last = undefined
          text = ''
          break
        }
        const piece = readPiece(event.id, event.data)
        if (!piece || (last && isSeen(piece.at, last))) continue
        // Another host that goes on with the text writes behind it.
        if (last && piece.at.attempt > last.attempt && piece.at.offset <= last.offset) text = ''
        last = piece.at
        text += piece.text
        onText(text)
      }
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) throw error
    }
    tell(true)
    await pause(wait_ms, signal)
    wait_ms = Math.min(LONGEST_WAIT_MS, wait_ms * 2)
  }
}

/** A stream that cannot go on from an earlier attempt's piece ends with an error too; the job itself has not failed. */
async function isBegunAnew(job_id: string, data: string): Promise<boolean> {
  if (!errorEvent.safeParse(parse(data)).success) return false
  const job = await api.call(market.getJob, { params: { job_id } })
  return job.status !== 'failed'
}

/** A token event (schemas: tokenEvent). Hundreds come a second, so it is read without its schema. */
function readPiece(id: string | undefined, data: string) {
  const { token } = (parse(data) ?? {}) as { token?: unknown }
  const at = id === undefined ? undefined : parsePosition(id)
  return typeof token === 'string' && at ? { text: token, at } : undefined
}

function isSeen(at: StreamPosition, last: StreamPosition): boolean {
  return at.attempt < last.attempt || (at.attempt === last.attempt && at.offset <= last.offset)
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
