import type { Context } from 'koa'
import type { Clock } from '../base/clock.ts'

export interface EventStream {
  /** Sends text. Where the socket has no room for more: resolves when it has, or the reader is gone. */
  write(text: string | Uint8Array): Promise<void> | undefined
  /** Ends the stream, with some last text also where nothing is written any more since the server stops. */
  end(last?: string): void
}

/** Answers with an event stream, written to the socket directly, with a comment whenever it was idle for so long. */
export function openEventStream(ctx: Context, clock: Clock, commentMs: number, gone: AbortSignal): EventStream {
  ctx.respond = false
  const { res } = ctx
  res.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Proxies such as nginx would otherwise hold tokens back.
    'x-accel-buffering': 'no',
  })
  res.flushHeaders()
  let written = clock.monotonic()
  let cancel = () => {}
  // One timer, which looks how long ago the last write was: setting it anew with each costs a quarter of the write.
  const arm = (ms: number) => {
    cancel = clock.timer(ms, () => {
      const idle = clock.monotonic() - written
      if (idle < commentMs) return arm(commentMs - idle)
      if (!res.writableNeedDrain) res.write(': still here\n\n')
      arm(commentMs)
    })
  }
  arm(commentMs)
  gone.addEventListener('abort', () => cancel())
  return {
    write(text) {
      if (gone.aborted) return undefined
      written = clock.monotonic()
      return res.write(text) ? undefined : drained(ctx, clock, gone)
    },
    end(last = '') {
      cancel()
      res.end(last)
    },
  }
}

// A reader that takes nothing for so long is dead, or means to make us keep its stream.
const STALLED_MS = 60_000

function drained(ctx: Context, clock: Clock, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      cancel()
      ctx.res.off('drain', done)
      gone.removeEventListener('abort', done)
      resolve()
    }
    const cancel = clock.timer(STALLED_MS, () => ctx.res.destroy())
    ctx.res.once('drain', done)
    gone.addEventListener('abort', done)
  })
}
