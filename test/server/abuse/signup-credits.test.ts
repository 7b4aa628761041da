import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeRole } from '../../../server/src/accounts/user-store.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../marketplace.ts'

const CREDIT = 1_000_000_000n

let place: Marketplace
beforeAll(async () => {
  place = await startMarketplace()
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

/** One job of so many tokens at the price of its host; it takes all that it reserves. */
async function buy(buyer: TestUser, host: TestHost, model: string, tokens: number): Promise<void> {
  const body = { model, input_text: 'x', max_tokens: tokens }
  const { job_id } = await buyer.client.call(endpoints.runModel, { body })
  await host.next()
  await host.results([{ job_id, tokens: Array(tokens).fill('t'), finish_reason: 'stop' }])
}

// Before: ten signups earned a host 880, and the host withdrew them to its bank.
test('credits of ten signups are earned by a host and leave to nowhere', async () => {
  const owner = await place.user()
  const host = await place.host({ models: ['farm'], price: CREDIT, owner: owner.authorization })
  for (let number = 0; number < 10; number++) await buy(await place.user(), host, 'farm', 100)
  expect(await host.client.call(endpoints.hostMe, {})).toMatchObject({ balance: 880n * CREDIT })
  const withdraw = (amount: bigint, destination: string) =>
    owner.client.call(endpoints.createWithdrawal, { body: { amount, destination, host_id: host.host_id } })
  await expect(withdraw(1n, 'my bank')).rejects.toMatchObject({
    status: 402,
    message: expect.stringContaining('880 promotional ones can only be moved'),
  })
  // Moved to the owner's credits, which can be spent, and earned again: they stay what they are.
  await withdraw(880n * CREDIT, 'credits')
  const me = await owner.client.call(endpoints.me, { query: { detail: 'full' } })
  expect(me).toMatchObject({ credits: 980n * CREDIT, paid_credits: 0n, promotional_credits: 980n * CREDIT })
  await buy(owner, host, 'farm', 900)
  await expect(withdraw(1n, 'my bank')).rejects.toMatchObject({ status: 402 })
})

// Before: with 900 credits bought and left unspent, 88 of 100 given ones were withdrawn as if they were bought.
test('credits that lie beside them unspent make no promotional credits paid ones', async () => {
  const owner = await place.user()
  await place.grant(owner.user_id, 900n * CREDIT)
  const host = await place.host({ models: ['wash'], price: CREDIT, owner: owner.authorization })
  for (let number = 0; number < 10; number++) await buy(owner, host, 'wash', 10)
  await buy(owner, host, 'wash', 10)
  const withdraw = (amount: bigint) =>
    owner.client.call(endpoints.createWithdrawal, { body: { amount, destination: 'my bank', host_id: host.host_id } })
  // The first hundred were given; only the last ten were paid for.
  await expect(withdraw((88n * CREDIT) / 10n + 1n)).rejects.toMatchObject({ status: 402 })
  expect(await withdraw((88n * CREDIT) / 10n)).toMatchObject({ status: 'pending' })
  const admin = await place.user()
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
  const { withdrawals } = await admin.client.call(endpoints.adminWithdrawals, { query: { status: 'pending' } })
  expect(withdrawals).toMatchObject([{ amount: (88n * CREDIT) / 10n, promotional: 0n }])
})

test('a job of both kinds takes promotional credits first, and gives back what it did not use in its kind', async () => {
  const buyer = await place.user()
  await place.grant(buyer.user_id, 50n * CREDIT)
  const host = await place.host({ models: ['both'], price: CREDIT })
  const submit = () =>
    buyer.client.call(endpoints.runModel, { body: { model: 'both', input_text: 'x', max_tokens: 120 } })
  const of = () => buyer.client.call(endpoints.me, { query: { detail: 'full' } })
  const { job_id } = await submit()
  expect(await of()).toMatchObject({ paid_credits: 30n * CREDIT, promotional_credits: 0n, reserved: 120n * CREDIT })
  await host.next()
  await host.results([{ job_id, tokens: Array(40).fill('t'), finish_reason: 'stop' }])
  expect(await of()).toMatchObject({ paid_credits: 50n * CREDIT, promotional_credits: 60n * CREDIT, reserved: 0n })
  expect(Object.keys(await buyer.client.call(endpoints.me, {}))).toEqual([
    ...['user_id', 'username', 'credits', 'total_jobs', 'created_at'],
  ])
})

test('a grant that is marked so is promotional, and one that is not is paid', async () => {
  const [admin, user] = [await place.user(), await place.user()]
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
  const grant = (body: { amount: bigint; reason: string; promotional?: boolean }) =>
    admin.client.call(endpoints.grantCredits, { params: { user_id: user.user_id }, body })
  await grant({ amount: 5n * CREDIT, reason: 'a present', promotional: true })
  expect(await grant({ amount: 7n * CREDIT, reason: 'an invoice' })).toMatchObject({ credits: 112n * CREDIT })
  const me = await user.client.call(endpoints.me, { query: { detail: 'full' } })
  expect(me).toMatchObject({ paid_credits: 7n * CREDIT, promotional_credits: 105n * CREDIT })
})
