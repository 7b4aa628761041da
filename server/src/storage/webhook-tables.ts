/** The tables of webhooks, part of `Tables`. */
export interface WebhookTables {
  webhooks: WebhooksTable
  webhook_deliveries: WebhookDeliveriesTable
}

export interface WebhooksTable {
  webhook_id: string
  user_id: string
  url: string
  /** The events wanted: a JSON array of types, or null for all. */
  events_json: string | null
  description: string | null
  /** whsec_ and base64. Kept as it is: what signs must have it. */
  secret: string
  /** The secret before the last rotation, until it is not signed with any more. */
  previous_secret: string | null
  previous_until: number | null
  /** Null while it is enabled. */
  disabled_reason: 'owner' | 'gone' | 'failing' | null
  /** The first of the failed attempts since the last one that arrived. */
  failing_since: number | null
  created_at: number
}

/** One event on its way to one webhook. */
export interface WebhookDeliveriesTable {
  /** Sent as webhook-id. */
  delivery_id: string
  webhook_id: string
  event: string
  /** The body, byte for byte as it is signed and sent. */
  payload_json: string
  status: 'pending' | 'delivered' | 'failed'
  created_at: number
  /** An attempt that fails from here on was the last. */
  give_up_at: number
  next_attempt_at: number
  /** Until then a process that has claimed it may be sending it. */
  sending_until: number | null
  /** Failed attempts since it was made or retried by hand: how far its pauses have grown. */
  step: number
  attempts: number
  last_attempt_at: number | null
  /** Of the last attempt's answer. */
  status_code: number | null
  error: string | null
}
