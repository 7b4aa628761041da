import { market as endpoints, NANO_PER_CREDIT } from '@mkt/schemas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changeRole } from '../../server/src/accounts/user-store.ts'
import { read } from '../server/contract/reader.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../server/marketplace.ts'
import { onEveryDialect } from './databases.ts'

const ABLE = { capabilities: ['prefix'] as 'prefix'[], price: NANO_PER_CREDIT }
const GONE = { code: 'engine_failed', message: 'gone', retryable: true }
const SHARE = (88n * NANO_PER_CREDIT) / 100n

let place: Marketplace
let admin: TestUser
let buyer: TestUser
let hosts: TestHost[]

/** A text of which the first host wrote nine pieces of nonsense, and the second the last one. */
async function handedOn(): Promise<string> {
  const [bad, good] = hosts as [TestHost, TestHost]
  const body = { model: 'm', input_text: 'x', max_tokens: 20, hosts: { only: hosts.map(({ host_id }) => host_id) } }
  await good.heartbeat([])
  const { job_id } = await buyer.client.call(endpoints.runModel, { body })
  expect(await bad.next(0)).toMatchObject({ job_id })
  const reader = await read(place.url, job_id, buyer.authorization)
  await bad.results([{ job_id, attempt: 1, offset: 0, tokens: Array(9).fill('nonsense ') }])
  await reader.has('nonsense')
  await bad.results([{ job_id, attempt: 1, offset: 9, error: GONE }])
  await good.heartbeat(['m'])
  expect(await good.next(0)).toMatchObject({ job_id, prefix: { tokens: 9 } })
  await good.results([{ job_id, attempt: 2, offset: 9, tokens: ['.'], finish_reason: 'stop' }])
  await reader.end()
  return job_id
}
const dispute = (job_id: string) =>
  buyer.client.call(endpoints.disputeJob, { params: { job_id }, body: { reason: 'garbage' } })
const decide = (job_id: string, decision: 'refund' | 'reject') =>
  admin.client.call(endpoints.decideDispute, { params: { job_id }, body: { decision } })
const earnings = async () =>
  (await Promise.all(hosts.map((host) => host.client.call(endpoints.hostMe, {})))).map(({ earnings: of }) => ({
    disputed: of?.disputed,
    left: (of?.available ?? 0n) + (of?.pending ?? 0n) + (of?.available_promotional ?? 0n),
  }))

await onEveryDialect((databases) => {
  beforeEach(async () => {
    place = await startMarketplace({ location: await databases.fresh(), signupCredits: 3, paidCredits: 100 })
    admin = await place.user('chief')
    await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
    buyer = await place.user('buyer')
    hosts = [await place.host(ABLE), await place.host(ABLE)]
  })
  afterEach(async () => {
    expect((await place.audit()).faults).toEqual([])
    await place.stop()
  })

  test('a disputed text is refunded whole, by each host that wrote of it, and each sees its own share', async () => {
    const before = (await buyer.client.call(endpoints.me, {})).credits
    const job_id = await handedOn()
    expect(await dispute(job_id)).toMatchObject({ amount: 10n * NANO_PER_CREDIT, status: 'open' })
    const seen = hosts.map((host) => host.client.call(endpoints.hostDisputes, { query: {} }))
    const own = (await Promise.all(seen)).map(({ disputes }) => disputes[0])
    expect(own).toMatchObject([
      { host_id: hosts[0]?.host_id, amount: 9n * NANO_PER_CREDIT },
      { host_id: hosts[1]?.host_id, amount: NANO_PER_CREDIT },
    ])
    expect((await earnings()).map(({ disputed }) => disputed)).toEqual([9n * SHARE, SHARE])
    await decide(job_id, 'refund')
    expect((await buyer.client.call(endpoints.me, {})).credits).toBe(before)
    expect((await earnings()).map(({ disputed }) => disputed)).toEqual([0n, 0n])
    expect((await place.audit()).fees_nano).toBe(0n)
  })

  test('rejected, each has its share again', async () => {
    const job_id = await handedOn()
    const before = await earnings()
    await dispute(job_id)
    await decide(job_id, 'reject')
    expect((await earnings()).map(({ disputed }) => disputed)).toEqual([0n, 0n])
    expect((await place.audit()).fees_nano).toBe((10n * NANO_PER_CREDIT * 12n) / 100n)
    expect(before.map(({ disputed }) => disputed)).toEqual([0n, 0n])
  })
})
