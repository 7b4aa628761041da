import { DomainError } from '../base/errors.ts'
import { type DeliveryRow, deliveryOf, hasPendingTest, insertDelivery, sendAgain } from './delivery-store.ts'
import type { Webhooks } from './deps.ts'
import { announce, payloadOf } from './emit.ts'
import { demandOwn } from './registrations.ts'
import { TRIED_MS } from './schedule.ts'

const TEST = 'webhook.test'

/** Has webhook.test sent, whatever events were chosen, once. Errors: not_found, conflict (disabled, or one under way). */
export async function sendTest(webhooks: Webhooks, userId: string, webhookId: string): Promise<DeliveryRow> {
  const { database, ids, clock } = webhooks
  return await database.transaction(async (tx) => {
    const { disabled_reason } = await demandOwn(tx, userId, webhookId)
    if (disabled_reason !== null) throw disabledConflict()
    if (await hasPendingTest(tx, webhookId))
      throw new DomainError('conflict', 'A test of this webhook is under way; its delivery shows how it ends.')
    const now = clock.now()
    const payload_json = payloadOf({ type: TEST, data: { webhook_id: webhookId } }, now)
    const delivery = { delivery_id: ids.next('msg'), webhook_id: webhookId, event: TEST, payload_json, created_at: now }
    // Its day is over before it begins: a person waits for how it went.
    await insertDelivery(tx, { ...delivery, give_up_at: now })
    announce(tx, webhooks)
    return await demandDelivery(tx, webhookId, delivery.delivery_id)
  })
}

/** Has a delivery sent at once, whatever became of it; a test once, others for a day. Errors: not_found, conflict (disabled, or being sent just now). */
export async function retryNow(
  webhooks: Webhooks,
  userId: string,
  { webhook_id, delivery_id }: { webhook_id: string; delivery_id: string },
): Promise<DeliveryRow> {
  const { database, clock } = webhooks
  return await database.transaction(async (tx) => {
    const { disabled_reason } = await demandOwn(tx, userId, webhook_id)
    const { event } = await demandDelivery(tx, webhook_id, delivery_id)
    if (disabled_reason !== null) throw disabledConflict()
    const now = clock.now()
    const give_up_at = event === TEST ? now : now + TRIED_MS
    if (!(await sendAgain(tx, { webhook_id, delivery_id, now, give_up_at })))
      throw new DomainError('conflict', 'This delivery is being sent at this moment; look again in some seconds.')
    announce(tx, webhooks)
    return await demandDelivery(tx, webhook_id, delivery_id)
  })
}

async function demandDelivery(...of: Parameters<typeof deliveryOf>): Promise<DeliveryRow> {
  const row = await deliveryOf(...of)
  if (!row) throw new DomainError('not_found', 'This webhook has no delivery with this id; they are kept for 30 days.')
  return row
}

function disabledConflict(): DomainError {
  return new DomainError('conflict', 'This webhook is disabled: enable it first.')
}
