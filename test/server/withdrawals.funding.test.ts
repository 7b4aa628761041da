import { market as endpoints, NANO_PER_CREDIT } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takePayment } from '../../server/src/market/purchases/take-payment.ts'
import { signupShare } from '../../server/src/market/withdrawals/funding-store.ts'
import { anyPayments } from './fake-payments.ts'
import { type Marketplace, startMarketplace } from './marketplace.ts'

let place: Marketplace
beforeAll(async () => {
  place = await startMarketplace({ signupCredits: 1, payments: anyPayments })
})
afterAll(async () => await place.stop())

test('credits that a buyer paid for are no signup credits; those that went back are neither', async () => {
  const user = await place.user()
  const host = await place.host()
  const { purchase_id, amount } = await user.client.call(endpoints.createPurchase, {
    body: { credits: 3n * NANO_PER_CREDIT },
  })
  const payment = { purchase_id, payment_id: 'pi_1', type: 'told' }
  const money = { amount_minor: Number(amount) * 100, currency: 'usd' }
  await takePayment(place.market, { ...payment, event_id: 'evt_1', change: { kind: 'paid', ...money } })
  const { job_id } = await user.client.call(endpoints.runModel, {
    body: { model: 'm', input_text: 'x', max_tokens: 10 },
  })
  await host.next()
  await host.results([{ job_id, tokens: Array(10).fill('t'), finish_reason: 'stop' }])
  expect(await signupShare(place.database, host.host_id)).toBe(1 / 4)
  const refunded_minor = money.amount_minor / 3
  await takePayment(place.market, {
    ...payment,
    event_id: 'evt_2',
    change: { kind: 'refunded', ...money, refunded_minor },
  })
  expect(await signupShare(place.database, host.host_id)).toBe(1 / 3)
})
