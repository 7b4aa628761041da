import type { ClaimRecord, JobRecord, Simulation } from './simulate.ts'
import type { SimulatedHost } from './world.ts'

type Run = Pick<Simulation, 'world' | 'claims'>

/**
 * For each claim of another user's job: how often the burst's user was served while that job waited and its user was
 * served nothing, counted over the hosts that might have run it. Round robin over users allows one.
 */
export function burstTurns({ world, claims }: Run, capOf: (job: JobRecord) => bigint): { most: number; waits: number } {
  const burst = claims.filter(({ job }) => job.user === 0)
  const servedAt = new Map<number, number>()
  let most = 0
  let waits = 0
  for (const { at_ms, job, queued_ms } of claims) {
    if (job.user === 0) continue
    const since = Math.max(queued_ms, servedAt.get(job.user) ?? 0)
    servedAt.set(job.user, at_ms)
    const turns = between(burst, since, at_ms).filter(({ host }) =>
      mayRun(world.hosts[host] as SimulatedHost, { job, index: host, cap: capOf(job) }),
    )
    if (turns.length > 0) waits++
    most = Math.max(most, turns.length)
  }
  return { most, waits }
}

function mayRun(host: SimulatedHost, { job, index, cap }: { job: JobRecord; index: number; cap: bigint }): boolean {
  return host.models.includes(job.model) && host.price_nano <= cap && !job.excluded.includes(index)
}

/** The claims after one time and before another; at the same time nothing is said about who was first. */
function between(claims: readonly ClaimRecord[], after: number, before: number): ClaimRecord[] {
  let [low, high] = [0, claims.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((claims[middle] as ClaimRecord).at_ms > after) high = middle
    else low = middle + 1
  }
  let end = low
  while (end < claims.length && (claims[end] as ClaimRecord).at_ms < before) end++
  return claims.slice(low, end)
}
