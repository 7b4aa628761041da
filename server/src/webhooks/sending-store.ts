import { sql } from 'kysely'
import type { Reader, Tx } from '../storage/database.ts'
import { type Builder, statement } from '../storage/statement.ts'
import type { WebhookDeliveriesTable } from '../storage/webhook-tables.ts'

export type DeliveryRow = WebhookDeliveriesTable

/** A webhook that something waits for; `due` is 1 where it is for now. */
export interface Waiting {
  webhook_id: string
  failing_since: number | null
  due: number
}

/**
 * The webhooks that something waits for, by id from `after` on, `steps` of them at most. A webhook with a thousand
 * deliveries is one step along webhook_deliveries_waiting, not a thousand: each step takes the next id of the index.
 */
const walk = statement<{ after: string; now: number; steps: number }>()((q: Builder, p) => {
  const query = sql<Waiting>`with recursive waiting(webhook_id, step) as (
      select min(webhook_id), 1 from webhook_deliveries where status = 'pending' and webhook_id > ${p('after')}
      union all
      select (select min(d.webhook_id) from webhook_deliveries d
        where d.status = 'pending' and d.webhook_id > waiting.webhook_id), waiting.step + 1
      from waiting where waiting.webhook_id is not null and waiting.step < ${p('steps')})
    select waiting.webhook_id, w.failing_since,
      case when w.disabled_reason is null and u.disabled = 0 and exists (select 1 from webhook_deliveries d
        where d.webhook_id = w.webhook_id and d.status = 'pending' and d.next_attempt_at <= ${p('now')})
      then 1 else 0 end as due
    from waiting
      left join webhooks w on w.webhook_id = waiting.webhook_id
      left join users u on u.user_id = w.user_id
    where waiting.webhook_id is not null order by waiting.step`
  return { compile: () => query.compile(q) }
})
const anyDue = statement<{ now: number }>()((q, p) =>
  q
    .selectFrom('webhook_deliveries')
    .select('delivery_id')
    .where('status', '=', 'pending')
    .where('next_attempt_at', '<=', p('now'))
    .limit(1),
)
const dueOf = statement<{ webhook_id: string; now: number; limit: number }>()((q, p) =>
  q
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', p('webhook_id'))
    .where('status', '=', 'pending')
    .where('next_attempt_at', '<=', p('now'))
    .orderBy('next_attempt_at')
    .limit(p('limit')),
)
// Two processes may have read the same row: the number of attempts so far lets one of them have it.
const claim = statement<{ delivery_id: string; attempts: number; now: number; until: number }>()((q, p) =>
  q
    .updateTable('webhook_deliveries')
    .set({
      next_attempt_at: p('until'),
      sending_until: p('until'),
      last_attempt_at: p('now'),
      attempts: sql<number>`attempts + 1`,
    })
    .where('delivery_id', '=', p('delivery_id'))
    .where('status', '=', 'pending')
    .where('attempts', '=', p('attempts'))
    .where('next_attempt_at', '<=', p('now')),
)
// Whatever was made or tried later than now is of a clock that has been set back since.
const bring = statement<{ now: number; until: number }>()((q, p) =>
  q
    .updateTable('webhook_deliveries')
    .set({
      // Postgres takes what stands behind a "then" for text.
      next_attempt_at: sql<number>`cast(
        case when sending_until is null then ${p('now')} else ${p('until')} end as bigint)`,
      sending_until: sql<
        number | null
      >`case when sending_until is null then null else cast(${p('until')} as bigint) end`,
    })
    .where('status', '=', 'pending')
    .where('next_attempt_at', '>', p('now'))
    .where(sql<boolean>`coalesce(last_attempt_at, created_at) > ${p('now')}`),
)

export interface Marked {
  delivery_id: string
  /** The number of the attempt that this is the end of: of one that was claimed again since, nothing is written. */
  attempts: number
  status: DeliveryRow['status']
  next_attempt_at: number
  step: number
  status_code: number | null
  error: string | null
}
const mark = statement<Marked>()((q, p) =>
  q
    .updateTable('webhook_deliveries')
    .set({
      status: p('status'),
      next_attempt_at: p('next_attempt_at'),
      sending_until: null,
      step: p('step'),
      status_code: p('status_code'),
      error: p('error'),
    })
    .where('delivery_id', '=', p('delivery_id'))
    .where('attempts', '=', p('attempts')),
)

/** Whether anything is due, of whichever webhook: one look at an index. */
export const somethingDue = async (reader: Reader, now: number) => (await reader.get(anyDue, { now })) !== undefined
/** `steps` rows, or fewer where these are the last. */
export const waitingWebhooks = (reader: Reader, from: { after: string; now: number; steps: number }) =>
  reader.all(walk, from)
/** The longest due of a webhook first. */
export const dueDeliveries = (reader: Reader, of: { webhook_id: string; now: number; limit: number }) =>
  reader.all(dueOf, of)
/** True for the one process that may send it until `until` (wall ms). */
export const claimDelivery = async (tx: Tx, row: DeliveryRow, now: number, until: number) =>
  (await tx.run(claim, { delivery_id: row.delivery_id, attempts: row.attempts, now, until })) === 1
/** Writes how an attempt went; false where it is not the last one any more. */
export const markDelivery = async (tx: Tx, marked: Marked) => (await tx.run(mark, marked)) === 1
/** Makes due what a clock set back since has put off: at once, or at `until` (wall ms) where it may be under way. */
export const bringForward = (tx: Tx, now: number, until: number) => tx.run(bring, { now, until })
