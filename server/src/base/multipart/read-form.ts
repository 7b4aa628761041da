import type { IncomingMessage } from 'node:http'
import type { Clock } from '../clock.ts'
import { boundaryOf, MultipartError, type MultipartEvent, MultipartSplitter } from './splitter.ts'

/** Everything of the body beside what stands in its parts: heads, what stands before and after. */
export const BESIDE_BYTES = 1_048_576
/** A sender that sends nothing for so long has stopped. */
const SILENCE_MS = 30_000

export interface FormReading {
  clock: Clock
  /** Of the whole body, as its sender says; `large` makes the error of a longer one. */
  mostBytes: number
  large: () => Error
  /** Asks for the body, once it may come. */
  askFor: () => void
}

/**
 * Reads a multipart body as it comes, which is asked for once it may; holds no more than a chunk. When it throws, the
 * rest of the body is unread. Errors: MultipartError, what `large` makes, what `take` throws.
 */
export async function readForm(
  request: IncomingMessage,
  { clock, mostBytes, large, askFor }: FormReading,
  take: (event: MultipartEvent) => Promise<void>,
): Promise<void> {
  const boundary = boundaryOf(request.headers['content-type'] ?? '')
  if (boundary === undefined) throw new MultipartError('The body must be multipart/form-data.')
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw large()
  askFor()
  const splitter = new MultipartSplitter(boundary)
  let beside = 0
  let cancel = () => {}
  const arm = () => {
    cancel()
    cancel = clock.timer(SILENCE_MS, () => request.destroy())
  }
  arm()
  try {
    // Leaving the loop must not close the connection: an answer is still to be sent.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      arm()
      beside += (chunk as Buffer).length
      for (const event of splitter.push(chunk as Buffer)) {
        if ('bytes' in event) beside -= event.bytes.length
        await take(event)
      }
      if (beside > BESIDE_BYTES) throw new MultipartError('There is too much beside the parts.')
    }
  } catch (error) {
    throw request.errored || request.destroyed ? new MultipartError('The body stopped before its end.') : error
  } finally {
    cancel()
  }
  if (!splitter.ended) throw new MultipartError('The body ends before its last delimiter.')
}
