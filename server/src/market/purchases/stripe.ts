import { z } from 'zod'
import type { Checkout, OpenedCheckout, PaymentProvider } from './provider.ts'
import { readStripeEvent } from './stripe-event.ts'

export interface StripeOptions {
  /** sk_... */
  secretKey: string
  /** whsec_..., of the webhook endpoint. */
  webhookSecret: string
  /** https://api.stripe.com */
  apiUrl: string
  fetch: typeof fetch
}

const ANSWER_MS = 20_000
/** The first that knows adaptive_pricing. Without it an account's default decides what a request means. */
const API_VERSION = '2024-11-20.acacia'
const session = z.object({ id: z.string(), url: z.url() })
const failure = z.object({ error: z.object({ code: z.string().optional(), message: z.string().optional() }) })

/** Stripe Checkout: a page of Stripe's on which a person pays, and signed webhooks that say what became of it. */
export function createStripe(options: StripeOptions): PaymentProvider {
  return {
    name: 'stripe',
    open: (checkout) => open(options, checkout),
    read: (body, signature, now) => readStripeEvent(body, signature, options.webhookSecret, now),
  }
}

async function open({ apiUrl, secretKey, fetch }: StripeOptions, checkout: Checkout): Promise<OpenedCheckout> {
  try {
    const response = await fetch(`${apiUrl}/v1/checkout/sessions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secretKey}`,
        'content-type': 'application/x-www-form-urlencoded',
        'stripe-version': API_VERSION,
        // However often it is sent, Stripe opens one session for a purchase.
        'idempotency-key': checkout.purchase_id,
      },
      body: formOf(checkout),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    const body: unknown = await response.json().catch(() => undefined)
    if (response.ok) {
      const { id, url } = session.parse(body)
      return { checkout_id: id, url }
    }
    const { code, message } = failure.safeParse(body).data?.error ?? {}
    return { refused: reasonOf(response.status, code), why: message ?? `Stripe answered ${response.status}` }
  } catch (error) {
    const cause = (error as { cause?: Error }).cause
    return { refused: 'unreachable', why: cause?.message ?? (error as Error).message }
  }
}

function reasonOf(status: number, code: string | undefined) {
  if (code === 'amount_too_small' || code === 'amount_too_large') return 'amount'
  if (status === 409) return 'busy'
  // 429 and 409 come before Stripe looks at the key; what it answered with 5xx it repeats for a day under the same key.
  // https://docs.stripe.com/api/idempotent_requests
  if (status === 429) return 'unreachable'
  return status >= 500 ? 'failed' : 'not allowed'
}

function formOf({ purchase_id, title, amount_minor, currency, expires_at, return_url }: Checkout): URLSearchParams {
  return new URLSearchParams({
    mode: 'payment',
    // Paid in another currency, neither the payment nor its refunds would be of the amount that was asked for.
    'adaptive_pricing[enabled]': 'false',
    client_reference_id: purchase_id,
    'metadata[mkt_purchase]': purchase_id,
    // Charges carry what their payment carries: so a refund says which purchase it is of.
    'payment_intent_data[metadata][mkt_purchase]': purchase_id,
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': currency,
    'line_items[0][price_data][unit_amount]': String(amount_minor),
    'line_items[0][price_data][product_data][name]': title,
    success_url: `${return_url}?paid=yes`,
    cancel_url: `${return_url}?paid=no`,
    expires_at: String(Math.floor(expires_at / 1000)),
  })
}
