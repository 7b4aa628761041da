import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Lines } from '../../server/src/live/lines.ts'
import { setCapabilities } from '../../server/src/market/hosts/capability-store.ts'
import { trustHost } from '../../server/src/market/verification/trust-host.ts'
import { type Databases, onPostgres } from './databases.ts'
import { absent, inRedis, type Place } from './live-places.ts'
import { type Floor, openFloor } from './market-floor.ts'
import { reachRedis } from './redis-servers.ts'
import { OPERATOR } from './verified-floor.ts'

const JOBS = 30
/** Who was handed a job and says nothing for so long is gone. */
const ANSWER_MS = 50

/** Two servers of one marketplace, without HTTP. */
interface Servers {
  one: Floor
  other: Floor
  place: Place
}

const redis = await reachRedis()
if ('reason' in redis) absent(redis.reason)
else await onPostgres((databases) => describe('redis', () => suite(databases, inRedis(redis))))

function suite(databases: Databases, open: () => Promise<Place>): void {
  const on = {} as Servers
  beforeEach(async () => {
    const [location, place] = [await databases.fresh(), await open()]
    on.place = place
    on.one = await openFloor(location, { shared: place.one })
    on.other = await openFloor(location, { shared: place.other })
  })
  afterEach(async () => {
    on.one.market.waiting.dismiss()
    on.other.market.waiting.dismiss()
    await on.one.close()
    await on.other.close()
  })
  oneHost(on)
  refusing(on)
  continued(on)
  gone(on)
}

const parked = (at: Floor, host: string) => expect.poll(() => at.market.waiting.ofHost(host)).toHaveLength(1)
const looksOf = async ({ market }: Floor) =>
  Number(/^mkt_waiting_looks_total (\d+)/m.exec((await market.meter.expose()).text)?.[1])

function oneHost(on: Servers): void {
  test('a job costs one look, however many hosts wait at either server', async () => {
    const { one, other } = on
    const buyer = await one.user()
    const hosts = await Promise.all(Array.from({ length: 20 }, () => one.host()))
    const done: Promise<string | undefined>[] = []
    for (const [at, host] of hosts.entries()) {
      const where = at % 2 === 0 ? one : other
      done.push(where.next(host, 60_000).then((job) => job?.job_id))
      await parked(where, host)
    }
    const before = (await looksOf(one)) + (await looksOf(other))
    const jobs: string[] = []
    for (let job = 0; job < hosts.length; job++) jobs.push((await (job % 3 === 0 ? one : other).submit(buyer)).job_id)
    expect((await Promise.all(done)).sort()).toEqual(jobs.sort())
    expect((await looksOf(one)) + (await looksOf(other)) - before).toBeLessThanOrEqual(1.2 * hosts.length)
  })

  test('the cheapest host has it, at whichever server it waits', async () => {
    const { one, other } = on
    const buyer = await one.user()
    const dear = await one.host({ price: 2_000_000n })
    const cheap = await one.host({ price: 500_000n })
    const [here, there] = [one.next(dear, 60_000), other.next(cheap, 60_000)]
    await parked(one, dear)
    await parked(other, cheap)
    const { job_id } = await one.submit(buyer)
    expect((await there)?.job_id).toBe(job_id)
    const next = await other.submit(buyer)
    expect((await here)?.job_id).toBe(next.job_id)
  })

  test('a job that its host gave back goes to one that waits elsewhere', async () => {
    const { one, other } = on
    const [buyer, first] = [await one.user(), await one.host()]
    const { job_id } = await one.submit(buyer)
    expect((await one.next(first))?.job_id).toBe(job_id)
    const second = await one.host()
    const waiting = other.next(second, 60_000)
    await parked(other, second)
    await one.results(first, { job_id, error: { code: 'engine_error', message: '', retryable: true } })
    expect((await waiting)?.job_id).toBe(job_id)
  })

  test('many jobs at once for as many hosts: each has one, and nothing is left', async () => {
    const { one, other } = on
    const buyers = await Promise.all([one.user(), one.user(), one.user()])
    const hosts = await Promise.all(Array.from({ length: JOBS }, () => one.host()))
    const done = hosts.map((host, at) => (at % 2 === 0 ? one : other).next(host, 60_000))
    await expect.poll(async () => (await (on.place.one.lines as Lines).waited()).length).toBe(1)
    const jobs = await Promise.all(
      hosts.map((_, at) => (at % 2 === 0 ? other : one).submit(buyers[at % 3] as string).then(({ job_id }) => job_id)),
    )
    expect((await Promise.all(done)).map((job) => job?.job_id).sort()).toEqual(jobs.sort())
  })
}

function refusing(on: Servers): void {
  test('a job that its host gave back is not asked of one poll of that host after the other', async () => {
    const { one, other } = on
    const [buyer, cheap] = [await one.user(), await one.host({ price: 500_000n })]
    const dear = await one.host()
    const { job_id } = await one.submit(buyer, { max_price_per_token: 5_000_000n })
    expect((await one.next(cheap))?.job_id).toBe(job_id)
    const idle = Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? one : other).next(cheap, 60_000))
    for (const at of [one, other]) await expect.poll(() => at.market.waiting.ofHost(cheap)).toHaveLength(6)
    const waiting = other.next(dear, 60_000)
    await parked(other, dear)
    await one.results(cheap, { job_id, error: { code: 'engine_error', message: '', retryable: true } })
    await expect.poll(async () => (await one.job(job_id)).host_id).toBe(dear)
    expect((await waiting)?.job_id).toBe(job_id)
    for (const at of [one, other]) at.market.waiting.dismiss()
    await Promise.all(idle)
  })
}

function continued(on: Servers): void {
  test('a text goes on at a host that was shown to run the model, wherever it waits, before cheaper ones', async () => {
    const { one, other } = on
    const [buyer, first] = [await one.user(), await one.host()]
    const [cheap, shown] = [await one.host(), await one.host({ price: 2_000_000n })]
    await one.market.database.transaction(async (tx) => {
      for (const host of [first, cheap, shown]) await setCapabilities(tx, host, { capabilities: ['prefix'] })
      await trustHost(tx, one.market, OPERATOR, shown, true)
    })
    const { job_id } = await one.submit(buyer, { max_price_per_token: 5_000_000n })
    expect((await one.next(first))?.job_id).toBe(job_id)
    const [here, there] = [one.next(cheap, 60_000), other.next(shown, 60_000)]
    await parked(one, cheap)
    await parked(other, shown)
    await one.results(first, { job_id, tokens: ['One', ' two'] })
    const stream = (await one.market.streams.find(job_id)) ?? expect.fail('it is not live')
    await one.market.streams.see(stream)
    await one.results(first, { job_id, offset: 2, error: { code: 'engine_error', message: '', retryable: true } })
    expect((await there)?.job_id).toBe(job_id)
    one.market.waiting.dismiss()
    await here
  })
}

function gone(on: Servers): void {
  test('a server that takes a job and ends costs a moment: the next host has it', async () => {
    const { one, other, place } = on
    const [buyer, cheap, dear] = [await one.user(), await one.host({ price: 1n }), await one.host()]
    void other.next(cheap, 60_000)
    await parked(other, cheap)
    const waiting = one.next(dear, 60_000)
    await parked(one, dear)
    // It is paused: it still listens, and answers nothing.
    const lines = place.other.lines as Lines
    lines.follow(
      () => undefined,
      () => undefined,
    )
    const { job_id } = await one.submit(buyer)
    await expect
      .poll(async () => {
        one.clock.advance(ANSWER_MS)
        return (await one.job(job_id)).state
      })
      .toBe('running')
    expect((await waiting)?.job_id).toBe(job_id)
  })

  test('what a server queued and told nobody of is handed over by the one that leads', async () => {
    const { one, other } = on
    const [buyer, host] = [await one.user(), await one.host()]
    const waiting = other.next(host, 60_000)
    await parked(other, host)
    // The submitting server ends between its commit and what follows it.
    one.market.waiting.handOver = () => undefined
    const { job_id } = await one.submit(buyer)
    await other.market.waiting.handMissed()
    expect((await other.job(job_id)).state).toBe('queued')
    other.clock.advance(1100)
    await expect
      .poll(
        async () => {
          await other.market.waiting.handMissed()
          return (await other.job(job_id)).state
        },
        { timeout: 5000 },
      )
      .toBe('running')
    expect((await waiting)?.job_id).toBe(job_id)
  })

  test('hosts that wait are found again after Redis was emptied', async () => {
    const { one, other, place } = on
    const [buyer, host] = [await one.user(), await one.host()]
    const waiting = other.next(host, 60_000)
    await parked(other, host)
    await place.empty()
    await expect.poll(async () => await (place.one.lines as Lines).waited(), { timeout: 5000 }).toEqual(['m'])
    const { job_id } = await one.submit(buyer)
    expect((await waiting)?.job_id).toBe(job_id)
  })
}
