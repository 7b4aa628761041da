import { market as endpoints, HOST_CHANNEL } from '@mkt/schemas'
import { isOut } from '../../base/open-calls.ts'
import { asDomainError, errorBodyOf, INTERNAL, STATUS } from '../../http/error-body.ts'
import { demandOwnHost, type Guard, STOPPING } from '../../http/guard.ts'
import { parseBody } from '../../http/input.ts'
import { acceptWebSocket } from '../../http/web-socket.ts'
import { HostChannel, type HostChannelDeps } from '../channel/host-channel.ts'
import type { Market } from '../deps.ts'

/** What a frame has beside the body of its call. */
const FRAME_BYTES = 1024

/** A host's channel: what it does by calls, over one connection. */
export function hostChannelRoutes(guard: Guard, market: Market): void {
  const protocol = HOST_CHANNEL
  const mostBytes = market.limits.body_bytes + FRAME_BYTES
  guard.raw(endpoints.connectHost, async (_input, { host_id, prove, gone, ctx }) => {
    // Asked for before the connection is another one's: the signal hears of its end from here on.
    const over = endedByUs(gone)
    const socket = await acceptWebSocket(ctx, { protocol, mostBytes, clock: market.clock })
    const parse: HostChannelDeps['parse'] = (endpoint, body) => {
      const parsed = parseBody(endpoint, body)
      demandOwnHost(host_id, parsed as { host_id: string })
      return parsed
    }
    const speak = (error: unknown) => spoken(market, error)
    await market.channels.run(host_id, new HostChannel({ market, host_id, socket, prove, parse, speak, gone: over }))
  })
}

/** Aborts when the host is out, or the server stops; that the connection has ended, the socket says itself. */
function endedByUs(gone: AbortSignal): AbortSignal {
  const ended = new AbortController()
  const end = () => {
    if (gone.reason === STOPPING || isOut(gone.reason)) ended.abort(gone.reason)
  }
  if (gone.aborted) end()
  gone.addEventListener('abort', end)
  return ended.signal
}

function spoken({ log }: Market, error: unknown): ReturnType<HostChannelDeps['speak']> {
  const known = asDomainError(error)
  if (!known) log.error({ err: error }, 'a call on a channel failed')
  const said = known ?? INTERNAL
  const { code, retryAfterS } = said
  const later = retryAfterS === undefined ? {} : { retry_after: retryAfterS }
  return { status: STATUS[code], body: errorBodyOf(said), ...later }
}
