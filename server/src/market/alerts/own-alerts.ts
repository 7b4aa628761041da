import type { Alert, AlertLimits } from '@mkt/schemas'
import type { User } from '../../accounts/authenticate.ts'
import { demandUnchanged } from '../../accounts/demand-unchanged.ts'
import { isoTimeOrNull } from '../../base/clock.ts'
import type { Market } from '../deps.ts'
import { statesOf, todayOf } from './reached.ts'
import { setLimits, watchedOf } from './store.ts'

/** A user's alerts as they stand. */
export async function ownAlerts({ database, clock, mailer }: Market, user: User) {
  const days = todayOf(clock.now())
  const row = await watchedOf(database, { user_id: user.user_id, ...days })
  const alerts = row ? statesOf(row, days) : []
  return {
    alerts: alerts.map(({ told_at, ...state }): Alert => ({ ...state, told_at: isoTimeOrNull(told_at) })),
    by_mail: mailer !== undefined && user.email_verified_at !== null,
  }
}

/** Replaces a user's alerts. One whose limit is another is told anew, also of a day of which it was told. */
export async function setAlerts(market: Market, user: User, limits: AlertLimits): Promise<void> {
  const { day = null, month = null, balance = null } = limits
  await market.database.transaction(async (tx) => {
    await demandUnchanged(tx, user)
    await setLimits(tx, { user_id: user.user_id, day_nano: day, month_nano: month, balance_nano: balance })
  })
}
