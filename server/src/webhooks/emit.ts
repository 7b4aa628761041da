import { type WebhookEvent, writeJson } from '@mkt/schemas'
import { type Clock, isoTime } from '../base/clock.ts'
import type { Ids } from '../base/ids.ts'
import { type Bus, DELIVERIES_TOPIC } from '../bus/bus.ts'
import type { Tx } from '../storage/database.ts'
import { insertDelivery, waitAsMany } from './delivery-store.ts'
import { TRIED_MS } from './schedule.ts'
import { listeningWebhooks } from './webhook-store.ts'

/** So many wait for one webhook at most: a receiver that cannot keep up is not sent what is a day old. */
const MOST_WAITING = 10_000
const TOO_MANY = { status: 'failed' as const, error: '10000 deliveries were waiting: it was not tried' }

export interface EmitDeps {
  clock: Clock
  ids: Ids
  /** Without one (a command beside the server) the next look of the delivery loop finds it. */
  bus?: Bus | undefined
}

/** An event as who causes it says it: when it happened is added here. */
export type Happened = WebhookEvent extends infer E
  ? E extends { timestamp: string }
    ? Omit<E, 'timestamp'>
    : never
  : never

/**
 * Has a user told of an event, in the transaction that makes it true: with it the deliveries are kept, or nothing is.
 * What comes while 10,000 wait for a webhook is kept as failed: it may be sent again by hand.
 * Costs users without webhooks one look at an index; on Postgres it is to be begun together with another statement.
 */
export async function emit(tx: Tx, deps: EmitDeps, userId: string, event: Happened): Promise<void> {
  const webhooks = await listeningWebhooks(tx, userId)
  const wanting = webhooks.filter(({ events_json }) => wants(events_json, event.type))
  if (wanting.length === 0) return
  const now = deps.clock.now()
  const payload_json = payloadOf(event, now)
  for (const { webhook_id } of wanting) {
    const delivery_id = deps.ids.next('msg')
    const row = { delivery_id, webhook_id, event: event.type, payload_json, created_at: now }
    const full = await waitAsMany(tx, webhook_id, MOST_WAITING)
    await insertDelivery(tx, { ...row, give_up_at: now + TRIED_MS, ...(full ? TOO_MANY : {}) })
  }
  announce(tx, deps)
}

/** The body as it is signed, sent and sent again. */
export function payloadOf({ type, data }: Happened, now: number): string {
  return writeJson({ type, timestamp: isoTime(now), data })
}

/** Wakes the delivery loop with the commit. */
export function announce(tx: Tx, { bus }: EmitDeps): void {
  tx.onCommit(() => bus?.publish(DELIVERIES_TOPIC))
}

function wants(eventsJson: string | null, type: string): boolean {
  return eventsJson === null || (JSON.parse(eventsJson) as string[]).includes(type)
}
