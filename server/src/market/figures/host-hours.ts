import { isoTime } from '../../base/clock.ts'
import { firstIdAt } from '../../base/ids.ts'
import type { Market } from '../deps.ts'
import { hostById } from '../hosts/store.ts'
import { linesOf } from '../statements/lines.ts'
import { accountsOf } from '../statements/statement.ts'

const HOUR_MS = 3_600_000

interface Hour {
  hour: string
  jobs: number
  tokens: number
  credits: bigint
  utilization: number
}

/**
 * What a host earned and how busy it was in the last hours, this one included, by its part of the ledger. A job counts
 * as earned in the hour in which it ended, and as busy in all hours that it ran in. Read in parts: others have their
 * turn in between.
 */
export async function hostHours({ database, clock }: Market, host_id: string, count: number): Promise<Hour[]> {
  const now = clock.now()
  const first = (Math.floor(now / HOUR_MS) - count + 1) * HOUR_MS
  const hours = Array.from({ length: count }, (_, n) => ({ jobs: 0, tokens: 0, credits: 0n, busy_ms: 0, n }))
  const span = { after: firstIdAt('ltx', first), before: firstIdAt('ltx', now + HOUR_MS) }
  for await (const line of linesOf(database, accountsOf({ host_id }), span)) {
    const hour = hours[Math.floor((line.at - first) / HOUR_MS)]
    if (line.kind !== 'job' || !hour) continue
    hour.jobs++
    hour.tokens += line.tokens ?? 0
    hour.credits += line.amount_nano
    for (const one of hours) one.busy_ms += overlap(line.ran, first + one.n * HOUR_MS)
  }
  const slots = Math.max(1, (await hostById(database, host_id))?.concurrency ?? 1)
  return hours.map(({ n, busy_ms, ...sums }) => {
    const length = Math.min(HOUR_MS, now - first - n * HOUR_MS)
    const utilization = length > 0 ? Math.min(1, busy_ms / (length * slots)) : 0
    return { hour: isoTime(first + n * HOUR_MS), ...sums, utilization: Math.round(utilization * 1000) / 1000 }
  })
}

/** How long somebody ran within the hour that begins there. */
function overlap(ran: { from: number; to: number } | null, begin: number): number {
  return ran === null ? 0 : Math.max(0, Math.min(ran.to, begin + HOUR_MS) - Math.max(ran.from, begin))
}
