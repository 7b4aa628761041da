import type { IncomingMessage } from 'node:http'
import type { Middleware } from 'koa'
import type { Clock } from '../base/clock.ts'

const DISCARD_MS = 5000
const DISCARD_BYTES = 67_108_864

/**
 * What to do with a body that nobody reads to its end. Closing the connection at once would break the answer off for
 * clients that read it only after all is sent, so the rest is taken and thrown away, for 5 s and 64 MiB at most; then
 * the connection is closed.
 */
export function discardUnread(clock: Clock): Middleware {
  return async (ctx, next) => {
    try {
      await next()
    } finally {
      if (!ctx.req.complete && !ctx.req.destroyed) discard(ctx.req, clock)
    }
  }
}

function discard(request: IncomingMessage, clock: Clock): void {
  const { socket } = request
  let left = DISCARD_BYTES
  const cancel = clock.timer(DISCARD_MS, () => socket.destroy())
  const count = (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) socket.destroy()
  }
  request.on('data', count)
  // Who hangs up here has not asked for more.
  request.on('error', () => undefined)
  request.once('close', cancel)
  request.once('end', cancel)
  request.resume()
}
