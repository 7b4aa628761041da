import { market as endpoints } from '@mkt/schemas'
import { hourlyLimit } from '../../accounts/rate-limits.ts'
import { isoTime } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import type { Guard } from '../../http/guard.ts'
import type { Limits } from '../../limits.ts'
import type { RateLimits } from '../../live/rate-limits.ts'
import { deliveryPage } from '../../webhooks/delivery-store.ts'
import type { Webhooks } from '../../webhooks/deps.ts'
import { describeDelivery, describeWebhook } from '../../webhooks/describe.ts'
import { addWebhook, changeWebhook, deleteWebhook, rotateSecret } from '../../webhooks/registrations.ts'
import { retryNow, sendTest } from '../../webhooks/requested-deliveries.ts'
import { webhooksOf } from '../../webhooks/webhook-store.ts'

interface Bounds {
  limits: Limits
  rates: RateLimits
}

/** What users are told of, and where. */
export function webhookRoutes(guard: Guard, webhooks: Webhooks, { limits, rates }: Bounds): void {
  const sends = hourlyLimit(rates, limits.webhook_sends_per_hour, 'tests and retries of webhooks')
  const { database } = webhooks
  guard.route(endpoints.createWebhook, async ({ body }, { user }) => {
    const row = await addWebhook(webhooks, user, body)
    return { ...describeWebhook(row), secret: row.secret }
  })
  guard.route(endpoints.listWebhooks, async (_input, { user }) => ({
    webhooks: (await webhooksOf(database, user.user_id)).map(describeWebhook),
  }))
  guard.route(endpoints.changeWebhook, async ({ params, body }, { user }) =>
    describeWebhook(await changeWebhook(webhooks, user.user_id, params.webhook_id, body)),
  )
  guard.route(endpoints.deleteWebhook, async ({ params }, { user }) => {
    await deleteWebhook(webhooks, user.user_id, params.webhook_id)
    return null
  })
  guard.route(endpoints.rotateWebhookSecret, async ({ params: { webhook_id } }, { user }) => {
    const { secret, previous_until } = await rotateSecret(webhooks, user.user_id, webhook_id)
    return { webhook_id, secret, previous_valid_until: isoTime(previous_until) }
  })
  guard.route(endpoints.testWebhook, async ({ params }, { user }) => {
    await sends.consume(user.user_id)
    return describeDelivery(await sendTest(webhooks, user.user_id, params.webhook_id))
  })
  guard.route(endpoints.listDeliveries, async ({ params: { webhook_id }, query }, { user }) => {
    const own = (await webhooksOf(database, user.user_id)).some((row) => row.webhook_id === webhook_id)
    if (!own) throw new DomainError('not_found', 'You have no webhook with this id.')
    const { rows, total } = await deliveryPage(database, webhook_id, query)
    return { deliveries: rows.map(describeDelivery), total }
  })
  guard.route(endpoints.retryDelivery, async ({ params }, { user }) => {
    await sends.consume(user.user_id)
    return describeDelivery(await retryNow(webhooks, user.user_id, params))
  })
}
