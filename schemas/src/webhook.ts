import { z } from 'zod'
import { httpUrl } from './host.ts'
import { id, limit, line, offset, timestamp } from './text.ts'
import { EVENT_TYPES, eventType } from './webhook-event.ts'

export const webhookId = id('whk')
/** Sent as the header webhook-id: the same in every attempt, so that a receiver may know a repetition by it. */
export const deliveryId = id('msg')

/** Where events are posted to. Which addresses are refused depends on the server: public ones need https. */
const target = httpUrl.refine((url) => !hasCredentials(url), { error: 'must not hold a username or a password' })

function hasCredentials(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed !== null && (parsed.username !== '' || parsed.password !== '')
}

const events = z
  .array(eventType)
  .min(1)
  .max(100)
  .transform((types) => EVENT_TYPES.filter((type) => types.includes(type)))

/** `events` defaults to all, also those that later versions add. */
export const newWebhook = z
  .object({ url: target, events: events.optional(), description: line(200).optional() })
  .meta({ id: 'NewWebhook' })
export type NewWebhook = z.output<typeof newWebhook>

/** Members that are not given stay as they are. Enabling a webhook, or giving it another URL, forgets its failures. */
export const webhookChange = z
  .object({
    url: target.optional(),
    events: events.optional(),
    description: line(200).optional(),
    disabled: z.boolean().optional(),
  })
  .meta({ id: 'WebhookChange' })
export type WebhookChange = z.output<typeof webhookChange>

export const disabledReason = z.enum(['owner', 'gone', 'failing']).meta({
  description: 'owner: by a change of yours; gone: the receiver answered 410; failing: nothing arrived for five days',
})

/** `failing_since`: the first of the attempts that have failed since one last succeeded. */
export const webhook = z
  .object({
    webhook_id: webhookId,
    url: z.string(),
    events: z.array(eventType),
    description: z.string().nullable(),
    disabled: z.boolean(),
    disabled_reason: disabledReason.nullable(),
    failing_since: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.output<typeof webhook>
export const webhookList = z.object({ webhooks: z.array(webhook) })

const secret = z.string().meta({
  description: 'whsec_ and the key in base64; in this answer and never again',
  example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
})
export const createdWebhook = webhook.extend({ secret }).meta({ id: 'CreatedWebhook' })
/** Until `previous_valid_until` every delivery carries a signature of the old secret too. */
export const rotatedSecret = z
  .object({ webhook_id: webhookId, secret, previous_valid_until: timestamp })
  .meta({ id: 'RotatedWebhookSecret' })

export const deliveryStatus = z.enum(['pending', 'delivered', 'failed'])

/** One event on its way to one webhook. `status_code` and `error` are those of the last attempt. */
export const delivery = z
  .object({
    delivery_id: deliveryId,
    event: z.string(),
    status: deliveryStatus,
    attempts: z.int(),
    status_code: z.int().nullable(),
    error: z.string().nullable(),
    created_at: timestamp,
    last_attempt_at: timestamp.nullable(),
    next_attempt_at: timestamp.nullable(),
  })
  .meta({ id: 'WebhookDelivery' })
export type Delivery = z.output<typeof delivery>
export const deliveryList = z.object({ deliveries: z.array(delivery), total: z.int() })
export const deliveryQuery = z.object({ status: deliveryStatus.optional(), limit, offset })
