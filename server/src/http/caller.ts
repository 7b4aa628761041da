import type { Context } from 'koa'

/**
 * Whether the caller is still connected, as far as the system knows at this moment. A hang-up that arrived while this
 * process was busy is noticed only in the next turn of the event loop, so that turn is waited for: without it, an
 * answer is written into a connection that is closed already.
 */
export async function callerIsThere(ctx: Context, gone: AbortSignal): Promise<boolean> {
  await new Promise(setImmediate)
  const { socket } = ctx.req
  return !gone.aborted && !socket.destroyed && !socket.readableEnded
}
