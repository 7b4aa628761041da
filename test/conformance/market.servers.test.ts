import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hostTopic } from '../../server/src/bus/bus.ts'
import { ingest } from '../../server/src/market/attempts/ingest.ts'
import { HOST_SILENT, loseAttempt } from '../../server/src/market/attempts/lose.ts'
import { RunningHere } from '../../server/src/market/channel/running-here.ts'
import { jobEvents } from '../../server/src/market/streams/job-events.ts'
import { relay } from '../../server/src/market/streams/relay.ts'
import { watchLeases } from '../../server/src/market/upkeep/lease-watch.ts'
import { type Databases, onPostgres } from './databases.ts'
import { absent, inRedis, type Place } from './live-places.ts'
import { type Floor, openFloor } from './market-floor.ts'
import { reachRedis } from './redis-servers.ts'

const ROUNDS = 20

/** Two servers of one marketplace, without HTTP. */
interface Servers {
  one: Floor
  other: Floor
}

const redis = await reachRedis()
if ('reason' in redis) absent(redis.reason)
else await onPostgres((databases) => describe('redis', () => suite(databases, inRedis(redis))))

function suite(databases: Databases, open: () => Promise<Place>): void {
  const on = {} as Servers
  beforeEach(async () => {
    const [location, place] = [await databases.fresh(), await open()]
    on.one = await openFloor(location, { shared: place.one })
    on.other = await openFloor(location, { shared: place.other })
  })
  afterEach(async () => {
    await on.one.close()
    await on.other.close()
  })
  ends(on)
  channels(on)
  readers(on)
  waiting(on)
}

async function claimed({ one }: Servers, host: string, buyer: string): Promise<string> {
  const { job_id } = await one.submit(buyer)
  expect((await one.next(host))?.job_id).toBe(job_id)
  return job_id
}

/** Reads a job at a server. */
function reading({ market }: Floor, job_id: string) {
  const events: string[] = []
  const gone = new AbortController()
  const write = (text: string) => void events.push(text)
  const end = relay(market, job_id, undefined, { write, gone: gone.signal, format: jobEvents })
  return { text: () => events.join(''), end, leave: () => gone.abort() }
}

function ends(on: Servers): void {
  test('an end that comes at both servers at once is one end, with the whole text, paid once', async () => {
    const { one, other } = on
    const [buyer, host] = [await one.user(), await one.host()]
    const jobs: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const job_id = await claimed(on, host, buyer)
      jobs.push(job_id)
      await one.results(host, { job_id, tokens: ['a', 'b'] })
      const rest = { job_id, offset: 2, tokens: ['c'], finish_reason: 'stop' as const }
      const said = await Promise.all([one.results(host, rest), other.results(host, rest)])
      expect(said.map((answer) => answer?.state)).toEqual(['completed', 'completed'])
      expect(await one.job(job_id)).toMatchObject({ state: 'completed', tokens_generated: 3 })
    }
    await expect.poll(() => one.faults(jobs)).toEqual([])
  })

  test('what a host runs is found among many other jobs, also where nothing is left of its stream', async () => {
    const { one, other } = on
    const [buyer, host] = [await one.user(), await one.host()]
    const job_id = await claimed(on, host, buyer)
    const unknown = Array.from({ length: 40 }, (_, at) => ({ job_id: `job_${at}`, offset: 0, tokens: [] }))
    const say = (more: object) => {
      const results = [...unknown, { job_id, offset: 0, tokens: ['a'], ...more }]
      return ingest(other.market, { host_id: host, results })
    }
    await expect.poll(async () => await other.market.streams.find(job_id)).toBeTruthy()
    const lost = unknown.map((one) => ({ job_id: one.job_id, state: 'lost', next_offset: 0 }))
    expect(await say({})).toEqual([...lost, { job_id, state: 'running', next_offset: 1 }])
    await one.forget(job_id)
    await expect.poll(async () => await other.market.streams.find(job_id)).toBeUndefined()
    expect((await say({})).at(-1)).toEqual({ job_id, state: 'running', next_offset: 1 })
    expect((await say({ finish_reason: 'stop' })).at(-1)).toMatchObject({ job_id, state: 'completed' })
  })

  test('a job whose server ended as it took it back is taken back by the one that leads', async () => {
    const { one, other } = on
    const [buyer, host] = [await one.user(), await one.host()]
    const job_id = await claimed(on, host, buyer)
    await expect.poll(async () => await other.market.streams.find(job_id)).toBeTruthy()
    const stream = await one.market.streams.find(job_id)
    if (!stream) throw new Error('a running job has no stream')
    expect(await one.market.streams.takeBack(stream)).toBe(true)
    await watchLeases(other.market)
    expect((await one.job(job_id)).state).toBe('running')
    const later = { ...other.market, streams: ahead(other.market.streams, 16_000) }
    await watchLeases(later)
    expect((await one.job(job_id)).state).toBe('queued')
  })
}

function channels(on: Servers): void {
  test("a job that its buyer cancels at one server is told on its host's channel at the other", async () => {
    const { one, other } = on
    const [buyer, host] = [await one.user(), await one.host()]
    const job_id = await claimed(on, host, buyer)
    const here = new RunningHere(one.market, host)
    here.add({ job_id, attempt: 1, instance: undefined })
    const told: string[] = []
    const end = one.market.bus.subscribe(hostTopic(host), async () => {
      for (const { state } of await here.ended()) told.push(state)
    })
    await expect.poll(async () => await other.market.streams.find(job_id)).toBeTruthy()
    await other.cancel(buyer, job_id)
    await expect.poll(() => told).toEqual(['cancelled'])
    end()
  })
}

/** The same streams, of which so much more time has passed. */
function ahead(streams: Floor['market']['streams'], ms: number): Floor['market']['streams'] {
  return new Proxy(streams, {
    get(target, name) {
      if (name === 'now') return () => target.now() + ms
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function readers(on: Servers): void {
  test('a reader at one server against a loss at the other: read and over, or unread and queued', async () => {
    const { one, other } = on
    const [buyer, host] = [await one.user(), await one.host()]
    const seen = { read: 0, unread: 0 }
    for (let round = 0; round < ROUNDS; round++) {
      const job_id = await claimed(on, host, buyer)
      await one.results(host, { job_id, tokens: ['text'] })
      const stream = await other.market.streams.find(job_id)
      if (!stream) throw new Error('a running job has no stream')
      const begin = () => reading(one, job_id)
      const early = round % 2 === 0 ? begin() : undefined
      if (round % 4 === 0) await expect.poll(() => early?.text()).toContain('text')
      const loss = loseAttempt(other.market, stream, HOST_SILENT)
      const reader = early ?? begin()
      await loss
      const { state } = await one.job(job_id)
      if (state === 'queued') {
        seen.unread++
        expect(reader.text()).toBe('')
        await one.cancel(buyer, job_id)
      } else seen.read++
      await reader.end
    }
    expect(seen.read).toBeGreaterThanOrEqual(ROUNDS / 4)
    expect(seen.read + seen.unread).toBe(ROUNDS)
  })

  test('a reader at each server gets each piece once and in order, wherever they come', async () => {
    const { one, other } = on
    const [buyer, host] = [await one.user(), await one.host()]
    const job_id = await claimed(on, host, buyer)
    const both = [reading(one, job_id), reading(other, job_id)]
    const tokens = Array.from({ length: 10 }, (_, at) => `<${at}>`)
    for (const [offset, token] of tokens.entries()) {
      const at = offset % 2 === 0 ? one : other
      await at.results(host, { job_id, offset, tokens: [token] })
    }
    await other.results(host, { job_id, offset: 10, finish_reason: 'stop' })
    for (const reader of both) {
      await reader.end
      expect(reader.text().match(/<\d>/g)).toEqual(tokens)
    }
  })
}

function waiting(on: Servers): void {
  test('a host that waits at one gets what is submitted at the other', async () => {
    const { one, other } = on
    const [buyer, host] = [await one.user(), await one.host()]
    for (let round = 0; round < ROUNDS; round++) {
      const parked = other.next(host, 60_000)
      if (round % 2 === 0) await expect.poll(() => other.market.waiting.ofHost(host)).toHaveLength(1)
      const { job_id } = await one.submit(buyer)
      expect((await parked)?.job_id).toBe(job_id)
      await one.results(host, { job_id, tokens: ['x'], finish_reason: 'stop' })
    }
  })

  test('what changes a host at one server ends its polls at the other, and no other ones', async () => {
    const { one, other } = on
    const [host, bystander] = [await one.host(), await one.host()]
    const [ended, kept] = [other.next(host, 60_000), other.next(bystander, 60_000)]
    await expect.poll(() => other.market.waiting.ofHost(host)).toHaveLength(1)
    await expect.poll(() => other.market.waiting.ofHost(bystander)).toHaveLength(1)
    await expect
      .poll(() => {
        one.market.waiting.refresh(host)
        return other.market.waiting.ofHost(host)
      })
      .toEqual([])
    expect(await ended).toBeUndefined()
    expect(other.market.waiting.ofHost(bystander)).toHaveLength(1)
    other.market.waiting.dismiss()
    expect(await kept).toBeUndefined()
  })
}
