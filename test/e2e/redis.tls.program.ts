import { systemClock } from '../../server/src/base/clock.ts'
import { createLog } from '../../server/src/base/log.ts'
import { openRedis } from '../../server/src/live/redis/open-redis.ts'

/** Shares something at the URL that it is given, and says what came of it. */
try {
  const live = await openRedis({ url: process.argv[2] ?? '', space: 'tls' }, systemClock, createLog('silent'))
  console.log(`agreed on ${await live.agreed('secret', 'this')}`)
  await live.close()
} catch (error) {
  console.log(`refused: ${(error as Error).message}`)
}
process.exit()
