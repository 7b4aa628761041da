import { market as endpoints, NANO_PER_CREDIT } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeRole } from '../../../server/src/accounts/user-store.ts'
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

async function tell(type: string, object: object): Promise<void> {
  const raw = stripeEvent(type, object)
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
  const of = (more: Partial<PurchaseRow>) => ({ ...row, status: 'refunded', ...more }) as PurchaseRow
  const failed = (refunded_minor: number | undefined) => ({ kind: 'refund failed' as const, refunded_minor })
  expect(owedStill(of({}), failed(undefined))).toBe(0n)
  expect(owedStill(of({}), failed(5))).toBe(5n)
  expect(owedStill(of({}), failed(999))).toBe(0n)
  expect(owedStill(of({ owed_nano: 1n }), failed(1))).toBe(1n)
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
