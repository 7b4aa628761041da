import { market as endpoints } from '@mkt/schemas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SHUT_OUT_EVERY_MS } from '../../../server/src/accounts/shut-out-watch.ts'
import { changeRole } from '../../../server/src/accounts/user-store.ts'
import { OpenCalls, REVOKED } from '../../../server/src/base/open-calls.ts'
import { shutOwnerOut } from '../../../server/src/market/shut-out.ts'
import { QueuesOfUsersOut } from '../../../server/src/market/upkeep/queues-of-users-out.ts'
import { startShutOutWatch, watchShutOut } from '../../../server/src/market/upkeep/shut-out-watch.ts'
import { statement } from '../../../server/src/storage/statement.ts'
import { ManualClock } from '../manual-clock.ts'
import {
  type Marketplace,
  type MarketplaceOptions,
  startMarketplace,
  type TestHost,
  type TestUser,
} from '../marketplace.ts'

const queuedOrRunning = statement()((q) =>
  q.selectFrom('jobs').select('job_id').where('state', 'in', ['queued', 'running']),
)
const PRICE = 1_000_000n
const EARNED = (10n * PRICE * 88n) / 100n

let place: Marketplace
let admin: TestUser
async function start(options: MarketplaceOptions = {}): Promise<void> {
  place = await startMarketplace({ signupCredits: 0, paidCredits: 100, ...options })
  admin = await place.user('chief')
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
}
beforeEach(() => start())
afterEach(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const submit = (buyer: TestUser, model = 'm') =>
  buyer.client.call(endpoints.runModel, { body: { model, input_text: 'x', max_tokens: 10 } })

async function earn(host: TestHost): Promise<void> {
  const { job_id } = await submit(await place.user())
  while ((await host.next())?.job_id !== job_id);
  await host.results([{ job_id, tokens: Array(10).fill('t'), finish_reason: 'stop' }])
}

const shutHost = (host_id: string, disabled = true) =>
  admin.client.call(endpoints.changeAnyHost, { params: { host_id }, body: { disabled } })
const shutUser = (user_id: string, disabled = true) =>
  admin.client.call(endpoints.changeUser, { params: { user_id }, body: { disabled } })
const decide = (host_id: string, decision: 'release' | 'claw_back') =>
  admin.client.call(endpoints.decideEarnings, { params: { host_id }, body: { decision, reason: 'looked into it' } })
const withdraw = (user: TestUser, host_id: string, destination = 'bank') =>
  user.client.call(endpoints.createWithdrawal, { body: { amount: EARNED, destination, host_id } })
const forbidden = { status: 403, code: 'forbidden' }

// Before: another user adopted the disabled host by its key (201) and withdrew all it had earned.
test('a disabled host is adopted by nobody, and its earnings go nowhere until an operator decides', async () => {
  const host = await place.host()
  await earn(host)
  await shutHost(host.host_id)
  const thief = await place.user()
  await expect(thief.client.call(endpoints.adoptHost, { body: { api_key: host.api_key } })).rejects.toMatchObject(
    forbidden,
  )
  expect(await admin.client.call(endpoints.adminEarnings, { query: {} })).toEqual({
    hosts: [
      {
        host_id: host.host_id,
        owner_user_id: null,
        disabled: true,
        shut_out_at: expect.any(String),
        amount: EARNED,
        promotional: 0n,
      },
    ],
  })
  await expect(decide(host.host_id, 'release')).rejects.toMatchObject({ status: 409 })
  await shutHost(host.host_id, false)
  // Let in again, it earns as before; what it had is still an operator's to decide.
  const body = { amount: EARNED, destination: 'bank' }
  await expect(host.client.call(endpoints.createWithdrawal, { body })).rejects.toMatchObject({ status: 402 })
  expect(await decide(host.host_id, 'release')).toMatchObject({ amount: EARNED, decision: 'release' })
  expect(await host.client.call(endpoints.createWithdrawal, { body })).toMatchObject({ status: 'pending' })
  await expect(decide(host.host_id, 'release')).rejects.toMatchObject({ status: 409 })
})

test('what is clawed back is gone for good, and the ledger and the log say who did it and why', async () => {
  const owner = await place.user()
  const host = await place.host({ owner: owner.authorization })
  await earn(host)
  await shutHost(host.host_id)
  await expect(withdraw(owner, host.host_id)).rejects.toMatchObject(forbidden)
  await expect(withdraw(owner, host.host_id, 'credits')).rejects.toMatchObject(forbidden)
  expect(await decide(host.host_id, 'claw_back')).toMatchObject({ amount: EARNED })
  await shutHost(host.host_id, false)
  await expect(withdraw(owner, host.host_id)).rejects.toMatchObject({ status: 402 })
  const { entries, closing_balance } = await owner.client.call(endpoints.hostStatement, {
    query: { host_id: host.host_id },
  })
  expect(closing_balance).toBe(0n)
  expect(entries.map(({ kind }) => kind)).toEqual(['job', 'clawed_back'])
  expect(entries[1]).toMatchObject({ amount: -EARNED, reference: `looked into it (${admin.user_id})` })
  const { acts } = await admin.client.call(endpoints.adminLog, { query: { subject: host.host_id } })
  expect(acts.map(({ act }) => act)).toEqual(['host.enable', 'earnings.claw-back', 'host.disable'])
})

// Before: the hosts of a disabled user went on claiming and earning.
test('the hosts of a disabled user are out with the user: no claim, no result, no withdrawal, and back with the user', async () => {
  const owner = await place.user()
  const host = await place.host({ owner: owner.authorization })
  const unowned = await place.host({ models: ['other'] })
  await earn(host)
  await shutUser(owner.user_id)
  await expect(host.heartbeat()).rejects.toMatchObject(forbidden)
  await expect(host.next()).rejects.toMatchObject(forbidden)
  const { hosts } = await place.connect().call(endpoints.hosts, {})
  expect(hosts.map(({ host_id }) => host_id)).toEqual([unowned.host_id])
  await shutUser(owner.user_id, false)
  expect(await host.heartbeat()).toEqual({ status: 'acknowledged' })
  await expect(withdraw(owner, host.host_id)).rejects.toMatchObject({ status: 402 })
  await decide(host.host_id, 'release')
  expect(await withdraw(owner, host.host_id, 'credits')).toMatchObject({ status: 'paid' })
})

// Before: three jobs of three that a shut-out buyer had queued were claimed, run and paid from what the buyer had.
test('what a user has queued ends with being shut out, and is not back with the user', async () => {
  const buyer = await place.user()
  const host = await place.host()
  await submit(buyer)
  const running = await host.next()
  for (let n = 0; n < 3; n++) await submit(buyer)
  await shutUser(buyer.user_id)
  await new QueuesOfUsersOut(place.market).round()
  expect(await host.next()).toBeNull()
  await host.results([{ job_id: running?.job_id ?? '', tokens: ['t'], finish_reason: 'stop' }])
  await shutUser(buyer.user_id, false)
  expect(await host.next()).toBeNull()
  const { jobs } = await buyer.client.call(endpoints.listJobs, { query: {} })
  expect(jobs.map(({ status }) => status).sort()).toEqual(['completed', 'failed', 'failed', 'failed'])
  const { reserved } = await buyer.client.call(endpoints.me, { query: { detail: 'full' } })
  expect(reserved).toBe(0n)
})

test('an operator’s own word on a host stays when its owner is let in again', async () => {
  const owner = await place.user()
  const host = await place.host({ owner: owner.authorization })
  await shutHost(host.host_id)
  await shutUser(owner.user_id)
  await shutUser(owner.user_id)
  await shutUser(owner.user_id, false)
  await expect(host.heartbeat()).rejects.toMatchObject({
    ...forbidden,
    message: expect.stringMatching(/by the operator/),
  })
  await shutHost(host.host_id, false)
  expect(await host.heartbeat()).toEqual({ status: 'acknowledged' })
})

test('running attempts of a host that is shut out are lost at once, and another host gets the job', async () => {
  const [buyer, host] = [await place.user(), await place.host()]
  const { job_id } = await submit(buyer)
  expect(await host.next(0)).toMatchObject({ job_id })
  await shutHost(host.host_id)
  const other = await place.host()
  expect(await other.next(0)).toMatchObject({ job_id, attempt: 2 })
  await other.results([{ job_id, attempt: 2, tokens: ['a'], finish_reason: 'stop' }])
  const job = await buyer.client.call(endpoints.getJob, { params: { job_id }, query: { wait: 0 } })
  expect(job).toMatchObject({ status: 'completed', host_id: other.host_id })
})

test('a parked poll of a host that is shut out ends, and claims nothing', async () => {
  const host = await place.host()
  const poll = host.next(30).then(
    () => 'answered',
    (error) => error.status,
  )
  while (place.market.waiting.ofHost(host.host_id).length === 0) await new Promise(setImmediate)
  await shutHost(host.host_id)
  expect(await poll).toBe(403)
  const { job_id } = await submit(await place.user()).catch(() => ({ job_id: undefined }))
  expect(job_id).toBeUndefined()
})

// Before: the stream went on to its end.
test('open streams and waits of a disabled user end at once', async () => {
  const [buyer, host] = [await place.user(), await place.host()]
  const { job_id } = await submit(buyer)
  await host.next()
  await host.results([{ job_id, tokens: ['a'] }])
  const response = await fetch(`${place.url}/jobs/${job_id}/stream`, {
    headers: { authorization: buyer.authorization },
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toContain('"token":"a"')
  const wait = buyer.client
    .call(endpoints.getJob, { params: { job_id }, query: { wait: 30 } })
    .catch(({ status }) => status)
  const chat = fetch(`${place.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: buyer.authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'x' }], max_tokens: 5 }),
  })
  while ((await place.market.database.all(queuedOrRunning, {})).length < 2) await new Promise(setImmediate)
  await shutUser(buyer.user_id)
  let rest = ''
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) rest += part.value
  expect(rest).toContain('event: error')
  expect(rest).toContain('forbidden')
  expect([await wait, (await chat).status]).toEqual([403, 403])
})

test('whoever is shut out by a command beside the server is out here too, with the next round', async () => {
  const owner = await place.user()
  const host = await place.host({ owner: owner.authorization })
  const { job_id } = await submit(await place.user())
  await host.next()
  const poll = host.next(30).catch(({ status }) => status)
  while (place.market.waiting.ofHost(host.host_id).length === 0) await new Promise(setImmediate)
  const actor = { actor: 'root', via: 'command line' as const, origin: 'here' }
  await place.database.transaction((tx) => shutOwnerOut(tx, place.market, actor, owner.user_id, true))
  await watchShutOut(place.market)
  expect(await poll).toBe(403)
  expect(await place.market.streams.find(job_id)).toBeUndefined()
})

test('calls of what was revoked end also in a round of which the rest fails, which is logged', async () => {
  const { market } = place
  const clock = new ManualClock()
  const failures: unknown[] = []
  const log = { ...market.log, error: (fields: unknown) => void failures.push(fields) } as unknown as typeof market.log
  const openCalls = new OpenCalls()
  openCalls.end = () => {
    throw new Error('an attempt could not be ended')
  }
  const host = await place.host()
  await shutHost(host.host_id)
  const controller = new AbortController()
  openCalls.enter('user_x', controller, { kind: 'credential', id: 'tok_gone' })
  const stop = startShutOutWatch({
    ...market,
    clock: { ...market.clock, timer: clock.timer.bind(clock) },
    log,
    openCalls,
  })
  clock.advance(SHUT_OUT_EVERY_MS)
  await stop()
  expect(controller.signal.reason).toBe(REVOKED)
  expect(failures).toHaveLength(1)
})

test('with strangers the hosts of a closed account are shut out; released, they are nobody’s and their keys withdraw', async () => {
  await place.stop()
  await start({ trust: 'strangers' })
  const owner = await place.user()
  const host = await place.host({ owner: owner.authorization })
  await earn(host)
  await owner.client.call(endpoints.closeAccount, { body: { password: owner.password } })
  await expect(host.heartbeat()).rejects.toMatchObject({ ...forbidden, message: expect.stringMatching(/owner/) })
  const body = { amount: EARNED, destination: 'bank' }
  await expect(host.client.call(endpoints.createWithdrawal, { body })).rejects.toMatchObject(forbidden)
  await decide(host.host_id, 'release')
  expect(await host.heartbeat()).toEqual({ status: 'acknowledged' })
  expect(await host.client.call(endpoints.hostMe, {})).toMatchObject({ balance: EARNED })
})
