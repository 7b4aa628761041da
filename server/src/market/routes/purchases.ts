import { market as endpoints } from '@mkt/schemas'
import { DomainError } from '../../base/errors.ts'
import type { Guard } from '../../http/guard.ts'
import { idempotencyKey } from '../../http/idempotency-key.ts'
import type { Market } from '../deps.ts'
import { intentOf } from '../idempotency/once.ts'
import { buyCredits } from '../purchases/buy.ts'
import { allPurchases, purchasesOf } from '../purchases/list-store.ts'
import type { Payments } from '../purchases/provider.ts'
import { purchaseById, refusedEvents } from '../purchases/purchase-store.ts'
import { describeForAdmin, describePurchase, describeRefused } from '../purchases/report.ts'
import { takePayment } from '../purchases/take-payment.ts'

const REFUSED_SHOWN = 100

/** Buying credits, where this server sells any. */
export function purchaseRoutes(guard: Guard, market: Market, payments: Payments | undefined, baseUrl: string): void {
  const { database } = market
  guard.route(endpoints.createPurchase, async ({ body }, { user, ctx }) => {
    if (!payments) throw new DomainError('not_found', 'This server sells no credits; its operator can give you some.')
    const { user_id } = user
    const intent = intentOf(user_id, endpoints.createPurchase.name, idempotencyKey(ctx), body)
    const return_url = `${baseUrl}${endpoints.checkoutDone.path}`
    return await buyCredits(market, payments, { user_id, credits: body.credits, intent, return_url })
  })
  guard.route(endpoints.listPurchases, async ({ query }, { user }) => {
    const { total, rows } = await purchasesOf(database, user.user_id, query)
    return { purchases: rows.map(describePurchase), total }
  })
  guard.route(endpoints.getPurchase, async ({ params }, { user }) => {
    const row = await purchaseById(database, params.purchase_id)
    if (row?.user_id !== user.user_id) throw new DomainError('not_found', 'You have no purchase with this id.')
    return describePurchase(row)
  })
  guard.route(endpoints.stripeWebhook, async (_input, { ctx }) => {
    if (payments?.provider.name !== 'stripe')
      throw new DomainError('not_found', 'This server takes no payments by Stripe.')
    const body = (ctx.state as { bytes?: Buffer }).bytes ?? Buffer.alloc(0)
    const event = payments.provider.read(body, ctx.get('stripe-signature'), market.clock.now())
    if (!event) throw badSignature()
    await takePayment(market, event)
    return { received: true as const }
  })
  guard.raw(endpoints.checkoutDone, async (_input, { ctx }) => {
    ctx.set('Cache-Control', 'no-store')
    ctx.type = 'text/plain; charset=utf-8'
    ctx.body = ctx.query.paid === 'no' ? LEFT : PAID
  })
  guard.route(endpoints.adminPurchases, async ({ query }) => {
    const { status, limit, offset } = query
    const { total, rows } = await allPurchases(database, status, { limit, offset })
    const refused_payments = (await refusedEvents(database, REFUSED_SHOWN)).map(describeRefused)
    return { purchases: rows.map(describeForAdmin), total, refused_payments }
  })
}

const PAID = 'Thank you. The credits are yours as soon as the payment is through, mostly within a minute.\n'
const LEFT = 'Nothing was paid. The page to pay on stays open for an hour; `mkt purchases` shows it again.\n'

function badSignature(): DomainError {
  const message = 'is missing, wrong or older than five minutes'
  const details = [{ path: 'header.stripe-signature', message }]
  return new DomainError('invalid_request', 'The request is not valid.', { details })
}
