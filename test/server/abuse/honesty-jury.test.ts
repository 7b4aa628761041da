import { market as endpoints } from '@mkt/schemas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ManualClock } from '../manual-clock.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../marketplace.ts'

const PRICE = 1_000_000n

let place: Marketplace
let clock: ManualClock
beforeEach(async () => {
  clock = new ManualClock()
  place = await startMarketplace({ clock })
})
afterEach(() => place.stop())

interface Run {
  jobs: number
  bytes: number
  host_id?: string
  max_price?: bigint
}

/** Jobs of two buyers in turn, each of one token of so many bytes. */
async function run(host: TestHost, buyers: readonly TestUser[], { jobs, bytes, host_id, max_price }: Run) {
  for (let n = 0; n < jobs; n++) {
    const buyer = buyers[n % buyers.length] as TestUser
    const more = { ...(host_id && { host_id }), ...(max_price === undefined ? {} : { max_price_per_token: max_price }) }
    const { job_id } = await buyer.client.call(endpoints.runModel, {
      body: { model: 'm', input_text: 'x', max_tokens: 10, ...more },
    })
    await host.next()
    await host.results([{ job_id, tokens: ['x'.repeat(bytes)], finish_reason: 'stop' }])
  }
}

/** Whether hosts are flagged once the next rounds of upkeep are over. */
async function flagged(): Promise<number> {
  let last = -1
  for (let round = 0; round < 3; round++) {
    clock.advance(60_000)
    await place.market.database.transaction(async () => undefined)
    const text = await (await fetch(`${place.url}/metrics`, { headers: { accept: 'text/plain' } })).text()
    last = Number(/^mkt_hosts_flagged (\d+)$/m.exec(text)?.[1])
  }
  return last
}

test('sybils who say by free jobs of their own what is usual get no honest host flagged', async () => {
  const buyers = [await place.user(), await place.user()]
  const crook = await place.user()
  const honest = await place.host()
  await run(honest, buyers, { jobs: 12, bytes: 4 })
  for (let n = 0; n < 2; n++) {
    const sybil = await place.host({ price: 0n, owner: crook.authorization })
    await run(sybil, [crook], { jobs: 10, bytes: 40, host_id: sybil.host_id })
  }
  expect(await flagged()).toBe(0)
})

test('nor do sybils whom accomplices pay less than what the honest host sells', async () => {
  const buyers = [await place.user(), await place.user()]
  const accomplices = [await place.user(), await place.user()]
  const sybils = [await place.host({ price: 1n }), await place.host({ price: 1n })]
  for (const sybil of sybils) await run(sybil, accomplices, { jobs: 10, bytes: 40, max_price: 1n })
  const honest = await place.host({ price: PRICE })
  await run(honest, buyers, { jobs: 12, bytes: 4, max_price: PRICE })
  expect(await flagged()).toBe(0)
})

test('hosts that others pay as much do show one that bills tokens which its text does not hold', async () => {
  const buyers = [await place.user(), await place.user()]
  const hosts = [await place.host(), await place.host(), await place.host()]
  for (const [n, host] of hosts.entries()) await run(host, buyers, { jobs: 12, bytes: n === 0 ? 1 : 4 })
  expect(await flagged()).toBe(1)
})
