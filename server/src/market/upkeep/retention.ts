import { purgeBatches } from '../batches/erase.ts'
import { purgeConversations } from '../conversations/store.ts'
import type { Market } from '../deps.ts'
import { expireFiles, purgeFiles } from '../files/erase-files.ts'
import { purgeTexts } from '../retention/purge.ts'
import { everyAtOne } from './at-one.ts'

const EVERY_MS = 600_000
const DAY_MS = 86_400_000

/** Erases prompts and texts of jobs that ended more than so many days ago; 0 keeps them for ever. */
export function startRetention(market: Market, days: number) {
  return everyAtOne(market, 'retention', EVERY_MS, async () => {
    await expireFiles(market.database, market.clock.now())
    if (days === 0) return
    const jobs = await purgeTexts(market.database, market.clock.now() - days * DAY_MS)
    await purgeBatches(market.database, market.clock.now() - days * DAY_MS)
    await purgeFiles(market.database, market.clock.now() - days * DAY_MS)
    await market.database.transaction((tx) => purgeConversations(tx, market.clock.now() - days * DAY_MS))
    if (jobs > 0) market.log.info({ jobs }, 'prompts and texts of old jobs were erased')
  })
}
