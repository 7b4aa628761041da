import { isoTime } from '../../base/clock.ts'
import type { Market } from '../deps.ts'
import { EXCLUSION_MS } from '../jobs/machine.ts'
import { queuePosition } from '../jobs/queue-store.ts'
import type { JobRow } from '../jobs/store.ts'
import { firstBackOf, prospectsOf } from './wait-store.ts'
import { lack, turn } from './waiting-for.ts'

export interface Wait {
  queue_position: number
  waiting_for: string
  waiting_until: string
}

/** Why a queued job waits, and when it expires unless that changes; read anew each time, since hosts come and go. */
export async function explainWait(market: Market, job: JobRow): Promise<Wait> {
  const { database, clock, queueTime } = market
  const now = clock.now()
  const ahead = await queuePosition(database, job)
  const prospects = await prospectsOf(database, job, now)
  const missing = lack(job, prospects)
  const unserved = prospects.eligible === 0
  const back = unserved && !missing ? await firstBackOf(database, job, now) : undefined
  const line = { ahead, back: back && { host_id: back.host_id, at: isoTime(back.excluded_at + EXCLUSION_MS) } }
  return {
    queue_position: ahead,
    waiting_for: missing ?? turn(job, line),
    waiting_until: isoTime(queueTime.expiresAt(job, unserved)),
  }
}
