import { type Delivery, EVENT_TYPES, type EventType, type Webhook } from '@mkt/schemas'
import { isoTime, isoTimeOrNull } from '../base/clock.ts'
import type { DeliveryRow } from './delivery-store.ts'
import type { WebhookRow } from './webhook-store.ts'

/** A webhook as its owner sees it, without its secret. */
export function describeWebhook(row: WebhookRow): Webhook {
  const { webhook_id, url, events_json, description, disabled_reason } = row
  return {
    webhook_id,
    url,
    events: events_json === null ? [...EVENT_TYPES] : (JSON.parse(events_json) as EventType[]),
    description,
    disabled: disabled_reason !== null,
    disabled_reason,
    failing_since: isoTimeOrNull(row.failing_since),
    created_at: isoTime(row.created_at),
  }
}

/** A delivery as its owner sees it; what it says stays with the receiver. */
export function describeDelivery(row: DeliveryRow): Delivery {
  const { delivery_id, event, status, attempts, status_code, error } = row
  return {
    delivery_id,
    event,
    status,
    attempts,
    status_code,
    error,
    created_at: isoTime(row.created_at),
    last_attempt_at: isoTimeOrNull(row.last_attempt_at),
    next_attempt_at: status === 'pending' ? isoTime(row.next_attempt_at) : null,
  }
}
