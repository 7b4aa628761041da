import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Middleware } from 'koa'
import type { Clock } from '../base/clock.ts'
import { isInCrumbs } from './read-body.ts'

const DISCARD_MS = 5000
const DISCARD_BYTES = 67_108_864

/**
 * What to do with a body that nobody reads to its end. Closing the connection at once would break the answer off for
 * clients that read it only after all is sent, so the rest is taken and thrown away, for 5 s and 64 MiB at most; then
 * the connection is closed. What comes in crumbs costs too much for that.
 */
export function discardUnread(clock: Clock): Middleware {
  return async (ctx, next) => {
    let crumbs = false
    try {
      await next()
    } catch (error) {
      crumbs = isInCrumbs(error)
      throw error
    } finally {
      if (crumbs) ctx.res.once('finish', () => ctx.req.socket.destroy())
      else if (!ctx.req.complete && !ctx.req.destroyed) discard(ctx.req, ctx.res, clock)
    }
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
