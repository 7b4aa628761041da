import { createUser } from '../../../server/src/accounts/sign-up.ts'
import { createIds } from '../../../server/src/base/ids.ts'
import { createLog } from '../../../server/src/base/log.ts'
import { Meter } from '../../../server/src/base/meter.ts'
import { createInProcessBus } from '../../../server/src/bus/in-process.ts'
import { DEFAULT_LIMITS } from '../../../server/src/limits.ts'
import { enlist } from '../../../server/src/market/hosts/enlist.ts'
import { openMarket } from '../../../server/src/market/open-market.ts'
import { welcomeWith } from '../../../server/src/market/welcome.ts'
import type { Database } from '../../../server/src/storage/database.ts'
import { migrate } from '../../../server/src/storage/migrate.ts'
import { openSqlite } from '../../../server/src/storage/sqlite.ts'
import { Chance } from '../../load/chance.ts'
import type { SimulatedClock } from '../simulated-clock.ts'
import type { World } from './world.ts'

const CREDITS_NANO = 10n ** 15n
/** The most that any host here generates for one job. */
const MAX_TOKENS = 4096

/** The real market on a fresh SQLite file, with the world's hosts and users in it, under simulated time. */
export async function openSimulatedMarket(file: string, world: World, clock: SimulatedClock, seed: number) {
  await migrate({ sqlite: file })
  const { database, quiet } = watched(openSqlite(file, { durable: async () => {} }))
  const draws = new Chance(seed, 'ids')
  const ids = createIds(clock, (bytes) => Buffer.from(Array.from({ length: bytes }, () => draws.int(0, 255))))
  const bus = createInProcessBus()
  const log = createLog('silent')
  const settings = {
    limits: { ...DEFAULT_LIMITS, submission_burst: 1_000_000 },
    trust: 'own',
    unprovenLimitNano: 10_000_000n,
  } as const
  const market = await openMarket({ database, clock, ids, bus, log, ...settings, meter: new Meter() })
  const userIds = await Promise.all(
    world.users.map(async (_, index) => {
      const form = { username: `user${index}`, email: `user${index}@example.com`, password_hash: '-' }
      const deps = { database, clock, ids, welcome: welcomeWith({ clock, ids }, CREDITS_NANO) }
      return (await database.transaction((tx) => createUser(tx, deps, { ...form, role: 'user' }))).user_id
    }),
  )
  const hostIds = await Promise.all(
    world.hosts.map(async ({ models, price_nano }) => {
      const terms = { gpu: 'GPU', models, price_per_token: price_nano, max_tokens: MAX_TOKENS }
      return (await enlist(market, { ...terms, concurrency: 256, backend: 'huggingface', endpoint_url: null }, null))
        .host_id
    }),
  )
  return { market, quiet, userIds, hostIds }
}

/** Resolves `quiet` when all that was set off has come to rest: nothing is being written, nobody goes on without time. */
function watched(database: Database): { database: Database; quiet: () => Promise<void> } {
  let writing = 0
  return {
    database: {
      ...database,
      async transaction(work) {
        writing++
        try {
          return await database.transaction(work)
        } finally {
          writing--
        }
      },
    },
    // Reads of SQLite resolve within the turn of the event loop; only the writer leaves it.
    async quiet() {
      do await new Promise(setImmediate)
      while (writing > 0)
    },
  }
}
