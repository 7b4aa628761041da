import type { Chance } from '../../load/chance.ts'
import type { CellsWorld, Pool } from './world.ts'

/**
 * `home`: a job runs in its user's cell or nowhere. `spill`: where that has no idle host, in one that said it has.
 * `all`: as if there were one cell.
 */
export type Policy = 'home' | 'spill' | 'all'

/** What cells last said of their pools: hosts that were idle beyond what waited, by pool. */
export type Digest = ReadonlyMap<Pool, number>

const ASKED = 2

/** Where a job of a user at home in `home` goes; undefined: nobody runs its model who may. */
export function route(
  { byModel, serving }: CellsWorld,
  { home, model, policy }: { home: number; model: number; policy: Policy },
  { digest, chance }: { digest: Digest; chance: Chance },
): Pool | undefined {
  const own = byModel[model]?.[home]
  if (policy === 'home' || (own && own.idle > 0)) return own
  const others = serving[model] ?? []
  if (policy === 'all') return others.find(({ idle }) => idle > 0) ?? shortest(others)
  const drawn = Array.from({ length: ASKED }, () => chance.pick(others))
  const free = (pool: Pool) => digest.get(pool) ?? 0
  const best = drawn.reduce((one, other) => (free(other) > free(one) ? other : one))
  // A line at home is known; of another cell one knows what it said some time ago.
  return own && free(best) <= 0 ? own : best
}

const waitingIn = ({ queue, head }: Pool) => queue.length - head

function shortest(pools: readonly Pool[]): Pool | undefined {
  return pools.reduce<Pool | undefined>(
    (best, pool) => (best && waitingIn(best) * pool.hosts <= waitingIn(pool) * best.hosts ? best : pool),
    undefined,
  )
}

export const digestOf = ({ pools }: CellsWorld): Digest =>
  new Map(pools.map((pool) => [pool, pool.idle - waitingIn(pool)]))
