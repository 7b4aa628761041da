import { createHmac, timingSafeEqual } from 'node:crypto'
import { purchaseId } from '@mkt/schemas'
import { z } from 'zod'
import type { PaymentChange, PaymentEvent } from './provider.ts'

/** How old a signature may be: what was overheard cannot be sent again later. */
const FRESH_S = 300

/**
 * Reads a webhook of Stripe's. Undefined unless it is signed with the secret, over the bytes as they came, within five
 * minutes of now. https://docs.stripe.com/webhooks#verify-manually
 */
export function readStripeEvent(body: Buffer, header: string, secret: string, now: number): PaymentEvent | undefined {
  return isSigned(body, header, secret, now) ? eventOf(JSON.parse(body.toString('utf8'))) : undefined
}

function isSigned(body: Buffer, header: string, secret: string, now: number): boolean {
  const parts = header.split(',').map((part) => part.trim().split('=', 2) as [string, string?])
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(time) || Math.abs(now / 1000 - Number(time)) > FRESH_S) return false
  const wanted = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
  // While a secret is being replaced there are several signatures.
  return parts.some(([name, value = '']) => {
    const given = name === 'v1' && /^[0-9a-f]{64}$/.test(value) ? Buffer.from(value, 'hex') : undefined
    return given !== undefined && timingSafeEqual(given, wanted)
  })
}

const reference = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? undefined)
const minor = z.int().min(0)
const currency = z.string().transform((name) => name.toLowerCase())
const metadata = z.object({ mkt_purchase: z.string().optional() }).nullish()

const envelope = z.object({
  id: z.string().min(1).max(255),
  type: z.string().max(255),
  created: z.int().min(0).optional(),
  data: z.object({ object: z.unknown() }),
})
const session = z.object({
  payment_status: z.string(),
  payment_intent: reference,
  amount_total: minor.nullish(),
  currency: currency.nullish(),
  metadata,
})
const charge = z.object({ payment_intent: reference, amount: minor, amount_refunded: minor, currency, metadata })
const dispute = z.object({ payment_intent: reference, currency, status: z.string(), metadata })
const closed = z.object({ payment_intent: reference, status: z.string(), metadata })
const refund = z.object({ payment_intent: reference, amount: minor.optional(), metadata })

interface Told {
  metadata?: z.output<typeof metadata>
  payment_intent: string | undefined
}

/** Throws where it does not have the shape that Stripe documents. */
function eventOf(json: unknown): PaymentEvent {
  const { id: event_id, type, created, data } = envelope.parse(json)
  const event = (told: Told, change: PaymentChange | undefined) => ({
    ...{ event_id, type, change, said_at: created === undefined ? undefined : created * 1000 },
    purchase_id: purchaseId.safeParse(told.metadata?.mkt_purchase).data,
    payment_id: told.payment_intent,
  })
  if (type.startsWith('checkout.session.')) {
    const told = session.parse(data.object)
    return event(told, sessionChange(type, told))
  }
  if (type === 'charge.refunded') {
    const told = charge.parse(data.object)
    const { amount: amount_minor, amount_refunded: refunded_minor, currency } = told
    return event(told, { kind: 'refunded', amount_minor, refunded_minor, currency })
  }
  if (type === 'charge.dispute.created' || type === 'charge.dispute.funds_withdrawn') {
    const told = dispute.parse(data.object)
    return event(told, isInquiry(type, told.status) ? undefined : disputed(told.currency))
  }
  if (type === 'charge.dispute.closed') {
    const told = closed.parse(data.object)
    return event(told, told.status === 'won' ? { kind: 'dispute won' } : undefined)
  }
  if (type === 'refund.failed') {
    const told = refund.parse(data.object)
    return event(told, { kind: 'refund failed', refunded_minor: told.amount })
  }
  return event({ payment_intent: undefined }, undefined)
}

/** A dispute may be about a part of the amount: what was paid is not among what it tells. */
const disputed = (currency: string): PaymentChange => ({ kind: 'disputed', amount_minor: undefined, currency })

/**
 * A bank that asks first takes no money: that is told as a dispute in one of these states. Where it comes to a dispute,
 * the money that is taken is told by an event of its own. https://docs.stripe.com/disputes/how-disputes-work
 */
const isInquiry = (type: string, status: string) => type === 'charge.dispute.created' && status.startsWith('warning_')

function sessionChange(type: string, told: z.output<typeof session>): PaymentChange | undefined {
  if (type === 'checkout.session.expired') return { kind: 'expired' }
  if (type === 'checkout.session.async_payment_failed') return { kind: 'failed' }
  // Bank transfers complete their session first, and are paid days later.
  const ended = type === 'checkout.session.completed' || type === 'checkout.session.async_payment_succeeded'
  if (!ended || told.payment_status !== 'paid') return undefined
  return { kind: 'paid', amount_minor: told.amount_total ?? 0, currency: told.currency ?? '' }
}
