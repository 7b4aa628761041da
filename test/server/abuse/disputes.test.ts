import { market as endpoints, NANO_PER_CREDIT } from '@mkt/schemas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changeRole } from '../../../server/src/accounts/user-store.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../marketplace.ts'

let place: Marketplace
let admin: TestUser
let buyer: TestUser
let host: TestHost
beforeEach(async () => {
  place = await startMarketplace({ signupCredits: 0, paidCredits: 100, limits: { open_disputes: 2 } })
  admin = await place.user('chief')
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
  buyer = await place.user('buyer')
  host = await place.host({ price: NANO_PER_CREDIT })
})
afterEach(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

async function buy(): Promise<string> {
  const body = { model: 'm', input_text: 'x', max_tokens: 10 }
  const { job_id } = await buyer.client.call(endpoints.runModel, { body })
  await host.next()
  await host.results([{ job_id, tokens: Array(10).fill('t'), finish_reason: 'stop' }])
  return job_id
}
const dispute = (job_id: string) =>
  buyer.client.call(endpoints.disputeJob, { params: { job_id }, body: { reason: 'garbage', text: 'ten times t' } })

test('buyer, host and operator see a dispute, and the statements say what became of it', async () => {
  const job_id = await buy()
  const opened = await dispute(job_id)
  expect(opened).toMatchObject({ job_id, status: 'open', amount: 10n * NANO_PER_CREDIT, text: 'ten times t' })
  expect((await buyer.client.call(endpoints.listDisputes, { query: {} })).disputes).toEqual([opened])
  const mine = async (user: TestUser, job: string) =>
    (await user.client.call(endpoints.listDisputes, { query: { job_id: job } })).disputes
  expect(await mine(buyer, job_id)).toEqual([opened])
  expect(await mine(admin, job_id)).toEqual([])
  expect((await host.client.call(endpoints.hostDisputes, { query: {} })).disputes).toEqual([opened])
  const share = (88n * NANO_PER_CREDIT) / 10n
  const me = () => host.client.call(endpoints.hostMe, {})
  expect(await me()).toMatchObject({ balance: 0n, earnings: { available: 0n, disputed: share } })
  const { disputes } = await admin.client.call(endpoints.adminDisputes, { query: { status: 'open' } })
  expect(disputes).toEqual([{ ...opened, user_id: buyer.user_id }])
  const decided = await admin.client.call(endpoints.decideDispute, {
    params: { job_id },
    body: { decision: 'refund', note: 'it is' },
  })
  expect(decided).toMatchObject({ status: 'refunded', note: 'it is' })
  expect(await buyer.client.call(endpoints.me, {})).toMatchObject({ credits: 100n * NANO_PER_CREDIT })
  expect(await me()).toMatchObject({ balance: 0n, earnings: { disputed: 0n } })
  const bought = await buyer.client.call(endpoints.userStatement, { query: {} })
  expect(bought.entries.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['grant', 100n * NANO_PER_CREDIT],
    ['job', -10n * NANO_PER_CREDIT],
    ['refund', 10n * NANO_PER_CREDIT],
  ])
  const earned = await host.client.call(endpoints.hostStatement, { query: {} })
  expect(earned.entries.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['job', share],
    ['refund', -share],
  ])
})

test('an operator sees what a disputed job was asked and answered, of no other and not once it is erased', async () => {
  const job_id = await buy()
  const show = () => admin.client.call(endpoints.showDispute, { params: { job_id } })
  await expect(show()).rejects.toMatchObject({ status: 404 })
  await dispute(job_id)
  expect(await show()).toMatchObject({
    ...{ status: 'open', user_id: buyer.user_id, model: 'm', max_tokens: 10, tokens_generated: 10 },
    ...{ finish_reason: 'stop', input_text: 'x', output_text: 't'.repeat(10) },
  })
  await buyer.client.call(endpoints.closeAccount, { body: { password: buyer.password } })
  expect(await show()).toMatchObject({ input_text: null, output_text: null })
})

test('what was frozen of a host, given back or taken is shown with when and why', async () => {
  await buy()
  const params = { host_id: host.host_id }
  const show = () => admin.client.call(endpoints.showEarnings, { params })
  expect(await show()).toMatchObject({ amount: 0n, shut_out_at: null, history: [] })
  await admin.client.call(endpoints.changeAnyHost, { params, body: { disabled: true } })
  const [listed] = (await admin.client.call(endpoints.adminEarnings, { query: {} })).hosts
  expect(listed).toMatchObject({ ...params, disabled: true, shut_out_at: expect.stringMatching(/Z$/) })
  const body = { decision: 'claw_back' as const, reason: 'canned text' }
  await admin.client.call(endpoints.decideEarnings, { params, body })
  const share = (88n * NANO_PER_CREDIT) / 10n
  expect(await show()).toMatchObject({
    ...{ amount: 0n, disabled: true },
    history: [
      { what: 'clawed_back', amount: share, reason: expect.stringContaining('canned text') },
      { what: 'frozen', amount: share, reason: 'the host was shut out' },
    ],
  })
})

test('what a buyer wrote goes with the account, and is in the export before', async () => {
  const job_id = await buy()
  await dispute(job_id)
  const held = await fetch(`${place.url}/users/me/export`, { headers: { authorization: buyer.authorization } })
  expect(JSON.stringify(await held.json())).toContain('ten times t')
  await buyer.client.call(endpoints.closeAccount, { body: { password: buyer.password } })
  const { disputes } = await admin.client.call(endpoints.adminDisputes, { query: {} })
  expect(disputes).toMatchObject([{ job_id, status: 'open', text: null }])
})

test('a buyer has so many disputes open, each of another job', async () => {
  const jobs = [await buy(), await buy(), await buy()] as const
  await dispute(jobs[0])
  await expect(dispute(jobs[0])).rejects.toMatchObject({ status: 409 })
  await dispute(jobs[1])
  await expect(dispute(jobs[2])).rejects.toMatchObject({ status: 429 })
  const params = { job_id: jobs[0] }
  await admin.client.call(endpoints.decideDispute, { params, body: { decision: 'reject' } })
  expect(await dispute(jobs[2])).toMatchObject({ status: 'open' })
})
