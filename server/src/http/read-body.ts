import type { IncomingMessage } from 'node:http'
import { DomainError } from '../base/errors.ts'
import { type JsonExcess, JsonMeter } from '../base/json-bounds.ts'
import { GatheredBytes } from './gathered-bytes.ts'

/**
 * Each piece that a body comes in costs a call, whatever it holds: a megabyte of them in chunks of a byte holds the
 * event loop for a third of a second.
 */
const MOST_PIECES = 65_536

/** One of which nothing comes for so long is not waited for until the time of its request is over. */
const SILENCE_MS = 20_000

export interface BodyReading {
  limitBytes: number
  /** ms without a byte after which it is given up. */
  silence_ms?: number
  /** How long it is, where that was said. */
  length: number | undefined
  /** Counts it among those that are coming; `cut` gives it up before its end. */
  enter: (cut: () => void) => Coming
  /** Makes the error of a body over a bound on JSON. */
  excessive: (excess: JsonExcess) => Error
}

/** A body that has not come whole. */
export interface Coming {
  /** It has come to hold so many bytes more. */
  grow: (bytes: number) => void
  over: () => void
}

/** Reads a body of JSON whole. Errors: payload_too_large, invalid_request, rate_limited, what `excessive` makes. */
export async function readBody(request: IncomingMessage, reading: BodyReading): Promise<Buffer> {
  if (!request.readable) throw gone()
  return await new Promise((resolve, reject) => {
    const { limitBytes, length, enter, excessive, silence_ms = SILENCE_MS } = reading
    const meter = new JsonMeter()
    const bytes = new GatheredBytes((slab) => {
      const excess = meter.push(slab)
      if (excess) stop(excessive(excess))
    }, length)
    const take = (piece: Buffer) => {
      if (bytes.length + piece.length > limitBytes) return stop(tooLarge(limitBytes))
      silence.refresh()
      const before = bytes.allocated
      bytes.push(piece)
      // What is over a bound was refused by now, and counts no more.
      if (settled) return
      if (bytes.allocated > before && bytes.length !== length) coming.grow(bytes.allocated - before)
      if (bytes.pieces > MOST_PIECES) stop(inCrumbs())
    }
    const end = () => settle(() => resolve(bytes.end()))
    const lost = () => stop(BROKEN_OFF)
    let settled = false
    const settle = (by: () => void) => {
      settled = true
      clearTimeout(silence)
      request.off('data', take).off('end', end).off('close', lost).off('error', lost)
      coming.over()
      by()
    }
    // Whatever comes behind is left to be thrown away.
    const stop = (error: Error) =>
      settle(() => {
        request.pause()
        reject(error)
      })
    const silence = setTimeout(() => stop(silent(silence_ms)), silence_ms)
    const coming = enter(() => stop(tooSlow()))
    request.on('data', take).once('end', end).once('close', lost).once('error', lost)
  })
}

/** As koa takes it: who left before anything was read is answered nothing. */
const gone = () => Object.assign(new Error('the body is not there any more'), { type: 'stream.not.readable' })
export const tooLarge = (limitBytes: number) =>
  new DomainError('payload_too_large', `The body is larger than ${limitBytes} bytes.`)
const BROKEN_OFF = new DomainError('invalid_request', 'The body stopped before its end.')

const lastWords = new WeakSet<Error>()
/** Whether the rest of a body costs more to throw away than its sender can expect. */
export const endsConnection = (error: unknown): boolean => error instanceof Error && lastWords.has(error)

/** Of a body that has to make room for others. */
function tooSlow(): DomainError {
  const message = 'The body was still coming when others needed its room; send it again, in one go.'
  const error = new DomainError('rate_limited', message, { retryAfterS: 1 })
  lastWords.add(error)
  return error
}

function silent(ms: number): DomainError {
  const error = new DomainError(
    'invalid_request',
    `Nothing came of the body for ${ms / 1000} s; send it again, in one go.`,
  )
  lastWords.add(error)
  return error
}

function inCrumbs(): DomainError {
  const message = `The body comes in more than ${MOST_PIECES} pieces: send larger chunks, or all of it with its length.`
  const error = new DomainError('invalid_request', message)
  lastWords.add(error)
  return error
}
