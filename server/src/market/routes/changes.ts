import { type ChangingList, market as endpoints } from '@mkt/schemas'
import type { Guard } from '../../http/guard.ts'
import { type EventStream, openEventStream } from '../../http/sse.ts'
import { TIMES } from '../../limits.ts'
import type { Market } from '../deps.ts'

/** Tells a user which of their lists change, for as long as they want to know. */
export function changeRoutes(guard: Guard, market: Market): void {
  guard.raw(endpoints.changes, async ({ query }, { user, gone, ctx }) => {
    let stream: EventStream | undefined
    const tell = (list: ChangingList) => void stream?.write(`event: changed\ndata: {"list":"${list}"}\n\n`)
    // Before the stream is opened: who has too many is refused in the usual form.
    const leave = market.changes.watch(user.user_id, tell)
    try {
      stream = openEventStream(ctx, market.clock, TIMES.stream_comment_ms, gone)
      stream.write('event: watching\ndata: {}\n\n')
      if (ctx.method !== 'HEAD') await over(market, query.seconds * 1000, gone)
    } finally {
      leave()
      stream?.end()
    }
  })
}

/** Resolves after so long, or when nobody listens any more. */
function over({ clock }: Pick<Market, 'clock'>, ms: number, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (gone.aborted || ms === 0) return resolve()
    const cancel = clock.timer(ms, resolve)
    gone.addEventListener('abort', () => {
      cancel()
      resolve()
    })
  })
}
