import { DomainError } from '../../base/errors.ts'
import { firstIdAt } from '../../base/ids.ts'
import type { Limits } from '../../limits.ts'
import type { Tx } from '../../storage/database.ts'
import { recentPurchases } from './list-store.ts'

const HOUR_MS = 3_600_000

/**
 * Every purchase is a row here and a page at the provider: a user begins so many an hour, and leaves so many of them
 * unpaid. A page can be paid for an hour, so that those that can are among those of the last one. Error: rate_limited.
 */
export async function demandFew(tx: Tx, limits: Limits, user_id: string, now: number): Promise<void> {
  const after = firstIdAt('pur', now - HOUR_MS + 1)
  const { begun, first_at, unpaid, next_end } = await recentPurchases(tx, { user_id, after, now })
  if (unpaid >= limits.purchases_unpaid) {
    const waitS = secondsTo(next_end ?? now, now)
    const message = `You have ${unpaid} purchases to pay: pay one of them, each shows where (GET /users/me/purchases, \`mkt purchases\`), or begin another in ${waitS} seconds, when the first of them ends.`
    throw new DomainError('rate_limited', message, { retryAfterS: waitS })
  }
  if (begun < limits.purchases_per_hour) return
  const waitS = secondsTo((first_at ?? now) + HOUR_MS, now)
  const message = `You began ${begun} purchases within an hour; try again in ${waitS} seconds.`
  throw new DomainError('rate_limited', message, { retryAfterS: waitS })
}

const secondsTo = (time: number, now: number) => Math.max(1, Math.ceil((time - now) / 1000))
