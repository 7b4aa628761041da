import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeRole } from '../../server/src/accounts/user-store.ts'
import { audit } from '../../server/src/market/audit/audit.ts'
import { auditAside } from '../../server/src/market/audit/audit-aside.ts'
import { tamper } from '../conformance/tamper.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from './marketplace.ts'

let place: Marketplace
let [owner, buyer, admin]: TestUser[] = []
let host: TestHost
let hold: Promise<void> = Promise.resolve()
const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
beforeAll(async () => {
  place = await startMarketplace({
    paidCredits: 100,
    audit: async () => {
      begin()
      await hold
      return await audit(place.database)
    },
  })
  owner = await place.user('owner')
  buyer = await place.user('buyer')
  admin = await place.user('operator')
  await place.database.transaction((tx) => changeRole(tx, (admin as TestUser).user_id, 'admin'))
  host = await place.host({ price: 1_000_000n, owner: owner.authorization })
  const body = { model: 'm', input_text: 'x', max_tokens: 9 }
  const { job_id } = await buyer.client.call(endpoints.runModel, { body })
  await host.next(10)
  await host.results([{ job_id, tokens: ['a', 'b', 'c'], finish_reason: 'stop' }])
})
afterAll(async () => {
  await place.stop()
})

const of = (user: TestUser | undefined) => (user as TestUser).client

test("a host's hours are all there; what it earned and how busy it was is in the hour of the job's end", async () => {
  const params = { host_id: host.host_id }
  const { hours } = await of(owner).call(endpoints.ownedHostHours, { params, query: { hours: 3 } })
  const { total } = await of(owner).call(endpoints.ownedHostEarnings, { params })
  expect(hours).toHaveLength(3)
  const sums = hours.reduce(
    (sum, { jobs, tokens, credits }) => ({
      ...{ jobs: sum.jobs + jobs, tokens: sum.tokens + tokens, credits: sum.credits + credits },
    }),
    { jobs: 0, tokens: 0, credits: 0n },
  )
  expect(sums).toEqual(total)
  expect(sums).toMatchObject({ jobs: 1, tokens: 3 })
  expect(hours.every(({ utilization }) => utilization >= 0 && utilization <= 1)).toBe(true)
  const [first, second] = hours.map(({ hour }) => Date.parse(hour))
  expect((second ?? 0) - (first ?? 0)).toBe(3_600_000)
  await expect(of(buyer).call(endpoints.ownedHostHours, { params })).rejects.toMatchObject({ status: 404 })
})

test('an operator sees jobs, tokens and money of all by day, and nobody else does', async () => {
  const { rows, total } = await of(admin).call(endpoints.adminFigures, {})
  expect(total).toMatchObject({ jobs: 1, tokens: 3, charged: 3_000_000n })
  expect(rows).toMatchObject([{ jobs: 1, tokens: 3, charged: total.charged, earned: total.earned }])
  expect(total.earned > 0n && total.earned < total.charged).toBe(true)
  await expect(of(buyer).call(endpoints.adminFigures, {})).rejects.toMatchObject({ status: 403 })
})

test('an audit on demand finds what the command finds, beside the server too, one at a time', async () => {
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>()
  hold = held
  const first = of(admin).call(endpoints.auditLedger, {})
  await begun
  await expect(of(admin).call(endpoints.auditLedger, {})).rejects.toMatchObject({ status: 409 })
  goOn()
  expect(await first).toMatchObject({ ok: true, faults: [] })
  expect(await auditAside(place.location)).toEqual(await audit(place.database))
  await tamper(place.location, "update accounts set balance_nano = balance_nano + 1 where account_id like 'user:%'")
  const { ok, faults } = await of(admin).call(endpoints.auditLedger, {})
  expect([ok, faults.length > 0]).toEqual([false, true])
})
