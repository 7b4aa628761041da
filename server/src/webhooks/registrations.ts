import type { NewWebhook, WebhookChange } from '@mkt/schemas'
import type { User } from '../accounts/authenticate.ts'
import { demandUnchanged } from '../accounts/demand-unchanged.ts'
import { DomainError } from '../base/errors.ts'
import type { Tx } from '../storage/database.ts'
import { removeDeliveriesOf } from './delivery-store.ts'
import type { Webhooks } from './deps.ts'
import { ROTATION_MS } from './schedule.ts'
import { signingSecret } from './signature.ts'
import { RefusedTarget, resolveTarget } from './targets.ts'
import {
  insertWebhook,
  lockOwnWebhook,
  removeWebhook,
  removeWebhooksOf,
  setSecrets,
  updateWebhook,
  type WebhookRow,
  webhooksOf,
} from './webhook-store.ts'

const MOST = 10

/** Makes a webhook; its secret is told this once. Errors: invalid_request (where it may not go), conflict (10 already, or one goes there). */
export async function addWebhook(webhooks: Webhooks, user: User, wanted: NewWebhook): Promise<WebhookRow> {
  await demandTarget(webhooks, wanted.url)
  const row: WebhookRow = {
    webhook_id: webhooks.ids.next('whk'),
    user_id: user.user_id,
    url: wanted.url,
    events_json: wanted.events ? JSON.stringify(wanted.events) : null,
    description: wanted.description ?? null,
    secret: freshSecret(webhooks),
    previous_secret: null,
    previous_until: null,
    disabled_reason: null,
    failing_since: null,
    created_at: webhooks.clock.now(),
  }
  await webhooks.database.transaction(async (tx) => {
    // Holds the user's row too: of two that are made at once the second sees the first.
    await demandUnchanged(tx, user)
    const others = await webhooksOf(tx, user.user_id)
    if (others.length >= MOST)
      throw new DomainError('conflict', `You have ${MOST} webhooks, and more are not possible: remove one first.`)
    demandUnused(others, row.url)
    await insertWebhook(tx, row)
  })
  return row
}

/** Errors: not_found, invalid_request, conflict (another of the user's goes there). */
export async function changeWebhook(
  webhooks: Webhooks,
  userId: string,
  webhookId: string,
  change: WebhookChange,
): Promise<WebhookRow> {
  if (change.url !== undefined) await demandTarget(webhooks, change.url)
  return await webhooks.database.transaction(async (tx) => {
    const before = await demandOwn(tx, userId, webhookId)
    if (change.url !== undefined && change.url !== before.url)
      demandUnused(
        (await webhooksOf(tx, userId)).filter((other) => other.webhook_id !== webhookId),
        change.url,
      )
    const row = { ...before, ...changed(before, change) }
    await updateWebhook(tx, row)
    return row
  })
}

function changed(before: WebhookRow, { url, events, description, disabled }: WebhookChange): Partial<WebhookRow> {
  const fresh = disabled === false || (url !== undefined && url !== before.url)
  const reason = disabled === undefined ? before.disabled_reason : disabled ? 'owner' : null
  return {
    ...(url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events_json: JSON.stringify(events) }),
    ...(description === undefined ? {} : { description }),
    ...(fresh ? { failing_since: null } : {}),
    disabled_reason: reason,
  }
}

/** Removes a webhook; what waits for it is not sent any more. Error: not_found. */
export async function deleteWebhook(webhooks: Webhooks, userId: string, webhookId: string): Promise<void> {
  await webhooks.database.transaction(async (tx) => {
    await demandOwn(tx, userId, webhookId)
    // First the webhook, whose row events hold: what they have added until then is removed with the rest. Where that
    // is more than goes at once, upkeep does it.
    await removeWebhook(tx, webhookId)
    await removeDeliveriesOf(tx, webhookId)
  })
}

/** A new secret; the one before signs along for a day, and one before that no more. Error: not_found. */
export async function rotateSecret(webhooks: Webhooks, userId: string, webhookId: string) {
  return await webhooks.database.transaction(async (tx) => {
    const before = await demandOwn(tx, userId, webhookId)
    const secret = freshSecret(webhooks)
    const previous_until = webhooks.clock.now() + ROTATION_MS
    await setSecrets(tx, { webhook_id: webhookId, secret, previous_secret: before.secret, previous_until })
    return { secret, previous_until }
  })
}

/** What ends with an account: URLs, secrets and deliveries. */
export const webhooksFarewell = {
  prepare: async () => undefined,
  async finish(tx: Tx, userId: string): Promise<void> {
    const rows = await webhooksOf(tx, userId)
    // As when one is removed: first what events hold, then what they have added.
    await removeWebhooksOf(tx, userId)
    for (const { webhook_id } of rows) await removeDeliveriesOf(tx, webhook_id)
  },
}

/** The user's webhook, held until the transaction ends. Error: not_found. */
export async function demandOwn(tx: Tx, userId: string, webhookId: string): Promise<WebhookRow> {
  const row = await lockOwnWebhook(tx, userId, webhookId)
  if (!row) throw new DomainError('not_found', 'You have no webhook with this id.')
  return row
}

/** One event is posted to one place once, whoever that place belongs to. */
function demandUnused(others: readonly WebhookRow[], url: string): void {
  const place = new URL(url).href
  const same = others.find((other) => new URL(other.url).href === place)
  if (same)
    throw new DomainError(
      'conflict',
      `Your webhook ${same.webhook_id} goes to this URL already: change its events instead.`,
    )
}

function freshSecret({ ids }: Webhooks): string {
  return signingSecret(ids.secret(''))
}

/** Says at once what the sending would say later, where the address may not be called. */
async function demandTarget({ targets }: Webhooks, url: string): Promise<void> {
  try {
    await resolveTarget(targets, new URL(url))
  } catch (error) {
    if (!(error instanceof RefusedTarget)) throw error
    const details = [{ path: 'body.url', message: error.message }]
    throw new DomainError('invalid_request', 'The request is not valid.', { details })
  }
}
