import { sql } from 'kysely'
import type { Reader, Tx } from '../storage/database.ts'
import { type Builder, statement } from '../storage/statement.ts'
import type { WebhookDeliveriesTable } from '../storage/webhook-tables.ts'

export type DeliveryRow = WebhookDeliveriesTable
type NewDeliveryRow = Pick<
  DeliveryRow,
  'delivery_id' | 'webhook_id' | 'event' | 'payload_json' | 'created_at' | 'give_up_at'
> &
  Partial<Pick<DeliveryRow, 'status' | 'error'>>

const insert = statement<Omit<NewDeliveryRow, 'status' | 'error'> & Pick<DeliveryRow, 'status' | 'error'>>()((q, p) =>
  q.insertInto('webhook_deliveries').values({
    delivery_id: p('delivery_id'),
    webhook_id: p('webhook_id'),
    event: p('event'),
    payload_json: p('payload_json'),
    status: p('status'),
    error: p('error'),
    created_at: p('created_at'),
    give_up_at: p('give_up_at'),
    next_attempt_at: p('created_at'),
    step: 0,
    attempts: 0,
  }),
)
const byId = statement<{ delivery_id: string; webhook_id: string }>()((q, p) =>
  q
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('delivery_id', '=', p('delivery_id'))
    .where('webhook_id', '=', p('webhook_id')),
)
// By webhook_deliveries_tests.
const pendingTest = statement<{ webhook_id: string }>()((q, p) =>
  q
    .selectFrom('webhook_deliveries')
    .select('delivery_id')
    .where('webhook_id', '=', p('webhook_id'))
    .where('status', '=', 'pending')
    .where('event', '=', 'webhook.test')
    .limit(1),
)
const pendingBeyond = statement<{ webhook_id: string; most: number }>()((q, p) =>
  q
    .selectFrom('webhook_deliveries')
    .select('delivery_id')
    .where('webhook_id', '=', p('webhook_id'))
    .where('status', '=', 'pending')
    .orderBy('delivery_id')
    .limit(1)
    .offset(p('most')),
)

interface Page {
  webhook_id: string
  limit: number
  offset: number
}
const page = statement<Page>()((q, p) =>
  q
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', p('webhook_id'))
    .orderBy('delivery_id', 'desc')
    .limit(p('limit'))
    .offset(p('offset')),
)
const pageOfStatus = statement<Page & { status: DeliveryRow['status'] }>()((q, p) =>
  q
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', p('webhook_id'))
    .where('status', '=', p('status'))
    .orderBy('delivery_id', 'desc')
    .limit(p('limit'))
    .offset(p('offset')),
)
/** Beyond this nobody counts: an account of a thousand pages is the same as one of more. */
const COUNTED = 10_000
const count = statement<{ webhook_id: string }>()((q, p) =>
  q
    .selectFrom((e) =>
      e
        .selectFrom('webhook_deliveries')
        .select('delivery_id')
        .where('webhook_id', '=', p('webhook_id'))
        .limit(COUNTED)
        .as('counted'),
    )
    .select((e) => e.fn.countAll<number>().as('total')),
)
const countOfStatus = statement<{ webhook_id: string; status: DeliveryRow['status'] }>()((q, p) =>
  q
    .selectFrom((e) =>
      e
        .selectFrom('webhook_deliveries')
        .select('delivery_id')
        .where('webhook_id', '=', p('webhook_id'))
        .where('status', '=', p('status'))
        .limit(COUNTED)
        .as('counted'),
    )
    .select((e) => e.fn.countAll<number>().as('total')),
)

const again = statement<{ delivery_id: string; webhook_id: string; now: number; give_up_at: number }>()((q, p) =>
  q
    .updateTable('webhook_deliveries')
    .set({ status: 'pending', next_attempt_at: p('now'), give_up_at: p('give_up_at'), step: 0 })
    .where('delivery_id', '=', p('delivery_id'))
    .where('webhook_id', '=', p('webhook_id'))
    .where((e) => e.or([e('sending_until', 'is', null), e('sending_until', '<=', p('now'))])),
)

const BATCH = 500
const removeOf = statement<{ webhook_id: string }>()((q, p) =>
  q
    .deleteFrom('webhook_deliveries')
    .where('delivery_id', 'in', (e) =>
      e.selectFrom('webhook_deliveries').select('delivery_id').where('webhook_id', '=', p('webhook_id')).limit(BATCH),
    ),
)
// From one webhook to the next along webhook_deliveries_of, whatever lies between.
const abandoned = statement()((q: Builder) => {
  const query = sql<{ webhook_id: string }>`with recursive known(webhook_id) as (
      select min(webhook_id) from webhook_deliveries
      union all
      select (select min(d.webhook_id) from webhook_deliveries d where d.webhook_id > known.webhook_id)
      from known where known.webhook_id is not null)
    select known.webhook_id from known left join webhooks w on w.webhook_id = known.webhook_id
    where known.webhook_id is not null and w.webhook_id is null`
  return { compile: () => query.compile(q) }
})
const removeOld = statement<{ before: number }>()((q, p) =>
  q
    .deleteFrom('webhook_deliveries')
    .where('delivery_id', 'in', (e) =>
      e
        .selectFrom('webhook_deliveries')
        .select('delivery_id')
        .where('created_at', '<', p('before'))
        .where('status', '<>', 'pending')
        .orderBy('created_at')
        .limit(BATCH),
    ),
)
// Whose webhook takes none: nothing tries them, so nothing else comes to the end of their day.
const giveUpResting = statement<{ now: number }>()((q, p) =>
  q
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', error: sql<string>`coalesce(error, 'the webhook was disabled')` })
    .where('delivery_id', 'in', (e) =>
      e
        .selectFrom('webhook_deliveries as d')
        .innerJoin('webhooks as w', 'w.webhook_id', 'd.webhook_id')
        .innerJoin('users as u', 'u.user_id', 'w.user_id')
        .select('d.delivery_id')
        .where('d.status', '=', 'pending')
        .where('d.give_up_at', '<=', p('now'))
        .where((or) => or.or([or('w.disabled_reason', 'is not', null), or('u.disabled', '=', 1)]))
        .limit(BATCH),
    ),
)

// An attempt ends them else; but those of a receiver that is asked for more than it can take never get to one.
const giveUpUnasked = statement<{ overdue: number; now: number }>()((q, p) =>
  q
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', error: sql<string>`coalesce(error, 'too much waited before it to be tried in a day')` })
    .where('delivery_id', 'in', (e) =>
      e
        .selectFrom('webhook_deliveries')
        .select('delivery_id')
        .where('status', '=', 'pending')
        .where('give_up_at', '<=', p('overdue'))
        .where((or) => or.or([or('sending_until', 'is', null), or('sending_until', '<=', p('now'))]))
        .limit(BATCH),
    ),
)

export const insertDelivery = (tx: Tx, row: NewDeliveryRow) =>
  tx.run(insert, { status: 'pending', error: null, ...row })
export const deliveryOf = (reader: Reader, webhook_id: string, delivery_id: string) =>
  reader.get(byId, { webhook_id, delivery_id })
export const hasPendingTest = async (reader: Reader, webhook_id: string) =>
  (await reader.get(pendingTest, { webhook_id })) !== undefined
/** Whether `most` or more wait to be sent; reads no more of them than that. */
export const waitAsMany = async (reader: Reader, webhook_id: string, most: number) =>
  (await reader.get(pendingBeyond, { webhook_id, most: most - 1 })) !== undefined

/** Newest first; `total` is 10,000 where there are more. */
export async function deliveryPage(
  reader: Reader,
  webhook_id: string,
  { status, limit, offset }: { status?: DeliveryRow['status'] | undefined; limit: number; offset: number },
) {
  const counted = await (status ? reader.get(countOfStatus, { webhook_id, status }) : reader.get(count, { webhook_id }))
  const place = { webhook_id, limit, offset }
  const rows = status ? await reader.all(pageOfStatus, { ...place, status }) : await reader.all(page, place)
  return { rows, total: counted?.total ?? 0 }
}

/** Due at once and for another day; false where it is being sent at this moment. */
export const sendAgain = async (
  tx: Tx,
  of: { delivery_id: string; webhook_id: string; now: number; give_up_at: number },
) => (await tx.run(again, of)) === 1
/** Some at once; answers how many. */
export const removeDeliveriesOf = (tx: Tx, webhook_id: string) => tx.run(removeOf, { webhook_id })
/** Ended ones made before a moment (wall ms), some at once; answers how many. */
export const removeOldDeliveries = (tx: Tx, before: number) => tx.run(removeOld, { before })
/** Fails those of disabled webhooks whose day is over, some at once; answers how many. */
export const failResting = (tx: Tx, now: number) => tx.run(giveUpResting, { now })
/** Fails those whose day was over at `overdue` and that nobody is sending, whosever they are; some at once. */
export const failOverdue = (tx: Tx, overdue: number, now: number) => tx.run(giveUpUnasked, { overdue, now })
/** Ids of webhooks that are gone and of which deliveries are left. */
export const abandonedWebhooks = async (reader: Reader) =>
  (await reader.all(abandoned, {})).map(({ webhook_id }) => webhook_id)
