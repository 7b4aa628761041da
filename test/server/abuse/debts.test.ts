import { market as endpoints, NANO_PER_CREDIT } from '@mkt/schemas'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeRole } from '../../../server/src/accounts/user-store.ts'
import { type RefundSaid, refundedMinor, refundsSoFar } from '../../../server/src/market/purchases/gone.ts'
import { owedStill } from '../../../server/src/market/purchases/owed-still.ts'
import type { PurchaseRow } from '../../../server/src/market/purchases/purchase-store.ts'
import { ask } from '../contract/ask.ts'
import {
  disputeOf,
  type FakeStripe,
  paidSession,
  refundedCharge,
  refundOf,
  signatureOf,
  startFakeStripe,
  stripeEvent,
} from '../fake-stripe.ts'
import { type Marketplace, startMarketplace, type TestUser } from '../marketplace.ts'

const CREDIT = NANO_PER_CREDIT
let stripe: FakeStripe
let place: Marketplace
let admin: TestUser
beforeAll(async () => {
  stripe = await startFakeStripe()
  place = await startMarketplace({ signupCredits: 0, payments: stripe.payments() })
  admin = await place.user('operator')
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
  await stripe.close()
})

let second = Math.floor(Date.now() / 1000)
/** As Stripe says it, one thing a second, whenever it arrives. */
async function tell(type: string, object: object, created = ++second): Promise<void> {
  const raw = stripeEvent(type, object, undefined, created)
  const headers = { 'stripe-signature': signatureOf(raw, place.clock.now()) }
  expect((await ask(place.url, 'POST /payments/stripe/webhook', { raw, headers })).status).toBe(200)
}

/** Somebody who has bought 50 credits and spent them all. */
async function spender(): Promise<{ user: TestUser; purchase_id: string }> {
  const user = await place.user()
  const { purchase_id } = await user.client.call(endpoints.createPurchase, { body: { credits: 50n * CREDIT } })
  await tell('checkout.session.completed', paidSession(purchase_id, 50))
  await spend(user)
  return { user, purchase_id }
}

async function spend(user: TestUser, owner?: TestUser): Promise<string> {
  const model = `m-${user.user_id}`
  const host = await place.host({ price: CREDIT, models: [model], ...(owner ? { owner: owner.authorization } : {}) })
  const body = { model, input_text: 'x', max_tokens: 50, temperature: 0 }
  const { job_id } = await user.client.call(endpoints.runModel, { body })
  await host.next()
  await host.results([{ job_id, tokens: Array(50).fill('x'), finish_reason: 'stop' }])
  return host.host_id
}

const owed = async ({ user, purchase_id }: { user: TestUser; purchase_id: string }) =>
  (await user.client.call(endpoints.getPurchase, { params: { purchase_id } })).credits_owed

test('a refund of a cent that fails is no way out of the debt that a dispute left', async () => {
  const who = await spender()
  await tell('charge.refunded', refundedCharge(who.purchase_id, 50, 1))
  await tell('charge.dispute.created', disputeOf(who.purchase_id, 50))
  expect(await owed(who)).toBe(50n * CREDIT)
  await tell('refund.failed', { ...refundOf(who.purchase_id), amount: 1 })
  expect(await owed(who)).toBe(50n * CREDIT)
})

test('who disputes what was refunded owes it still when the dispute is won', async () => {
  const who = await spender()
  await tell('charge.refunded', refundedCharge(who.purchase_id, 50))
  await tell('charge.dispute.created', disputeOf(who.purchase_id, 50))
  await tell('charge.dispute.closed', disputeOf(who.purchase_id, 50, 'won'))
  expect(await owed(who)).toBe(50n * CREDIT)
})

test('what is here again is owed no more: of refunds the one that failed, of a dispute that was won all', async () => {
  const refunds = await spender()
  await tell('charge.refunded', refundedCharge(refunds.purchase_id, 50, 30))
  await tell('refund.failed', { ...refundOf(refunds.purchase_id), amount: 20 })
  expect(await owed(refunds)).toBe(10n * CREDIT)
  const disputes = await spender()
  await tell('charge.dispute.created', disputeOf(disputes.purchase_id, 50))
  await tell('charge.dispute.closed', disputeOf(disputes.purchase_id, 50, 'won'))
  expect(await owed(disputes)).toBe(0n)
})

test('nothing is owed below nothing, nor more than was', () => {
  const row = { credits_nano: 50n, amount_minor: 50, refunded_minor: 50, taken_back_nano: 40n, owed_nano: 10n }
  const of = (more: Partial<PurchaseRow>) => ({ ...row, status: 'refunded', disputed: 0, ...more }) as PurchaseRow
  expect(owedStill(of({ failed_minor: 50 }))).toBe(0n)
  expect(owedStill(of({ failed_minor: 5 }))).toBe(5n)
  expect(owedStill(of({ failed_minor: 999 }))).toBe(0n)
  expect(owedStill(of({ failed_minor: 1, owed_nano: 1n }))).toBe(1n)
  expect(owedStill(of({ failed_minor: 50, disputed: 1 }))).toBe(10n)
  expect(owedStill(of({ failed_minor: 50, status: 'disputed' }))).toBe(10n)
})

const refunded = ({ purchase_id }: Spender, cents: number, at?: number) =>
  tell('charge.refunded', refundedCharge(purchase_id, 50, cents), at)
const failed = ({ purchase_id }: Spender, amount: number, at?: number) =>
  tell('refund.failed', { ...refundOf(purchase_id), amount }, at)
const disputed = ({ purchase_id }: Spender) => tell('charge.dispute.created', disputeOf(purchase_id, 50))
const won = ({ purchase_id }: Spender) => tell('charge.dispute.closed', disputeOf(purchase_id, 50, 'won'))
type Spender = Awaited<ReturnType<typeof spender>>
const status = async ({ user, purchase_id }: Spender) =>
  (await user.client.call(endpoints.getPurchase, { params: { purchase_id } })).status

test('a dispute outlasts a refund of the whole that fails, whichever came first', async () => {
  const [late, early] = [await spender(), await spender()]
  await refunded(late, 50)
  await disputed(late)
  await disputed(early)
  await refunded(early, 50)
  for (const who of [late, early]) {
    expect(await status(who)).toBe('refunded')
    await failed(who, 50)
    expect([await owed(who), await status(who)]).toEqual([50n * CREDIT, 'disputed'])
    await won(who)
    expect([await owed(who), await status(who)]).toEqual([0n, 'paid'])
  }
})

test('refunds that fail one after the other leave nothing owed, and a later one is owed alone', async () => {
  const who = await spender()
  await refunded(who, 25)
  await refunded(who, 50)
  await failed(who, 25)
  expect([await owed(who), await status(who)]).toEqual([25n * CREDIT, 'paid'])
  await failed(who, 25)
  expect(await owed(who)).toBe(0n)
  await refunded(who, 5)
  expect(await owed(who)).toBe(5n * CREDIT)
  const { purchase_id, user } = who
  const purchase = await user.client.call(endpoints.getPurchase, { params: { purchase_id } })
  expect(purchase).toMatchObject({ amount_refunded: '0.05', status: 'paid' })
})

test('a refund that fails before or after its dispute is won leaves nothing owed', async () => {
  const [before, after] = [await spender(), await spender()]
  for (const who of [before, after]) {
    await refunded(who, 20)
    await disputed(who)
  }
  await failed(before, 20)
  expect(await owed(before)).toBe(50n * CREDIT)
  await won(before)
  await won(after)
  expect(await owed(after)).toBe(20n * CREDIT)
  await failed(after, 20)
  expect([await owed(before), await owed(after)]).toEqual([0n, 0n])
})

test('a sum counts by when it was said: one that comes late is no new refund, one that comes early is', async () => {
  const [late, early] = [await spender(), await spender()]
  second += 10
  const at = second
  await refunded(late, 30, at + 1)
  await failed(late, 20, at + 2)
  await refunded(late, 15, at)
  expect(await owed(late)).toBe(10n * CREDIT)
  await refunded(early, 30, at)
  await refunded(early, 15, at + 2)
  await failed(early, 20, at + 1)
  expect(await owed(early)).toBe(15n * CREDIT)
})

test('what was refunded is the same in whatever order it is told', () => {
  const step = fc.record({ fails: fc.boolean(), amount: fc.integer({ min: 1, max: 9 }) })
  const history = fc.array(step, { maxLength: 8 }).map((steps) => {
    const said: RefundSaid[] = []
    let left = 0
    for (const { fails, amount } of steps) {
      const failed_minor = fails ? Math.min(amount, left) : 0
      left += fails ? -failed_minor : amount
      said.push({ said_at: said.length, refunded_minor: fails ? 0 : left, failed_minor })
    }
    return { said, left }
  })
  const told = history.chain(({ said, left }) =>
    fc.record({ left: fc.constant(left), said: fc.shuffledSubarray(said, { minLength: said.length }) }),
  )
  fc.assert(
    fc.property(told, ({ said, left }) => {
      let row = { refunded_minor: 0, failed_minor: 0 }
      for (const [index] of said.entries()) row = refundsSoFar(row, said.slice(0, index + 1))
      expect(refundedMinor(row)).toBe(left)
    }),
  )
})

test('who owes takes no earnings out, neither anew nor what waits; as credits they are collected', async () => {
  const { user: debtor, purchase_id } = await spender()
  const { user: buyer } = await spender()
  const again = await buyer.client.call(endpoints.createPurchase, { body: { credits: 50n * CREDIT } })
  await tell('checkout.session.completed', paidSession(again.purchase_id, 50))
  const host_id = await spend(buyer, debtor)
  const withdraw = (destination: string, amount = 4n) =>
    debtor.client.call(endpoints.createWithdrawal, { body: { amount: amount * CREDIT, destination, host_id } })
  const { withdrawal_id } = await withdraw('bank')
  const before = await withdraw('bank', 2n)
  await tell('charge.dispute.created', disputeOf(purchase_id, 50))
  await expect(withdraw('bank')).rejects.toMatchObject({ status: 409, message: expect.stringContaining('50 credits') })
  const resolve = (body: { status: 'paid' | 'rejected'; despite_debt?: boolean }, id = withdrawal_id) =>
    admin.client.call(endpoints.resolveWithdrawal, { params: { withdrawal_id: id }, body })
  const list = async (detail?: 'full') =>
    (await admin.client.call(endpoints.adminWithdrawals, { query: { status: 'pending', ...(detail && { detail }) } }))
      .withdrawals
  expect((await list('full')).map(({ owner_owes }) => owner_owes)).toEqual([50n * CREDIT, 50n * CREDIT])
  expect((await list())[0]).not.toHaveProperty('owner_owes')
  await expect(resolve({ status: 'paid' })).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/owes 50 credits.*despite_debt/),
  })
  // One was paid before anybody could know: that is what happened, and the log says so.
  expect(await resolve({ status: 'paid', despite_debt: true }, before.withdrawal_id)).toMatchObject({ status: 'paid' })
  const { acts } = await admin.client.call(endpoints.adminLog, { query: {} })
  expect(acts[0]).toMatchObject({ act: 'withdrawal.pay', after: { owner_owes: 50 } })
  expect(await resolve({ status: 'rejected' })).toMatchObject({ status: 'rejected' })
  expect(await withdraw('credits', 42n)).toMatchObject({ status: 'paid' })
})
