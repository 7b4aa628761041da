import { sql } from 'kysely'
import type { Reader, Tx } from '../storage/database.ts'
import { statement } from '../storage/statement.ts'
import type { WebhooksTable } from '../storage/webhook-tables.ts'

export type WebhookRow = WebhooksTable
export type DisabledReason = NonNullable<WebhookRow['disabled_reason']>

type NewWebhookRow = Pick<
  WebhookRow,
  'webhook_id' | 'user_id' | 'url' | 'events_json' | 'description' | 'secret' | 'created_at'
>

const insert = statement<NewWebhookRow>()((q, p) =>
  q.insertInto('webhooks').values({
    webhook_id: p('webhook_id'),
    user_id: p('user_id'),
    url: p('url'),
    events_json: p('events_json'),
    description: p('description'),
    secret: p('secret'),
    created_at: p('created_at'),
  }),
)
const ofUser = statement<{ user_id: string }>()((q, p) =>
  q.selectFrom('webhooks').selectAll().where('user_id', '=', p('user_id')).orderBy('webhook_id'),
)
const own = statement<{ webhook_id: string; user_id: string }>()((q, p, dialect) => {
  const found = q
    .selectFrom('webhooks')
    .selectAll()
    .where('webhook_id', '=', p('webhook_id'))
    .where('user_id', '=', p('user_id'))
  return dialect === 'postgres' ? found.forUpdate() : found
})
const byId = statement<{ webhook_id: string }>()((q, p) =>
  q
    .selectFrom('webhooks as w')
    .innerJoin('users as u', 'u.user_id', 'w.user_id')
    .selectAll('w')
    .where('w.webhook_id', '=', p('webhook_id'))
    .where('w.disabled_reason', 'is', null)
    .where('u.disabled', '=', 0),
)
// By webhooks_of_user. On Postgres the rows are held against removal until the event's transaction ends, so that no
// delivery is left behind a webhook that is gone; they are the last rows that such a transaction locks.
const listening = statement<{ user_id: string }>()((q, p, dialect) => {
  const found = q
    .selectFrom('webhooks as w')
    .innerJoin('users as u', 'u.user_id', 'w.user_id')
    .select(['w.webhook_id', 'w.events_json'])
    .where('w.user_id', '=', p('user_id'))
    .where('w.disabled_reason', 'is', null)
    .where('u.disabled', '=', 0)
    .orderBy('w.webhook_id')
  return dialect === 'postgres' ? found.forKeyShare('w') : found
})
const update = statement<
  Pick<WebhookRow, 'webhook_id' | 'url' | 'events_json' | 'description' | 'disabled_reason' | 'failing_since'>
>()((q, p) =>
  q
    .updateTable('webhooks')
    .set({
      url: p('url'),
      events_json: p('events_json'),
      description: p('description'),
      disabled_reason: p('disabled_reason'),
      failing_since: p('failing_since'),
    })
    .where('webhook_id', '=', p('webhook_id')),
)
const rotate = statement<Pick<WebhookRow, 'webhook_id' | 'secret' | 'previous_secret' | 'previous_until'>>()((q, p) =>
  q
    .updateTable('webhooks')
    .set({ secret: p('secret'), previous_secret: p('previous_secret'), previous_until: p('previous_until') })
    .where('webhook_id', '=', p('webhook_id')),
)
const forgetPrevious = statement<{ now: number }>()((q, p) =>
  q
    .updateTable('webhooks')
    .set({ previous_secret: null, previous_until: null })
    .where('previous_until', '<=', p('now')),
)
const remove = statement<{ webhook_id: string }>()((q, p) =>
  q.deleteFrom('webhooks').where('webhook_id', '=', p('webhook_id')),
)
const removeAll = statement<{ user_id: string }>()((q, p) =>
  q.deleteFrom('webhooks').where('user_id', '=', p('user_id')),
)
const arrived = statement<{ webhook_id: string }>()((q, p) =>
  q
    .updateTable('webhooks')
    .set({ failing_since: null })
    .where('webhook_id', '=', p('webhook_id'))
    .where('failing_since', 'is not', null),
)
const missed = statement<{ webhook_id: string; now: number }>()((q, p) =>
  q
    .updateTable('webhooks')
    .set({ failing_since: p('now') })
    .where('webhook_id', '=', p('webhook_id'))
    .where('failing_since', 'is', null),
)
const disable = statement<{ webhook_id: string; reason: DisabledReason; failing_before: number }>()((q, p) =>
  q
    .updateTable('webhooks')
    .set({ disabled_reason: p('reason') })
    .where('webhook_id', '=', p('webhook_id'))
    .where('disabled_reason', 'is', null)
    .where(sql<boolean>`(${p('reason')} <> 'failing' or failing_since <= ${p('failing_before')})`),
)

export const insertWebhook = (tx: Tx, row: NewWebhookRow) => tx.run(insert, row)
/** All of a user, oldest first. */
export const webhooksOf = (reader: Reader, user_id: string) => reader.all(ofUser, { user_id })
/** The user's webhook, held against changes until the transaction ends (Postgres). */
export const lockOwnWebhook = (tx: Tx, user_id: string, webhook_id: string) => tx.get(own, { user_id, webhook_id })
/** Undefined where it is gone or disabled, or its user is. */
export const enabledWebhook = (reader: Reader, webhook_id: string) => reader.get(byId, { webhook_id })
/** The user's enabled webhooks and what each wants; one look-up by an index, empty for most. */
export const listeningWebhooks = (tx: Tx, user_id: string) => tx.all(listening, { user_id })
export const updateWebhook = (tx: Tx, row: WebhookRow) => tx.run(update, row)
export const setSecrets = (
  tx: Tx,
  row: Pick<WebhookRow, 'webhook_id' | 'secret' | 'previous_secret' | 'previous_until'>,
) => tx.run(rotate, row)
/** Secrets that do not sign any more. */
export const forgetOldSecrets = (tx: Tx, now: number) => tx.run(forgetPrevious, { now })
export const removeWebhook = (tx: Tx, webhook_id: string) => tx.run(remove, { webhook_id })
export const removeWebhooksOf = (tx: Tx, user_id: string) => tx.run(removeAll, { user_id })
export const noteArrival = (tx: Tx, webhook_id: string) => tx.run(arrived, { webhook_id })
/** Notes the first failure since the last arrival. */
export const noteFailure = (tx: Tx, webhook_id: string, now: number) => tx.run(missed, { webhook_id, now })
/** True where it was enabled; for `failing` only where it has failed since before that moment (wall ms). */
export const disableWebhook = async (tx: Tx, webhook_id: string, reason: DisabledReason, failing_before = 0) =>
  (await tx.run(disable, { webhook_id, reason, failing_before })) === 1
