import { market as endpoints } from '@mkt/schemas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { watchContinued } from '../../server/src/market/upkeep/continuation-watch.ts'
import { trustHost } from '../../server/src/market/verification/trust-host.ts'
import { ask } from './contract/ask.ts'
import { read } from './contract/reader.ts'
import { ManualClock } from './manual-clock.ts'
import { type Marketplace, startMarketplace, type TestUser } from './marketplace.ts'

const PRICE = 1_000_000n

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

type Host = Awaited<ReturnType<Marketplace['host']>>
const capable = async (price = PRICE): Promise<Host> => {
  const host = await place.host({ price })
  await say(host, { capabilities: ['prefix'] })
  return host
}
const say = (host: Host, said: object) =>
  ask(place.url, 'POST /hosts/heartbeat', {
    as: `Bearer ${host.api_key}`,
    json: { host_id: host.host_id, gpu_utilization: 0, available_models: ['m'], ...said },
  })
const job = (job_id: string, detail?: 'full') =>
  buyer.client.call(endpoints.getJob, { params: { job_id }, query: detail ? { detail } : {} })
const submit = async (more: object = {}) => {
  const json = { model: 'm', input_text: 'x', max_tokens: 10, max_price_per_token: 0.01, ...more }
  const { body } = await ask(place.url, 'POST /run/model', { as: buyer.authorization, json })
  return (body as { job_id: string }).job_id
}
const GONE = { error: { code: 'engine_failed', message: 'gone', retryable: true } }
const HANDED_BACK = { error: { code: 'handed_back', retryable: true } }

/** A job of which a reader was sent two pieces by a host that then leaves it. */
async function left(host: Host, { how = GONE, more = {} }: { how?: object; more?: object } = {}) {
  const job_id = await submit(more)
  expect(await host.next(0)).toMatchObject({ job_id })
  const reader = await read(place.url, job_id, buyer.authorization)
  await host.results([{ job_id, attempt: 1, offset: 0, tokens: ['One', ' two'] }])
  await reader.has(' two')
  await host.results([{ job_id, attempt: 1, offset: 2, ...how }])
  return { job_id, reader }
}

test('a text that was read goes on at a host that can take it, and a reader sees one text', async () => {
  const [first, plain, second] = [await capable(), await place.host(), await capable(2n * PRICE)]
  const { job_id, reader } = await left(first)
  expect(await job(job_id)).toMatchObject({ status: 'queued', continues: true, tokens_generated: 2 })
  expect(await plain.next(0)).toBeNull()
  expect(await second.next()).toBeNull()
  const prefix = { text: 'One two', tokens: 2 }
  expect(await second.next(0)).toMatchObject({ job_id, attempt: 2, max_tokens: 8, prefix })
  expect(await job(job_id)).toMatchObject({ status: 'running', continues: true, tokens_generated: 2 })
  // What it repeats of the text is trimmed, as ever.
  await second.results([{ job_id, attempt: 2, offset: 1, tokens: [' two', ' three'] }])
  await reader.has(' three')
  const late = await read(place.url, job_id, buyer.authorization)
  const resumed = await read(place.url, job_id, buyer.authorization, '1.0')
  const [end] = await second.results([
    { job_id, attempt: 2, offset: 3, tokens: [' four'], finish_reason: 'stop', usage: { completion_tokens: 2 } },
  ])
  expect(end).toMatchObject({ state: 'completed', credits_earned: 2n * 2n * PRICE - (2n * 2n * PRICE * 12n) / 100n })
  await Promise.all([reader.end(), late.end(), resumed.end()])
  const texts = ['One', ' two', ' three', ' four'].map((token) => JSON.stringify({ token }))
  const ids = ['1.0', '1.1', '2.2', '2.3']
  for (const [one, from] of [
    [reader, 0],
    [late, 0],
    [resumed, 1],
  ] as const) {
    expect(one.data()).toEqual([...texts.slice(from), '[DONE]'])
    expect(one.ids()).toEqual(ids.slice(from))
  }
  expect(reader.text()).toContain(': another host goes on with the text (attempt 2)\n\n')
  const after = await read(place.url, job_id, buyer.authorization, '1.1')
  await after.end()
  expect(after.ids()).toEqual(ids.slice(2))
  const ended = await job(job_id, 'full')
  expect(ended).toMatchObject({ output_text: 'One two three four', tokens_generated: 4, continues: false, attempts: 2 })
  expect(ended.credits_used).toBe(2n * PRICE + 2n * 2n * PRICE)
  expect(ended.parts).toMatchObject([
    { attempt: 1, host_id: first.host_id, offset: 0, tokens: 2, credits_used: 2n * PRICE, error: 'engine_failed' },
    { attempt: 2, host_id: second.host_id, offset: 2, tokens: 2, credits_used: 4n * PRICE, error: null },
  ])
  const earned = async (host: Host) => (await host.client.call(endpoints.hostMe, {})).total_earnings
  expect([await earned(first), await earned(second)]).toEqual([1_760_000n, 3_520_000n])
})

test('of those that wait one that was shown to run the model goes on with it, before cheaper ones', async () => {
  const [first, cheap, shown] = [await capable(), await capable(), await capable(2n * PRICE)]
  const { database } = place.market
  const operator = { actor: 'operator', via: 'command line' as const, origin: 'here' }
  await database.transaction((tx) => trustHost(tx, place.market, operator, shown.host_id, true))
  const job_id = await submit()
  expect(await first.next(0)).toMatchObject({ job_id })
  const reader = await read(place.url, job_id, buyer.authorization)
  await first.results([{ job_id, attempt: 1, offset: 0, tokens: ['One', ' two'] }])
  await reader.has(' two')
  const waiting = [cheap.next(30), shown.next(30)] as const
  for (const { host_id } of [cheap, shown])
    await expect.poll(() => place.market.waiting.ofHost(host_id)).toHaveLength(1)
  // Who left it may not have it again for a while, and of what is new the cheapest host has its turn as ever.
  await first.results([{ job_id, attempt: 1, offset: 2, ...GONE }])
  expect(await waiting[1]).toMatchObject({ job_id, attempt: 2, prefix: { tokens: 2 } })
  const next = await submit()
  expect(await waiting[0]).toMatchObject({ job_id: next })
  await shown.results([{ job_id, attempt: 2, offset: 2, tokens: [' three'], finish_reason: 'stop' }])
  await reader.end()
})

test('it is offered first of its user’s jobs, and again to the host that handed it back', async () => {
  const host = await capable()
  await submit()
  const older = await host.next(0)
  const { job_id } = await left(host, { how: HANDED_BACK })
  await submit()
  expect(await host.next(0)).toMatchObject({ job_id, attempt: 2, prefix: { tokens: 2 } })
  expect(older?.job_id).not.toBe(job_id)
})

test('it comes before older jobs of its user', async () => {
  const [first, second] = [await capable(), await capable()]
  const older = await submit({ hosts: { not: [first.host_id] } })
  const { job_id } = await left(first)
  expect(await second.next(0)).toMatchObject({ job_id, prefix: { tokens: 2 } })
  expect(await second.next(0)).toMatchObject({ job_id: older })
})

test('one that has to keep to a form is not gone on with: another engine does not know where in it it is', async () => {
  const hosts = [await capable(), await capable()]
  for (const host of hosts) await say(host, { capabilities: ['prefix', 'json_schema'] })
  const { job_id, reader } = await left(hosts[0] as Host, { more: { response_format: { type: 'json_object' } } })
  expect(await job(job_id)).toMatchObject({ status: 'failed', error: 'engine_failed', credits_used: 0n })
  expect(await hosts[1]?.next(0)).toBeNull()
  await reader.end()
})

test('of a waiting poll it is taken at once', async () => {
  const [first, second] = [await capable(), await capable()]
  const job_id = await submit()
  expect(await first.next(0)).toMatchObject({ job_id })
  const parked = second.next(20)
  const reader = await read(place.url, job_id, buyer.authorization)
  await first.results([{ job_id, tokens: ['One'] }])
  await reader.has('One')
  await first.results([{ job_id, offset: 1, ...HANDED_BACK }])
  expect(await parked).toMatchObject({ job_id, prefix: { text: 'One', tokens: 1 }, max_tokens: 9 })
  reader.leave()
})

test('where nobody goes on within a minute it ends as its host left it, free', async () => {
  const first = await capable()
  const { job_id, reader } = await left(first)
  const since = new Map<string, number>()
  await watchContinued(place.market, since)
  clock.advance(54_000)
  await watchContinued(place.market, since)
  expect(await job(job_id)).toMatchObject({ status: 'queued' })
  clock.advance(5_000)
  await watchContinued(place.market, since)
  await reader.end()
  expect(reader.text()).toContain('event: error\ndata: {"error":"engine_failed"}')
  const ended = await job(job_id)
  expect(ended).toMatchObject({ status: 'failed', error: 'engine_failed', credits_used: 0n, output_text: 'One two' })
})

test('of a text that two hosts wrote and nobody ends each piece is told as that of who wrote it', async () => {
  const [first, second] = [await capable(), await capable()]
  const { job_id } = await left(first)
  await second.next(0)
  await second.results([{ job_id, attempt: 2, offset: 2, tokens: [' three', ' four'] }])
  await second.results([{ job_id, attempt: 2, offset: 4, ...GONE }])
  const since = new Map<string, number>()
  await watchContinued(place.market, since)
  clock.advance(60_000)
  await watchContinued(place.market, since)
  for (const [last, ids] of [
    [undefined, ['1.0', '1.1', '2.2', '2.3']],
    ['2.2', ['2.3']],
  ] as const) {
    const reader = await read(place.url, job_id, buyer.authorization, last)
    await reader.end()
    expect(reader.ids()).toEqual(ids)
    expect(reader.text()).toContain('event: error\ndata: {"error":"engine_failed"}')
  }
})

test('with partial: keep its buyer pays for what there is', async () => {
  const { job_id } = await left(await capable(), { more: { partial: 'keep' }, how: HANDED_BACK })
  const since = new Map<string, number>()
  await watchContinued(place.market, since)
  clock.advance(60_000)
  await watchContinued(place.market, since)
  expect(await job(job_id)).toMatchObject({
    ...{ status: 'failed', error: 'host_lost', credits_used: 2n * PRICE },
    ...{ output_text: 'One two', tokens_generated: 2 },
  })
  const failed = await submit({ partial: 'keep' })
  const host = await place.host()
  await host.next(0)
  const reader = await read(place.url, failed, buyer.authorization)
  await host.results([{ job_id: failed, tokens: ['One'] }])
  await reader.has('One')
  await host.results([{ job_id: failed, offset: 1, error: { code: 'engine_failed', retryable: false } }])
  expect(await job(failed)).toMatchObject({ status: 'failed', error: 'engine_failed', credits_used: PRICE })
})

test('where no host of the model can take a text it ends at once, as ever', async () => {
  const [host] = [await place.host(), await place.host()]
  const { job_id, reader } = await left(host)
  expect(await job(job_id)).toMatchObject({ status: 'failed', error: 'engine_failed', credits_used: 0n })
  await reader.end()
})

test('cancelled in between it costs what hosts have written', async () => {
  const { job_id, reader } = await left(await capable())
  const cancelled = await buyer.client.call(endpoints.cancelJob, { params: { job_id } })
  expect(cancelled).toMatchObject({ status: 'failed', error: 'cancelled', credits_used: 2n * PRICE })
  expect(await reader.end()).toContain('"error":"cancelled"')
})

test('max_tokens counts over all, and a text that is whole when its host is lost is complete', async () => {
  const [first, second] = [await capable(), await capable()]
  const { job_id } = await left(first, { more: { max_tokens: 4 } })
  expect(await second.next(0)).toMatchObject({ job_id, max_tokens: 2 })
  await second.results([{ job_id, offset: 2, tokens: [' three', ' four'] }])
  await second.results([{ job_id, offset: 4, ...GONE }])
  expect(await job(job_id)).toMatchObject({
    ...{ status: 'completed', finish_reason: 'length', tokens_generated: 4, credits_used: 4n * PRICE },
  })
})

test('a third host goes on where the second had only begun', async () => {
  const [first, second, third] = [await capable(), await capable(), await capable()]
  const { job_id, reader } = await left(first)
  expect(await second.next(0)).toMatchObject({ job_id })
  await second.results([{ job_id, attempt: 2, offset: 2, ...HANDED_BACK }])
  expect(await third.next(0)).toMatchObject({ job_id, attempt: 3, prefix: { tokens: 2 } })
  await third.results([{ job_id, attempt: 3, offset: 2, tokens: ['!'], finish_reason: 'stop' }])
  await reader.end()
  expect(reader.text()).not.toContain('stream_restarted')
  expect(reader.ids()).toEqual(['1.0', '1.1', '3.2'])
  expect((await job(job_id, 'full')).parts?.map(({ tokens }) => tokens)).toEqual([2, 0, 1])
})

test('one of which nobody has read begins again, as ever', async () => {
  const [first, second] = [await capable(), await capable()]
  const job_id = await submit()
  await first.next(0)
  await first.results([{ job_id, tokens: ['One'] }])
  await first.results([{ job_id, offset: 1, ...GONE }])
  expect(await job(job_id)).toMatchObject({ status: 'queued', continues: false })
  const offer = await second.next(0)
  expect(offer).toMatchObject({ job_id, max_tokens: 10 })
  expect(offer?.prefix).toBeUndefined()
})
