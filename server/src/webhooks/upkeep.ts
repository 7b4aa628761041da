import { every } from '../base/loop.ts'
import type { Tx } from '../storage/database.ts'
import {
  abandonedWebhooks,
  failOverdue,
  failResting,
  removeDeliveriesOf,
  removeOldDeliveries,
} from './delivery-store.ts'
import type { Webhooks } from './deps.ts'
import { KEPT_MS } from './schedule.ts'
import { forgetOldSecrets } from './webhook-store.ts'

const EVERY_MS = 600_000
/** An attempt at the end of the day has so long to get its turn. */
const LATE_MS = 3_600_000

/**
 * Forgets deliveries after 30 days and of webhooks that are gone, and secrets that do not sign any more; ends what
 * waited for a disabled webhook, or for one that could not take as much.
 */
export function startWebhookUpkeep({ clock, log, database }: Webhooks) {
  return every(clock, log, 'webhook-upkeep', EVERY_MS, async () => {
    const now = clock.now()
    await database.transaction((tx) => forgetOldSecrets(tx, now))
    const inPages = async (page: (tx: Tx) => Promise<number>) => {
      while ((await database.transaction(page)) > 0);
    }
    await inPages((tx) => failResting(tx, now))
    await inPages((tx) => failOverdue(tx, now - LATE_MS, now))
    for (const webhookId of await abandonedWebhooks(database)) await inPages((tx) => removeDeliveriesOf(tx, webhookId))
    await inPages((tx) => removeOldDeliveries(tx, now - KEPT_MS))
  })
}
