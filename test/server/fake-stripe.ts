import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { NANO_PER_CREDIT } from '@mkt/schemas'
import { parsePrice } from '../../server/src/market/purchases/money.ts'
import type { Payments } from '../../server/src/market/purchases/provider.ts'
import { createStripe } from '../../server/src/market/purchases/stripe.ts'

export const SECRET_KEY = 'sk_test_of_the_tests'
export const WEBHOOK_SECRET = 'whsec_of_the_tests'

/** A request to Stripe as it came. */
export interface StripeRequest {
  authorization: string | undefined
  version: string | undefined
  key: string | undefined
  form: Record<string, string>
}

/**
 * A server that opens checkout sessions as Stripe does: one for an Idempotency-Key, however often it is asked. What
 * it answered a key with 5xx it repeats under that key.
 */
export async function startFakeStripe() {
  const seen: StripeRequest[] = []
  const sessions = new Map<string, { id: string; url: string }>()
  const failures: { status: number; error: object }[] = []
  const broken = new Map<string, { status: number; error: object }>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
      const key = request.headers['idempotency-key'] as string
      const version = request.headers['stripe-version'] as string
      seen.push({ authorization: request.headers.authorization, version, key, form })
      const failure = broken.get(key) ?? failures.shift()
      if (failure?.status === 0) {
        request.socket.destroy()
        return
      }
      if (failure) {
        if (failure.status >= 500) broken.set(key, failure)
        response.writeHead(failure.status, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ error: failure.error }))
        return
      }
      const id = `cs_test_${sessions.size + 1}`
      const session = sessions.get(key) ?? { id, url: `https://checkout.stripe.test/c/pay/${id}` }
      sessions.set(key, session)
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ object: 'checkout.session', ...session }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    seen,
    sessions,
    /** The next request is answered so; 0 is no answer at all. */
    failNext: (status: number, error: object = {}) => void failures.push({ status, error }),
    payments: (price = '0.01 usd'): Payments => ({
      provider: createStripe({ secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, apiUrl: url, fetch }),
      price: parsePrice(price) as NonNullable<ReturnType<typeof parsePrice>>,
      least_nano: NANO_PER_CREDIT,
      most_nano: 1000n * NANO_PER_CREDIT,
    }),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>

let serial = 0

/** An event as Stripe posts it. */
export function stripeEvent(type: string, object: object, id = `evt_${++serial}`, created?: number): string {
  return JSON.stringify({ id, object: 'event', type, created, data: { object } })
}

export function signatureOf(body: string, at: number, secret = WEBHOOK_SECRET): string {
  const time = Math.floor(at / 1000)
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
}

export const paidSession = (purchase_id: string, amount_total: number, more: object = {}) => ({
  id: 'cs_1',
  payment_status: 'paid',
  payment_intent: `pi_${purchase_id}`,
  amount_total,
  currency: 'usd',
  metadata: { mkt_purchase: purchase_id },
  ...more,
})
export const refundedCharge = (purchase_id: string, amount: number, amount_refunded = amount) => ({
  id: 'ch_1',
  payment_intent: `pi_${purchase_id}`,
  amount,
  amount_refunded,
  currency: 'usd',
  metadata: { mkt_purchase: purchase_id },
})
export const refundOf = (purchase_id: string) => ({
  id: 're_1',
  payment_intent: `pi_${purchase_id}`,
  status: 'failed',
  amount: 20,
  currency: 'usd',
  metadata: {},
})
/** A dispute carries nothing of ours: only the payment says which purchase it is of. */
export const disputeOf = (purchase_id: string, amount: number, status = 'needs_response') => ({
  status,
  id: 'dp_1',
  charge: 'ch_1',
  payment_intent: `pi_${purchase_id}`,
  amount,
  currency: 'usd',
  metadata: {},
})
