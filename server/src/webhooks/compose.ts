import { DeliveryLoop } from './delivery-loop.ts'
import type { Webhooks } from './deps.ts'
import { createSender, type Sender } from './send.ts'
import { startWebhookUpkeep } from './upkeep.ts'

/** Starts sending what is due, and its upkeep; the result stops both. */
export function startWebhooks(webhooks: Webhooks, sender: Sender = createSender(webhooks.targets)) {
  const deliveries = webhooks.meter.counter('mkt_webhook_deliveries_total', 'Attempts to deliver, by outcome', [
    'outcome',
  ])
  const loop = new DeliveryLoop(webhooks, sender, (outcome) => deliveries({ outcome }))
  const endUpkeep = startWebhookUpkeep(webhooks)
  return async () => {
    await Promise.all([loop.stop(), endUpkeep()])
  }
}
