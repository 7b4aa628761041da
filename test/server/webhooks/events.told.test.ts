import { market as endpoints } from '@mkt/schemas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changeRole } from '../../../server/src/accounts/user-store.ts'
import { statement } from '../../../server/src/storage/statement.ts'
import { pass } from '../contract/until.ts'
import { ManualClock } from '../manual-clock.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../marketplace.ts'
import { eventOf } from './receivers.ts'

const KEPT = statement()((q) =>
  q.selectFrom('webhook_deliveries').select(['webhook_id', 'event', 'payload_json as body']).orderBy('delivery_id'),
)
const LEFT = statement()((q) => q.selectFrom('webhooks').select(['webhook_id']))
const PROMPT = 'a very private prompt'

let clock: ManualClock
let place: Marketplace
let user: TestUser
beforeEach(async () => {
  clock = new ManualClock()
  place = await startMarketplace({ clock, signupCredits: 0, paidCredits: 100 })
  user = await place.user()
})
afterEach(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const listen = (one = user, body: object = {}) =>
  one.client.call(endpoints.createWebhook, { body: { url: 'http://127.0.0.1:9/hook', ...body } })
const kept = () => place.database.all(KEPT, {})
const told = async () => (await kept()).map(eventOf)
const submit = async (one = user) =>
  (await one.client.call(endpoints.runModel, { body: { model: 'm', input_text: PROMPT, max_tokens: 5 } })).job_id

async function complete(host: TestHost): Promise<string> {
  const job_id = await submit()
  await host.next()
  await host.results([{ job_id, tokens: ['a very private', ' answer'], finish_reason: 'stop' }])
  return job_id
}

test('a job that ends is told once, with what it cost and nothing of what it said', async () => {
  await listen()
  const host = await place.host({ price: 1_000_000n })
  const job_id = await complete(host)
  await host.results([{ job_id, tokens: ['a very private', ' answer'], finish_reason: 'stop' }])
  const at = new Date(clock.now()).toISOString()
  const data = { job_id, status: 'completed', model: 'm', tokens_generated: 2, error: null, finished_at: at }
  expect(await told()).toEqual([{ type: 'job.ended', timestamp: at, data: { ...data, credits_used: 2_000_000n } }])
  expect(JSON.stringify(await kept())).not.toContain('private')
  expect((await kept())[0]?.body).toContain('"credits_used":0.002')
})

test('every way in which a job fails is told with its code', async () => {
  await listen()
  const host = await place.host()
  const cancelled = await submit()
  await user.client.call(endpoints.cancelJob, { params: { job_id: cancelled } })
  const running = await submit()
  await host.next()
  await user.client.call(endpoints.cancelJob, { params: { job_id: running } })
  const broken = await submit()
  await host.next()
  await host.results([{ job_id: broken, tokens: [], error: { code: 'engine_died' } }])
  const lost = await submit()
  await host.next()
  await host.results([{ job_id: lost, tokens: ['x'] }])
  const reader = user.client.events(endpoints.streamJob, { params: { job_id: lost } })[Symbol.asyncIterator]()
  await reader.next()
  await pass(clock, 100_000, () => host.heartbeat())
  await host.client.call(endpoints.changeHost, { body: { paused: true } })
  const expired = await submit().catch(() => undefined)
  const ends = (await told()).map(({ data }) => data)
  expect(expired).toBeUndefined()
  expect(ends).toMatchObject([
    { job_id: cancelled, status: 'failed', error: 'cancelled' },
    { job_id: running, status: 'failed', error: 'cancelled' },
    { job_id: broken, status: 'failed', error: 'engine_died' },
    { job_id: lost, status: 'failed', error: 'host_lost' },
  ])
})

test('a job that is handed back and runs again is told at its end only', async () => {
  await listen()
  const host = await place.host()
  const job_id = await submit()
  await host.next()
  await host.results([{ job_id, tokens: [], error: { code: 'handed_back', retryable: true } }])
  expect(await told()).toEqual([])
  await host.next()
  await host.results([{ job_id, attempt: 2, tokens: ['x'], finish_reason: 'stop' }])
  expect(await told()).toMatchObject([{ data: { job_id, status: 'completed' } }])
})

test('each webhook is told what it asked for, of its own user', async () => {
  const other = await place.user()
  const [all, jobs] = [await listen(), await listen(user, { url: 'http://127.0.0.1:9/jobs', events: ['job.ended'] })]
  await listen(user, { url: 'http://127.0.0.1:9/others', events: ['host.down', 'withdrawal.paid'] })
  await listen(other)
  await complete(await place.host())
  expect((await kept()).map(({ webhook_id }) => webhook_id)).toEqual([all.webhook_id, jobs.webhook_id])
})

test('a host that falls silent is told once, and once when it is back; one that says goodbye is not', async () => {
  await listen()
  const owned = () => place.host({ owner: user.authorization })
  const [silent, leaving] = [await owned(), await owned()]
  await place.host()
  const stopping = { host_id: leaving.host_id, gpu_utilization: 0, available_models: ['m'], stopping: true }
  await leaving.client.call(endpoints.heartbeatHost, { body: stopping })
  await pass(clock, 80_000)
  expect(await told()).toEqual([])
  await pass(clock, 300_000)
  const { host_id } = silent
  expect(await told()).toMatchObject([{ type: 'host.down', data: { host_id, gpu: 'Test GPU' } }])
  await silent.client.call(endpoints.heartbeatHost, { body: { ...stopping, host_id } })
  expect((await told()).length).toBe(1)
  await silent.heartbeat()
  await silent.heartbeat()
  await leaving.heartbeat()
  expect((await told()).slice(1)).toMatchObject([{ type: 'host.up', data: { host_id } }])
  await pass(clock, 300_000, () => leaving.heartbeat())
  expect((await told()).slice(2)).toMatchObject([{ type: 'host.down', data: { host_id } }])
})

test('what becomes of a withdrawal is told to the owner, and not where the money goes', async () => {
  await listen()
  const admin = await place.user('chief')
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
  const host = await place.host({ owner: user.authorization, price: 1_000_000n })
  await complete(host)
  const withdraw = async (destination: string) => {
    const body = { amount: 100_000n, destination, host_id: host.host_id }
    return (await user.client.call(endpoints.createWithdrawal, { body })).withdrawal_id
  }
  const [paid, rejected] = [await withdraw('IBAN DE02'), await withdraw('IBAN DE02')]
  const resolve = (withdrawal_id: string, body: { status: 'paid' | 'rejected'; reference?: string }) =>
    admin.client.call(endpoints.resolveWithdrawal, { params: { withdrawal_id }, body })
  await resolve(paid, { status: 'paid', reference: 'transfer 7' })
  await resolve(rejected, { status: 'rejected' })
  await expect(resolve(paid, { status: 'paid' })).rejects.toMatchObject({ status: 409 })
  const moved = await withdraw('credits')
  const shared = { host_id: host.host_id, amount: 100_000n }
  expect((await told()).slice(1)).toMatchObject([
    { type: 'withdrawal.paid', data: { ...shared, withdrawal_id: paid, status: 'paid', reference: 'transfer 7' } },
    { type: 'withdrawal.rejected', data: { ...shared, withdrawal_id: rejected, status: 'rejected', reference: null } },
    { type: 'withdrawal.paid', data: { ...shared, withdrawal_id: moved } },
  ])
  expect(JSON.stringify(await kept())).not.toContain('IBAN')
})

test('a disabled webhook and a disabled user are told nothing', async () => {
  const { webhook_id } = await listen()
  const host = await place.host()
  const change = (disabled: boolean) =>
    user.client.call(endpoints.changeWebhook, { params: { webhook_id }, body: { disabled } })
  await change(true)
  await complete(host)
  expect(await told()).toEqual([])
  await change(false)
  const job_id = await submit()
  await host.next()
  const admin = await place.user('chief')
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
  await admin.client.call(endpoints.changeUser, { params: { user_id: user.user_id }, body: { disabled: true } })
  await host.results([{ job_id, tokens: ['x'], finish_reason: 'stop' }])
  expect(await told()).toEqual([])
})

test('with the account end its URLs, its secrets and what waited for them', async () => {
  await listen()
  const other = await place.user()
  const left = await listen(other)
  const host = await place.host()
  await complete(host)
  const running = await submit()
  await host.next()
  await submit()
  await user.client.call(endpoints.closeAccount, { body: { password: user.password } })
  await host.results([{ job_id: running, tokens: ['x'], finish_reason: 'stop' }])
  expect(await kept()).toEqual([])
  expect(await place.database.all(LEFT, {})).toEqual([{ webhook_id: left.webhook_id }])
})
