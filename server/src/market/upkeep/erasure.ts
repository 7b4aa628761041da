import type { Market } from '../deps.ts'
import { finishErasures } from '../erasure/erase-person.ts'
import { everyAtOne } from './at-one.ts'

const EVERY_MS = 600_000

/** Erases what accounts that have ended left behind them. */
export function startErasure(market: Market) {
  return everyAtOne(market, 'erasure', EVERY_MS, async () => {
    const jobs = await finishErasures(market.database)
    if (jobs > 0) market.log.info({ jobs }, 'prompts and texts of accounts that have ended were erased')
  })
}
