import type { IncomingMessage } from 'node:http'
import { DomainError } from '../base/errors.ts'
import { type JsonExcess, JsonMeter } from '../base/json-bounds.ts'
import { GatheredBytes } from './gathered-bytes.ts'

/**
 * Each piece that a body comes in costs a call, whatever it holds: a megabyte of them in chunks of a byte holds the
 * event loop for a third of a second.
 */
const MOST_PIECES = 65_536

export interface BodyReading {
  limitBytes: number
  /** How long it is, where that was said. */
  length: number | undefined
  /** What came of it. */
  grow: (bytes: number) => void
  /** Makes the error of a body over a bound on JSON. */
  excessive: (excess: JsonExcess) => Error
}

/** Reads a body of JSON whole. Errors: payload_too_large, invalid_request, what `excessive` makes. */
export async function readBody(request: IncomingMessage, reading: BodyReading): Promise<Buffer> {
  if (!request.readable) throw gone()
  return await new Promise((resolve, reject) => {
    const { limitBytes, length, grow, excessive } = reading
    const meter = new JsonMeter()
    const bytes = new GatheredBytes((slab) => {
      const excess = meter.push(slab)
      if (excess) stop(excessive(excess))
    }, length)
    const take = (piece: Buffer) => {
      grow(piece.length)
      if (bytes.length + piece.length > limitBytes) return stop(tooLarge(limitBytes))
      bytes.push(piece)
      if (bytes.pieces > MOST_PIECES) stop(inCrumbs())
    }
    const end = () => settle(() => resolve(bytes.end()))
    const lost = () => stop(BROKEN_OFF)
    const settle = (by: () => void) => {
      request.off('data', take).off('end', end).off('close', lost).off('error', lost)
      by()
    }
    // Whatever comes behind is left to be thrown away.
    const stop = (error: Error) =>
      settle(() => {
        request.pause()
        reject(error)
      })
    request.on('data', take).once('end', end).once('close', lost).once('error', lost)
  })
}

/** As koa takes it: who left before anything was read is answered nothing. */
const gone = () => Object.assign(new Error('the body is not there any more'), { type: 'stream.not.readable' })
export const tooLarge = (limitBytes: number) =>
  new DomainError('payload_too_large', `The body is larger than ${limitBytes} bytes.`)
const BROKEN_OFF = new DomainError('invalid_request', 'The body stopped before its end.')

const crumbs = new WeakSet<Error>()
/** Whether the rest of a body costs more to throw away than its sender can expect. */
export const isInCrumbs = (error: unknown): boolean => error instanceof Error && crumbs.has(error)

function inCrumbs(): DomainError {
  const message = `The body comes in more than ${MOST_PIECES} pieces: send larger chunks, or all of it with its length.`
  const error = new DomainError('invalid_request', message)
  crumbs.add(error)
  return error
}
