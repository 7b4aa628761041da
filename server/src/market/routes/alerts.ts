import { market as endpoints } from '@mkt/schemas'
import type { Guard } from '../../http/guard.ts'
import { ownAlerts, setAlerts } from '../alerts/own-alerts.ts'
import type { Market } from '../deps.ts'

/** What users are told of their spending. */
export function alertRoutes(guard: Guard, market: Market): void {
  guard.route(endpoints.alerts, async (_asked, { user }) => await ownAlerts(market, user))
  guard.route(endpoints.setAlerts, async ({ body }, { user }) => {
    await setAlerts(market, user, body)
    return await ownAlerts(market, user)
  })
}
