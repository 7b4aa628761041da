import { insertDelivery } from '../../server/src/webhooks/delivery-store.ts'
import { insertWebhook } from '../../server/src/webhooks/webhook-store.ts'
import type { Marketplace } from './marketplace.ts'

/** A webhook of a user with one delivery that waits for long, past the limits of the API. */
export async function storeWebhook({ database, webhooks }: Marketplace, user_id: string) {
  const { ids, clock } = webhooks
  const [webhook_id, delivery_id, created_at] = [ids.next('whk'), ids.next('msg'), clock.now()]
  const secret = `whsec_${Buffer.alloc(32).toString('base64')}`
  const place = { url: 'http://127.0.0.1:9/hook', events_json: null, description: null }
  const event = { event: 'host.up', payload_json: '{}', give_up_at: created_at + 1000 }
  await database.transaction(async (tx) => {
    await insertWebhook(tx, { webhook_id, user_id, ...place, secret, created_at })
    await insertDelivery(tx, { delivery_id, webhook_id, ...event, created_at })
  })
  return { webhook_id, delivery_id }
}
