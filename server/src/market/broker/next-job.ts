import { DomainError } from '../../base/errors.ts'
import type { Market } from '../deps.ts'
import { type HostRow, hostById, modelsOfHost } from '../hosts/store.ts'
import { type Claimed, claim } from './claim.ts'
import { candidateOf } from './rank.ts'
import { NO_RIVALS, type Poll } from './waiting.ts'

export interface NextJobRequest {
  host_id: string
  instance: string | null
  /** How long to wait for work; 0 asks once. */
  wait_ms: number
  /** Aborts when the caller is gone: it then claims nothing. */
  gone: AbortSignal
}

/**
 * The next job for a host, waited for. Undefined when there is none in time, when the caller is gone, or while the
 * host is inactive: its next heartbeat wakes the poll.
 */
export async function nextJob(market: Market, request: NextJobRequest): Promise<Claimed | undefined> {
  const host = await hostById(market.database, request.host_id)
  if (!host) throw new DomainError('not_found', 'This host does not exist any more.')
  const models = await modelsOfHost(market.database, host.host_id)
  const waiter = createWaiter(market, request, host, new Set(models.map(({ model }) => model)))
  market.waiting.park(waiter.poll)
  try {
    return await waiter.result()
  } finally {
    market.waiting.leave(waiter.poll)
  }
}

/** One poll's life: it looks at once, then whenever something changed, until it has a job or its time is up. */
function createWaiter(market: Market, request: NextJobRequest, host: HostRow, models: ReadonlySet<string>) {
  let claimed: Claimed | undefined
  let over = request.wait_ms === 0
  // Answered: an offer that saw this poll parked may still ask it to look, and would claim for nobody.
  let answered = false
  let settle: (() => void) | undefined
  const finish = () => {
    if (poll.busy || !settle || !(claimed || over)) return
    answered = true
    settle()
  }
  const stop = () => {
    over = true
    finish()
  }
  const poll: Poll = {
    host,
    models,
    instance: request.instance,
    busy: false,
    stale: false,
    async look(rivals) {
      if (claimed || answered || request.gone.aborted) return false
      poll.busy = true
      try {
        do {
          poll.stale = false
          claimed = await claimFor(market, poll, rivals)
        } while (!claimed && poll.stale && !request.gone.aborted)
      } catch (error) {
        market.log.error({ err: error }, 'a parked poll could not claim')
      } finally {
        poll.busy = false
        finish()
      }
      return claimed !== undefined
    },
    dismiss: stop,
  }
  return {
    poll,
    async result(): Promise<Claimed | undefined> {
      const done = new Promise<void>((resolve) => {
        settle = resolve
      })
      const cancelTimer = market.clock.timer(request.wait_ms, stop)
      request.gone.addEventListener('abort', stop)
      if (request.gone.aborted) stop()
      await poll.look(NO_RIVALS)
      finish()
      await done
      cancelTimer()
      request.gone.removeEventListener('abort', stop)
      return claimed
    },
  }
}

async function claimFor(market: Market, poll: Poll, rivals: () => readonly HostRow[]): Promise<Claimed | undefined> {
  // The price and state of now, not of when the poll was parked.
  const host = await hostById(market.database, poll.host.host_id)
  if (!host) return undefined
  poll.host = host
  if (host.status !== 'active' || host.paused === 1) return undefined
  return await claim(market, { host, instance: poll.instance, rivals: () => rivals().map(candidateOf) })
}
