import { CHANNEL_CLOSE, market as endpoints } from '@mkt/schemas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { GRACE_MS, MASS_GRACE_MS } from '../../server/src/market/channel/cut-off.ts'
import { read } from './contract/reader.ts'
import { type BareChannel, bareChannel, isAnswer } from './host-line.ts'
import { ManualClock } from './manual-clock.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from './marketplace.ts'

let place: Marketplace
let buyer: TestUser
let clock: ManualClock
beforeEach(async () => {
  clock = new ManualClock()
  place = await startMarketplace({ clock })
  buyer = await place.user()
})
afterEach(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const able = () => place.host({ capabilities: ['prefix'] })
const jobOf = (job_id: string) => buyer.client.call(endpoints.getJob, { params: { job_id } })

/** A job that a host claims over a channel, of which it writes pieces that a reader is sent. */
async function running(host: TestHost, tokens: readonly string[] = ['One', ' two']) {
  const { host_id, api_key } = host
  const body = { model: 'm', input_text: 'x', max_tokens: 10, max_price_per_token: 1_000_000n }
  const { job_id } = await buyer.client.call(endpoints.runModel, { body })
  const channel = await bareChannel(place.url, api_key)
  channel.send({ type: 'call', id: 1, call: 'next-job', body: { host_id, wait_seconds: 10, instance: 'i' } })
  const { body: offer } = await channel.next(isAnswer(1))
  channel.send({ type: 'received', id: 1 })
  expect(offer).toMatchObject({ job_id, attempt: 1 })
  const reader = await read(place.url, job_id, buyer.authorization)
  if (tokens.length > 0) {
    const results = [{ job_id, attempt: 1, offset: 0, tokens }]
    channel.send({ type: 'call', id: 2, call: 'results', body: { host_id, instance: 'i', results } })
    await channel.next(isAnswer(2))
    await reader.has(tokens.at(-1) as string)
  }
  return { job_id, channel, reader }
}

async function cut(...channels: BareChannel[]): Promise<void> {
  for (const { socket } of channels) socket.terminate()
  await expect.poll(() => place.market.channels.count).toBe(0)
}

/** Lets looks that are under way end. */
const looked = async (job_id: string) => {
  for (let at = 0; at < 5; at++) await jobOf(job_id)
}

test('the text of a host that is gone goes on at another one within half a second', async () => {
  const [dead, other] = [await able(), await able()]
  const { job_id, channel, reader } = await running(dead)
  await cut(channel)
  clock.advance(GRACE_MS)
  await expect.poll(() => jobOf(job_id)).toMatchObject({ status: 'queued', continues: true })
  expect(await other.next(0)).toMatchObject({ job_id, attempt: 2, prefix: { text: 'One two', tokens: 2 } })
  // It was alive after all: what it writes now belongs to nobody.
  const late = { job_id, attempt: 1, offset: 2, tokens: [' forged'] }
  expect(await dead.results([late])).toEqual([{ job_id, state: 'lost', next_offset: 0 }])
  await other.results([{ job_id, attempt: 2, offset: 2, tokens: [' three'], finish_reason: 'stop' }])
  await reader.end()
  expect(reader.data()).toEqual([...['One', ' two', ' three'].map((token) => JSON.stringify({ token })), '[DONE]'])
  expect(GRACE_MS).toBeLessThan(500)
})

test('a job of which it has written nothing begins at another one, which need not take a prefix', async () => {
  const [dead, other] = [await able(), await place.host()]
  const { job_id, channel } = await running(dead, [])
  await cut(channel)
  clock.advance(GRACE_MS)
  await expect.poll(() => jobOf(job_id)).toMatchObject({ status: 'queued' })
  expect(await other.next(0)).toMatchObject({ job_id, attempt: 2 })
})

test('one that names its job by a request, or over the next channel, keeps it', async () => {
  const [alive] = [await able(), await able()]
  const { host_id, api_key } = alive
  const { job_id, channel } = await running(alive)
  await cut(channel)
  clock.advance(GRACE_MS / 2)
  await alive.results([{ job_id, attempt: 1, offset: 2, tokens: [] }])
  clock.advance(GRACE_MS)
  await looked(job_id)
  expect(await jobOf(job_id)).toMatchObject({ status: 'running', attempts: 1 })
  const again = await bareChannel(place.url, api_key)
  const say = async (id: number, offset: number, token: string) => {
    const results = [{ job_id, attempt: 1, offset, tokens: [token] }]
    again.send({ type: 'call', id, call: 'results', body: { host_id, instance: 'i', results } })
    return await again.next(isAnswer(id))
  }
  await say(1, 2, ' three')
  await cut(again)
  clock.advance(GRACE_MS)
  // The channel that broke had heard of the job, and nothing names it now.
  await expect.poll(() => jobOf(job_id)).toMatchObject({ status: 'queued', continues: true })
})

test('one that names its job by a request keeps it, also before the server sees that its channel broke', async () => {
  const [alive] = [await able(), await able()]
  const { job_id, channel } = await running(alive)
  clock.advance(GRACE_MS / 4)
  await alive.results([{ job_id, attempt: 1, offset: 2, tokens: [] }])
  clock.advance(GRACE_MS / 4)
  await cut(channel)
  clock.advance(GRACE_MS)
  await looked(job_id)
  expect(await jobOf(job_id)).toMatchObject({ status: 'running', attempts: 1 })
})

test('where nobody else is free the lease decides, and whoever is free later goes on', async () => {
  const dead = await able()
  const { job_id, channel } = await running(dead)
  await cut(channel)
  clock.advance(GRACE_MS)
  await looked(job_id)
  clock.advance(5_000)
  await looked(job_id)
  expect(await jobOf(job_id)).toMatchObject({ status: 'running' })
  const other = await able()
  await expect
    .poll(async () => {
      clock.advance(1_000)
      return (await jobOf(job_id)).status
    })
    .toBe('queued')
  expect(await other.next(0)).toMatchObject({ job_id, attempt: 2 })
})

test('many channels that break at once are given longer', async () => {
  const hosts = await Promise.all(Array.from({ length: 5 }, able))
  const first = await running(hosts[0] as TestHost)
  const others = await Promise.all(hosts.slice(1).map(({ api_key }) => bareChannel(place.url, api_key)))
  await cut(first.channel, ...others)
  clock.advance(GRACE_MS)
  await looked(first.job_id)
  expect(await jobOf(first.job_id)).toMatchObject({ status: 'running' })
  clock.advance(MASS_GRACE_MS - GRACE_MS)
  await expect.poll(() => jobOf(first.job_id)).toMatchObject({ status: 'queued', continues: true })
})

test('a channel that the server ends says nothing of its host', async () => {
  const hosts = [await able(), await able()]
  const { job_id, channel } = await running(hosts[0] as TestHost)
  channel.socket.send('no frame')
  expect((await channel.closed).code).toBe(CHANNEL_CLOSE.policy)
  await expect.poll(() => place.market.channels.count).toBe(0)
  clock.advance(MASS_GRACE_MS)
  await looked(job_id)
  expect(await jobOf(job_id)).toMatchObject({ status: 'running' })
})
