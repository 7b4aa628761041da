import { market as endpoints } from '@mkt/schemas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SHUT_OUT_EVERY_MS } from '../../../server/src/accounts/shut-out-watch.ts'
import { changeRole } from '../../../server/src/accounts/user-store.ts'
import { type Clock, systemClock } from '../../../server/src/base/clock.ts'
import { OpenCalls } from '../../../server/src/base/open-calls.ts'
import { cancelQueuedOf } from '../../../server/src/market/attempts/cancel-queued.ts'
import type { Market } from '../../../server/src/market/deps.ts'
import { QueuesOfUsersOut } from '../../../server/src/market/upkeep/queues-of-users-out.ts'
import { startShutOutWatch } from '../../../server/src/market/upkeep/shut-out-watch.ts'
import type { Database } from '../../../server/src/storage/database.ts'
import { ManualClock } from '../manual-clock.ts'
import { type Marketplace, startMarketplace, type TestUser } from '../marketplace.ts'

let place: Marketplace
let admin: TestUser
// Its own rounds would come between: those that count here are called.
const timer: Clock['timer'] = (ms, wake) => (ms === SHUT_OUT_EVERY_MS ? () => undefined : systemClock.timer(ms, wake))
beforeEach(async () => {
  place = await startMarketplace({ signupCredits: 0, paidCredits: 100, clock: { ...systemClock, timer } })
  admin = await place.user('chief')
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
})
afterEach(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const submit = ({ client }: TestUser) =>
  client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x', max_tokens: 10 } })
const shutUser = ({ user_id }: TestUser, disabled = true) =>
  admin.client.call(endpoints.changeUser, { params: { user_id }, body: { disabled } })
const states = async ({ client }: TestUser) =>
  (await client.call(endpoints.listJobs, { query: {} })).jobs.map(({ status }) => status)

/** As the market is, but that something happens between the list of what is queued and the first of it. */
function afterList(happens: () => Promise<unknown>): Market {
  const { database } = place.market
  const all: Database['all'] = async (statement, parameters) => {
    const rows = await database.all(statement, parameters)
    if ('after' in parameters && rows.length > 0) await happens()
    return rows
  }
  const get = (target: Database, name: keyof Database) => {
    if (name === 'all') return all
    const value = target[name]
    return typeof value === 'function' ? value.bind(target) : value
  }
  return { ...place.market, database: new Proxy(database, { get } as ProxyHandler<Database>) }
}

// Before: the attempt was ended, and its host paid for the pieces that it had sent by then.
test('a job that a host takes while its user’s queue is cancelled goes on to its end and is paid in full', async () => {
  const [buyer, host] = [await place.user(), await place.host()]
  const { job_id } = await submit(buyer)
  const taking = afterList(async () => expect(await host.next()).toMatchObject({ job_id }))
  await cancelQueuedOf(taking, buyer.user_id)
  await host.results([{ job_id, tokens: Array(10).fill('t'), finish_reason: 'stop' }])
  expect(await states(buyer)).toEqual(['completed'])
})

// Before: the round ended with the first job that could not be cancelled, and so did each one after it.
test('a job that cannot be cancelled keeps no other one queued and is tried again', async () => {
  const [one, other] = [await place.user(), await place.user()]
  await place.host()
  const stuck = await submit(one)
  await submit(one)
  await submit(other)
  for (const user of [one, other]) await shutUser(user)
  let broken = true
  const known = (job_id: string) => {
    if (broken && job_id === stuck.job_id) throw new Error('this one fails')
    return undefined
  }
  const queues = new QueuesOfUsersOut({ ...place.market, streams: { known } as unknown as Market['streams'] })
  await queues.round()
  for (const user of [one, other]) await shutUser(user, false)
  expect([(await states(one)).sort(), await states(other)]).toEqual([['failed', 'queued'], ['failed']])
  await shutUser(one)
  broken = false
  await queues.round()
  await shutUser(one, false)
  expect(await states(one)).toEqual(['failed', 'failed'])
})

// Before: what was submitted after that was cancelled too.
test('a user who is let in while their queue is cancelled keeps what is queued then', async () => {
  const buyer = await place.user()
  await place.host()
  await submit(buyer)
  await shutUser(buyer)
  await new QueuesOfUsersOut(afterList(() => shutUser(buyer, false))).round()
  expect(await states(buyer)).toEqual(['queued'])
})

// Before: with a round of over a minute, whoever was shut out just after it began was seen by none.
test('who is shut out while a round takes long is found by the next one', async () => {
  const [first, second] = [await place.user(), await place.user()]
  await shutUser(first)
  const clock = new ManualClock()
  let late = 0
  const ended: string[] = []
  const openCalls = new OpenCalls()
  openCalls.end = (userId) => {
    ended.push(userId)
    late = 120_000
  }
  const now = () => place.market.clock.now() + late
  const timer = clock.timer.bind(clock)
  const stop = startShutOutWatch({ ...place.market, openCalls, clock: { ...place.market.clock, now, timer } })
  const rounds = () => {
    clock.advance(SHUT_OUT_EVERY_MS)
    return ended
  }
  await expect.poll(rounds).toContain(first.user_id)
  expect(ended).not.toContain(second.user_id)
  await shutUser(second)
  await expect.poll(rounds).toContain(second.user_id)
  await stop()
})

// Before: 500, with the user out.
test('shutting out is answered as done once it is, whatever of its ends has to wait for the next round', async () => {
  const buyer = await place.user()
  place.market.openCalls.end = () => {
    throw new Error('cannot be ended now')
  }
  expect(await shutUser(buyer)).toMatchObject({ user_id: buyer.user_id })
  await expect(submit(buyer)).rejects.toMatchObject({ status: 403 })
})

// Before: lost over a minute after its buyer was shut out, a job was queued again, run, and charged.
test('an attempt lost once its buyer is out is not queued again and costs nothing', async () => {
  const [buyer, host] = [await place.user(), await place.host()]
  const { job_id } = await submit(buyer)
  expect(await host.next()).toMatchObject({ job_id })
  await shutUser(buyer)
  await admin.client.call(endpoints.changeAnyHost, { params: { host_id: host.host_id }, body: { disabled: true } })
  const other = await place.host()
  expect(await other.next()).toBeNull()
  await shutUser(buyer, false)
  const job = await buyer.client.call(endpoints.getJob, { params: { job_id }, query: { wait: 0 } })
  expect(job).toMatchObject({ status: 'failed', error: 'cancelled' })
  expect(await buyer.client.call(endpoints.me, { query: { detail: 'full' } })).toMatchObject({ reserved: 0n })
})
