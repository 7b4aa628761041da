import { WARM_MS } from '../../../server/src/live/warm-chains.ts'
import type { Simulation } from './simulate.ts'

/** A follow-up that could have met a warm host, and whether it did. */
export interface Warmth {
  /** Jobs of a conversation of which a host had an earlier turn within ten minutes. */
  followUps: number
  /** Those of them that such a host got. */
  warm: number
  share: number
}

/** How many follow-up turns reached a host that had read an earlier turn of the same conversation. */
export function warmthOf({ claims }: Pick<Simulation, 'claims'>): Warmth {
  const read = new Map<string, Map<number, number>>()
  let [followUps, warm] = [0, 0]
  for (const { at_ms, host, job } of claims) {
    // The burst comes all at once: there is nothing to choose among.
    if (job.user === 0) continue
    const hosts = read.get(job.talk) ?? new Map<number, number>()
    read.set(job.talk, hosts)
    const since = at_ms - WARM_MS
    if (job.turn > 0 && [...hosts.values()].some((at) => at > since)) {
      followUps++
      if ((hosts.get(host) ?? Number.NEGATIVE_INFINITY) > since) warm++
    }
    hosts.set(host, at_ms)
  }
  return { followUps, warm, share: warm / followUps }
}
