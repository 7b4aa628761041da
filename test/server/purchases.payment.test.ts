import { market as endpoints, NANO_PER_CREDIT } from '@mkt/schemas'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeRole, disableUser } from '../../server/src/accounts/user-store.ts'
import { takePayment } from '../../server/src/market/purchases/take-payment.ts'
import { ask } from './contract/ask.ts'
import {
  disputeOf,
  type FakeStripe,
  paidSession,
  refundedCharge,
  SECRET_KEY,
  signatureOf,
  startFakeStripe,
  stripeEvent,
} from './fake-stripe.ts'
import { ManualClock } from './manual-clock.ts'
import { type Marketplace, startMarketplace, type TestUser } from './marketplace.ts'

const CREDIT = NANO_PER_CREDIT
const clock = new ManualClock()
let stripe: FakeStripe
let place: Marketplace
let admin: TestUser
beforeAll(async () => {
  stripe = await startFakeStripe()
  place = await startMarketplace({ clock, signupCredits: 0, payments: stripe.payments() })
  admin = await place.user('operator')
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
  await stripe.close()
})

const buy = (user: TestUser, credits: bigint, key?: string) =>
  user.client.call(
    endpoints.createPurchase,
    { body: { credits: credits * CREDIT } },
    key === undefined ? {} : { headers: { 'idempotency-key': key } },
  )
const tell = (body: string, signature = signatureOf(body, clock.now())) =>
  ask(place.url, 'POST /payments/stripe/webhook', { raw: body, headers: { 'stripe-signature': signature } })
const credits = async ({ client }: TestUser) => (await client.call(endpoints.me, {})).credits
const one = ({ client }: TestUser, purchase_id: string) =>
  client.call(endpoints.getPurchase, { params: { purchase_id } })
const overview = () => admin.client.call(endpoints.adminPurchases, { query: {} })

/** A purchase of 50 credits for 50 cents, paid. */
async function bought(user: TestUser): Promise<string> {
  const { purchase_id } = await buy(user, 50n)
  expect((await tell(stripeEvent('checkout.session.completed', paidSession(purchase_id, 50)))).status).toBe(200)
  return purchase_id
}

test('a server that sells no credits says so', async () => {
  const other = await startMarketplace()
  try {
    const user = await other.user()
    await expect(buy(user, 50n)).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('sells no credits'),
    })
    expect(await user.client.call(endpoints.listPurchases, { query: {} })).toEqual({ purchases: [], total: 0 })
    expect((await ask(other.url, 'POST /payments/stripe/webhook', { json: {} })).status).toBe(404)
  } finally {
    await other.stop()
  }
})

test('a checkout is opened with what is to be paid; its payment brings the credits, in the ledger as bought ones', async () => {
  const user = await place.user()
  const created = await buy(user, 50n)
  expect(created).toMatchObject({ status: 'pending', credits: 50n * CREDIT, amount: '0.50', currency: 'usd' })
  const request = stripe.seen.at(-1)
  expect(request).toMatchObject({ authorization: `Bearer ${SECRET_KEY}`, key: created.purchase_id })
  expect(request?.version).toMatch(/^\d{4}-\d\d-\d\d\.\w+$/)
  expect(request?.form).toEqual({
    mode: 'payment',
    'adaptive_pricing[enabled]': 'false',
    client_reference_id: created.purchase_id,
    'metadata[mkt_purchase]': created.purchase_id,
    'payment_intent_data[metadata][mkt_purchase]': created.purchase_id,
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': '50',
    'line_items[0][price_data][product_data][name]': '50 credits',
    success_url: `${place.url}/payments/done?paid=yes`,
    cancel_url: `${place.url}/payments/done?paid=no`,
    expires_at: String(Math.floor((clock.now() + 3_600_000) / 1000)),
  })
  expect(await one(user, created.purchase_id)).toMatchObject({ status: 'pending', checkout_url: created.checkout_url })
  const event = stripeEvent('checkout.session.completed', paidSession(created.purchase_id, 50))
  // Twice, and once more as another event of the same payment.
  for (let times = 0; times < 2; times++)
    expect(await tell(event)).toMatchObject({ status: 200, body: { received: true } })
  await tell(stripeEvent('checkout.session.async_payment_succeeded', paidSession(created.purchase_id, 50)))
  expect(await credits(user)).toBe(50n * CREDIT)
  expect(await one(user, created.purchase_id)).toMatchObject({ status: 'paid', checkout_url: null })
  clock.advance(1000)
  const { entries } = await user.client.call(endpoints.userStatement, { query: {} })
  expect(entries).toMatchObject([
    { kind: 'purchase', amount: 50n * CREDIT, reference: `purchase ${created.purchase_id}` },
  ])
  const stranger = await place.user()
  await expect(one(stranger, created.purchase_id)).rejects.toMatchObject({ status: 404 })
})

test('what is not signed by Stripe, within five minutes and over these very bytes, is refused and changes nothing', async () => {
  const user = await place.user()
  const { purchase_id } = await buy(user, 50n)
  const body = stripeEvent('checkout.session.completed', paidSession(purchase_id, 50))
  const wrong = [
    '',
    'v1=00',
    signatureOf(body, clock.now(), 'whsec_another'),
    signatureOf(body, clock.now() - 301_000),
    signatureOf(body, clock.now() + 301_000),
    signatureOf(`${body} `, clock.now()),
    signatureOf(body, clock.now()).replace('v1=', 'v0='),
  ]
  for (const signature of wrong) {
    const answer = await tell(body, signature)
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('header.stripe-signature')])
  }
  expect(await credits(user)).toBe(0n)
  // Spaces that a JSON parser would drop are signed too, and a secret in exchange signs twice.
  const spaced = body.replace('{', '{ \n')
  const signature = signatureOf(spaced, clock.now() - 299_000)
  expect((await tell(spaced, signature.replace(',', `,v1=${'0'.repeat(64)},`))).status).toBe(200)
  expect(await credits(user)).toBe(50n * CREDIT)
})

test('another amount, another currency, an unknown purchase: recorded for the operator, and no credits', async () => {
  const user = await place.user()
  const { purchase_id } = await buy(user, 50n)
  const before = (await overview()).refused_payments.length
  await tell(stripeEvent('checkout.session.completed', paidSession(purchase_id, 5)))
  clock.advance(1)
  await tell(stripeEvent('checkout.session.completed', paidSession(purchase_id, 50, { currency: 'jpy' })))
  clock.advance(1)
  const unknown = `pur_${'0'.repeat(26)}`
  expect((await tell(stripeEvent('checkout.session.completed', paidSession(unknown, 50)))).status).toBe(200)
  const { refused_payments } = await overview()
  expect(refused_payments.slice(0, refused_payments.length - before)).toMatchObject([
    { purchase_id: unknown, note: 'there is no such purchase' },
    { purchase_id, note: '50 jpy were paid instead of 0.50 usd' },
    { purchase_id, note: '0.05 usd were paid instead of 0.50 usd' },
  ])
  expect([await credits(user), (await one(user, purchase_id)).status]).toEqual([0n, 'pending'])
})

test('what is sold beside by the same account is nobody’s here', async () => {
  const before = await overview()
  const foreign = { ...paidSession('x', 900), metadata: {}, payment_intent: 'pi_foreign' }
  expect((await tell(stripeEvent('checkout.session.completed', foreign))).status).toBe(200)
  expect((await tell(stripeEvent('charge.dispute.created', disputeOf('foreign', 900)))).status).toBe(200)
  expect((await tell(stripeEvent('customer.created', { id: 'cus_1' }))).status).toBe(200)
  expect(await overview()).toEqual(before)
})

test('a checkout ends without a payment; a payment that comes all the same is taken', async () => {
  const user = await place.user()
  const [late, failed, forgotten] = [await buy(user, 50n), await buy(user, 50n), await buy(user, 50n)]
  const unpaid = paidSession(late.purchase_id, 50, { payment_status: 'unpaid' })
  // A bank transfer: the session is complete, the money on its way.
  await tell(stripeEvent('checkout.session.completed', unpaid))
  expect((await one(user, late.purchase_id)).status).toBe('pending')
  await tell(stripeEvent('checkout.session.expired', unpaid))
  await tell(stripeEvent('checkout.session.async_payment_failed', paidSession(failed.purchase_id, 50)))
  expect(await one(user, late.purchase_id)).toMatchObject({ status: 'expired', checkout_url: null })
  expect((await one(user, failed.purchase_id)).status).toBe('failed')
  await tell(stripeEvent('checkout.session.async_payment_succeeded', paidSession(late.purchase_id, 50)))
  await tell(stripeEvent('checkout.session.expired', unpaid))
  expect([(await one(user, late.purchase_id)).status, await credits(user)]).toEqual(['paid', 50n * CREDIT])
  clock.advance(3_600_000 + 3_600_000 + 600_000)
  await expect.poll(async () => (await one(user, forgotten.purchase_id)).status).toBe('expired')
})

test('refunds, told as sums that may overtake each other, take back their part; what is spent is owed', async () => {
  const user = await place.user()
  const purchase_id = await bought(user)
  const refund = (cents: number) => tell(stripeEvent('charge.refunded', refundedCharge(purchase_id, 50, cents)))
  await refund(20)
  await refund(10)
  expect(await credits(user)).toBe(30n * CREDIT)
  expect(await one(user, purchase_id)).toMatchObject({ status: 'paid', amount_refunded: '0.20', credits_owed: 0n })
  const host = await place.host({ price: CREDIT })
  const { job_id } = await user.client.call(endpoints.runModel, {
    body: { model: 'm', input_text: 'x', max_tokens: 25 },
  })
  // Five are left; the others are set aside for a job and cannot be taken.
  await refund(50)
  expect(await credits(user)).toBe(0n)
  const owing = {
    status: 'refunded',
    amount_refunded: '0.50',
    credits_taken_back: 25n * CREDIT,
    credits_owed: 25n * CREDIT,
  }
  expect(await one(user, purchase_id)).toMatchObject(owing)
  await refund(50)
  await tell(stripeEvent('charge.dispute.created', disputeOf(purchase_id, 50)))
  await host.next()
  await host.results([{ job_id, tokens: ['x'], finish_reason: 'stop' }])
  expect(await one(user, purchase_id)).toMatchObject(owing)
  expect(await credits(user)).toBe(24n * CREDIT)
  const { entries } = await user.client.call(endpoints.userStatement, {
    query: { to: new Date(clock.now() + 1).toISOString() },
  })
  expect(entries.map(({ kind, amount }) => [kind, amount / CREDIT])).toEqual([
    ['purchase', 50n],
    ['taken_back', -20n],
    ['taken_back', -5n],
    ['job', -1n],
  ])
})

test('a dispute takes all; a refund that is told before its payment pays and takes back', async () => {
  const user = await place.user()
  const disputed = await bought(user)
  await tell(stripeEvent('charge.dispute.created', disputeOf(disputed, 20)))
  expect(await one(user, disputed)).toMatchObject({ status: 'disputed', credits_taken_back: 50n * CREDIT })
  const { purchase_id } = await buy(user, 50n)
  await tell(stripeEvent('charge.refunded', refundedCharge(purchase_id, 50)))
  await tell(stripeEvent('checkout.session.completed', paidSession(purchase_id, 50)))
  expect(await one(user, purchase_id)).toMatchObject({ status: 'refunded', credits_taken_back: 50n * CREDIT })
  expect(await credits(user)).toBe(0n)
})

test('a bank that only asks takes nothing back; where it takes the money after all, that does', async () => {
  const user = await place.user()
  const purchase_id = await bought(user)
  const inquiry = disputeOf(purchase_id, 50, 'warning_needs_response')
  await tell(stripeEvent('charge.dispute.created', inquiry))
  await tell(stripeEvent('charge.dispute.closed', disputeOf(purchase_id, 50, 'warning_closed')))
  expect(await one(user, purchase_id)).toMatchObject({ status: 'paid', credits_taken_back: 0n })
  expect(await credits(user)).toBe(50n * CREDIT)
  await tell(stripeEvent('charge.dispute.funds_withdrawn', disputeOf(purchase_id, 50)))
  await tell(stripeEvent('charge.dispute.created', disputeOf(purchase_id, 50)))
  expect(await one(user, purchase_id)).toMatchObject({ status: 'disputed', credits_taken_back: 50n * CREDIT })
  expect(await credits(user)).toBe(0n)
})

test('one key makes one purchase, also where Stripe did not answer at first', async () => {
  const user = await place.user()
  for (const status of [429, 0]) {
    stripe.failNext(status)
    const refusal = { status: 503, code: 'payments_unavailable', retryAfterS: 30 }
    await expect(buy(user, 50n, 'k')).rejects.toMatchObject(refusal)
  }
  stripe.failNext(409)
  await expect(buy(user, 50n, 'k')).rejects.toMatchObject({ status: 409, retryAfterS: 1 })
  const first = await buy(user, 50n, 'k')
  const asked = stripe.seen.length
  expect(await buy(user, 50n, 'k')).toEqual(first)
  expect(stripe.seen).toHaveLength(asked)
  await expect(buy(user, 60n, 'k')).rejects.toMatchObject({ status: 409, code: 'idempotency_conflict' })
  expect(stripe.seen.slice(-4).map(({ key }) => key)).toEqual(Array(4).fill(first.purchase_id))
  expect((await user.client.call(endpoints.listPurchases, { query: {} })).purchases).toMatchObject([
    { status: 'pending' },
  ])
})

test('what Stripe refuses is said with its reason, and the key is free again', async () => {
  const user = await place.user()
  stripe.failNext(400, { code: 'amount_too_small', message: 'The amount must be at least 50 cents.' })
  await expect(buy(user, 2n, 'small')).rejects.toMatchObject({
    status: 400,
    details: [{ path: 'body.credits', message: expect.stringContaining('at least 50 cents') }],
  })
  stripe.failNext(401, { message: 'Invalid API Key' })
  await expect(buy(user, 60n, 'small')).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('operator'),
  })
  expect(await buy(user, 70n, 'small')).toMatchObject({ amount: '0.70' })
  for (const credits of [0n, 1001n, 9_000_000n]) await expect(buy(user, credits)).rejects.toMatchObject({ status: 400 })
  const { purchases } = await user.client.call(endpoints.listPurchases, { query: {} })
  expect(purchases.map(({ status }) => status)).toEqual(['pending', 'failed', 'failed'])
})

test('an account that ended before it paid: the books have the payment, for the operator to refund', async () => {
  const user = await place.user()
  const { purchase_id } = await buy(user, 50n)
  await user.client.call(endpoints.closeAccount, { body: { password: user.password } })
  expect((await tell(stripeEvent('checkout.session.completed', paidSession(purchase_id, 50)))).status).toBe(200)
  const row = async () => (await overview()).purchases.find((one) => one.purchase_id === purchase_id)
  expect(await row()).toMatchObject({ status: 'paid', user_id: user.user_id, payment_id: `pi_${purchase_id}` })
  await tell(stripeEvent('charge.refunded', refundedCharge(purchase_id, 50)))
  expect(await row()).toMatchObject({ status: 'refunded', credits_owed: 0n })
})

test('what could not be kept is not acknowledged: Stripe tells it again, and then it counts', async () => {
  const user = await place.user()
  const { purchase_id } = await buy(user, 50n)
  const event = stripeEvent('checkout.session.completed', paidSession(purchase_id, 50))
  const beside = new Sqlite((place.location as { sqlite: string }).sqlite)
  beside.exec("create trigger broken before insert on ledger_entries begin select raise(abort, 'broken'); end")
  expect((await tell(event)).status).toBe(500)
  expect((await one(user, purchase_id)).status).toBe('pending')
  beside.exec('drop trigger broken')
  beside.close()
  expect((await tell(event)).status).toBe(200)
  expect(await credits(user)).toBe(50n * CREDIT)
})

test('an account that was disabled before it paid: its operator is told to look', async () => {
  const user = await place.user()
  const { purchase_id } = await buy(user, 50n)
  await place.database.transaction((tx) => disableUser(tx, user.user_id, true, 1))
  const event = { event_id: 'evt_disabled', type: 'told', purchase_id, payment_id: `pi_${purchase_id}` }
  const change = { kind: 'paid' as const, amount_minor: 50, currency: 'usd' }
  expect(await takePayment(place.market, { ...event, change })).toMatchObject({
    outcome: 'applied',
    warning: expect.stringContaining('disabled'),
  })
})

test('a webhook is verified however its path is written that leads to it; letters count', async () => {
  for (const [path, status] of [
    ['/payments/stripe/webhook/', 200],
    ['/payments/stripe/WEBHOOK', 404],
  ] as const) {
    const body = stripeEvent('any.event', {})
    const headers = { 'stripe-signature': signatureOf(body, clock.now()), 'content-type': 'application/json' }
    expect((await fetch(`${place.url}${path}`, { method: 'POST', headers, body })).status).toBe(status)
  }
})
