import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Middleware } from 'koa'
import type { Clock } from '../base/clock.ts'
import { endsConnection } from './read-body.ts'

/** For the answer to be read by whoever is still sending. */
const LINGER_MS = 2000
const DISCARD_MS = 5000
const DISCARD_BYTES = 67_108_864

/**
 * What to do with a body that nobody reads to its end. Closing the connection at once would break the answer off for
 * clients that read it only after all is sent, so the rest is taken and thrown away, for 5 s and 64 MiB at most; then
 * the connection is closed. What comes in crumbs costs too much for that, and what was given up has had its time: their
 * connection ends behind the answer.
 */
export function discardUnread(clock: Clock): Middleware {
  return async (ctx, next) => {
    let last = false
    try {
      await next()
    } catch (error) {
      last = endsConnection(error)
      throw error
    } finally {
      if (last) endBehind(ctx.req, ctx.res, clock)
      else if (!ctx.req.complete && !ctx.req.destroyed) discard(ctx.req, ctx.res, clock)
    }
  }
}

/**
 * Ends the connection behind the answer and reads nothing more. Closed at once, with bytes in it that nobody read, it
 * would be reset, and a sender that meets a reset may throw the answer away.
 */
function endBehind({ socket }: IncomingMessage, response: ServerResponse, clock: Clock): void {
  response.setHeader('Connection', 'close')
  // By this Node would end and destroy the socket of a last answer.
  socket.destroySoon = () => {
    socket.end()
    socket.pause()
    const cancel = clock.timer(LINGER_MS, () => socket.destroy())
    socket.once('close', cancel)
  }
}

function discard(request: IncomingMessage, response: ServerResponse, clock: Clock): void {
  const { socket } = request
  let left = DISCARD_BYTES
  const cancel = clock.timer(DISCARD_MS, () => socket.destroy())
  const count = (chunk: Buffer) => {
    left -= chunk.length
    if (left >= 0) return
    // A fast sender may be here before the answer is on its way.
    request.pause()
    if (response.writableFinished) socket.destroy()
    else response.once('finish', () => socket.destroy())
  }
  request.on('data', count)
  // Who hangs up here has not asked for more.
  request.on('error', () => undefined)
  request.once('close', cancel)
  request.once('end', cancel)
  request.resume()
}
