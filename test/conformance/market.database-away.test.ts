import { market as endpoints } from '@mkt/schemas'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { userById } from '../../server/src/accounts/user-store.ts'
import { HOST_SILENT, loseAttempt } from '../../server/src/market/attempts/lose.ts'
import { jobEvents } from '../../server/src/market/streams/job-events.ts'
import { relay } from '../../server/src/market/streams/relay.ts'
import { watchHosts } from '../../server/src/market/upkeep/host-watch.ts'
import { watchLeases } from '../../server/src/market/upkeep/lease-watch.ts'
import type { Location } from '../../server/src/storage/migrate.ts'
import { type PostgresProxy, startPostgresProxy } from '../faults/postgres-proxy.ts'
import { startMarketplace } from '../server/marketplace.ts'
import { type Databases, onPostgres } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

/** Longer than a lease, and than a host may be silent. */
const LONG_MS = 100_000
/** After which whoever watches leases takes up what somebody left half taken back. */
const HALF_MS = 16_000

await onPostgres((databases) => {
  describe('one server', () => floors(databases))
  describe('over HTTP', () => overHttp(databases))
})

async function behindProxy(databases: Databases): Promise<{ proxy: PostgresProxy; through: Location }> {
  const location = await databases.fresh()
  const proxy = await startPostgresProxy('postgres' in location ? location.postgres : '')
  return { proxy, through: { postgres: proxy.url } }
}

interface Scene {
  proxy: PostgresProxy
  floor: Floor
}

function floors(databases: Databases): void {
  const on = {} as Scene
  beforeEach(async () => {
    const { proxy, through } = await behindProxy(databases)
    Object.assign(on, { proxy, floor: await openFloor(through) })
  })
  afterEach(async () => {
    on.proxy.heal()
    await on.floor.close()
    await on.proxy.close()
  })
  submissions(on)
  ends(on)
  losses(on)
}

async function running({ floor }: Scene) {
  const [buyer, host] = [await floor.user(), await floor.host()]
  const { job_id } = await floor.submit(buyer)
  expect((await floor.next(host))?.job_id).toBe(job_id)
  return { buyer, host, job_id }
}

/** A reader's text, and the promise of its end. */
function reading({ floor }: Scene, job_id: string) {
  const events: string[] = []
  const gone = new AbortController()
  const write = (text: string) => void events.push(text)
  const end = relay(floor.market, job_id, undefined, { write, gone: gone.signal, format: jobEvents })
  return { text: () => events.join(''), end }
}

function submissions(on: Scene): void {
  test('a submission whose commit was not confirmed is one job, whoever repeats it with its key', async () => {
    const { floor, proxy } = on
    const buyer = await floor.user()
    await floor.host()
    const lost = proxy.loseCommit()
    await expect(floor.submit(buyer, {}, 'key')).rejects.toMatchObject({ code: 'no_host_available', unconfirmed: true })
    await lost
    const { job_id } = await floor.submit(buyer, {}, 'key')
    expect((await floor.submit(buyer, {}, 'key')).job_id).toBe(job_id)
    expect((await userById(floor.market.database, buyer))?.total_jobs).toBe(1)
    expect(await floor.faults([job_id])).toEqual([])
  })
}

function ends(on: Scene): void {
  test('an end whose commit was not confirmed is told when the host says it again, and its readers end', async () => {
    const { floor, proxy } = on
    const { host, job_id } = await running(on)
    const reader = reading(on, job_id)
    await floor.results(host, { job_id, tokens: ['a', 'b'] })
    const rest = { job_id, offset: 2, tokens: ['c'], finish_reason: 'stop' as const }
    const lost = proxy.loseCommit()
    await expect(floor.results(host, rest)).rejects.toMatchObject({ code: 'no_host_available' })
    await lost
    expect(await floor.results(host, rest)).toMatchObject({ state: 'completed', credits_earned: 2_640_000n })
    expect(await reader.end).toEqual({ error: null })
    expect(reader.text().match(/"token":"(.)"/g)).toHaveLength(3)
    expect(await floor.faults([job_id])).toEqual([])
  })
}

function losses(on: Scene): void {
  test('an attempt that may be in the queue again is read by nobody, and is settled by the next watch', async () => {
    const { floor, proxy } = on
    const { buyer, host, job_id } = await running(on)
    await floor.results(host, { job_id, tokens: ['stale'] })
    const stream = await floor.market.streams.find(job_id)
    if (!stream) throw new Error('a running job has no stream')
    const lost = proxy.loseCommit()
    await expect(loseAttempt(floor.market, stream, HOST_SILENT)).rejects.toMatchObject({ unconfirmed: true })
    await lost
    expect((await floor.job(job_id)).state).toBe('queued')
    const reader = reading(on, job_id)
    await floor.results(host, { job_id, offset: 1, tokens: [' text'] })
    expect(reader.text()).toBe('')
    floor.clock.advance(HALF_MS)
    await watchLeases(floor.market)
    expect(await floor.market.streams.find(job_id)).toBeUndefined()
    expect(reader.text()).toBe('')
    await floor.cancel(buyer, job_id)
    expect(await reader.end).toEqual({ error: 'cancelled' })
    expect(await floor.faults([job_id])).toEqual([])
  })

  test('an outage makes no host silent and loses no attempt', async () => {
    const { floor, proxy } = on
    const { host, job_id } = await running(on)
    proxy.cut()
    await expect(floor.results(host, { job_id, tokens: ['x'], finish_reason: 'stop' })).rejects.toMatchObject({
      code: 'no_host_available',
    })
    floor.clock.advance(LONG_MS)
    proxy.heal()
    await watchLeases(floor.market)
    await watchHosts(floor.market)
    expect((await floor.job(job_id)).state).toBe('running')
    expect(await floor.results(host, { job_id, tokens: ['x'], finish_reason: 'stop' })).toMatchObject({
      state: 'completed',
    })
  })
}

/** A reader's connection: `read` resolves once its text has come so far. */
async function openStream(url: string, job_id: string, headers: Record<string, string>) {
  const stream = await fetch(`${url}/jobs/${job_id}/stream`, { headers })
  const reader = (stream.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return async (wanted: string) => {
    while (!text.includes(wanted)) {
      const { value, done } = await reader.read()
      if (done) throw new Error(`the stream ended after ${text}`)
      text += value
    }
  }
}

function overHttp(databases: Databases): void {
  test('while Postgres is away calls are answered 503 and a running stream goes on to its end', async () => {
    const { proxy, through } = await behindProxy(databases)
    const place = await startMarketplace({ location: through })
    try {
      await outlives(place, proxy)
    } finally {
      proxy.heal()
      await place.stop()
      await proxy.close()
    }
  })
}

async function outlives(place: Awaited<ReturnType<typeof startMarketplace>>, proxy: PostgresProxy): Promise<void> {
  const [user, host] = [await place.user(), await place.host()]
  const body = { model: 'm', input_text: 'hello', max_tokens: 10 }
  const { job_id } = await user.client.call(endpoints.runModel, { body })
  await host.next()
  const headers = { authorization: user.authorization }
  const read = await openStream(place.url, job_id, headers)
  await host.results([{ job_id, tokens: ['one '] }])
  await read('one ')
  proxy.cut()
  const refused = await fetch(`${place.url}/users/me`, { headers })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  const said = (await refused.json()) as { error: string; message: string }
  expect(said.error).toBe('no_host_available')
  expect(said.message).toContain('Nothing was changed')
  expect((await fetch(`${place.url}/health`)).status).toBe(503)
  expect(await host.results([{ job_id, offset: 1, tokens: ['two '] }])).toMatchObject([{ next_offset: 2 }])
  await read('two ')
  const end = [{ job_id, offset: 2, tokens: ['three'], finish_reason: 'stop' }]
  await expect(host.results(end)).rejects.toMatchObject({ status: 503 })
  // Nobody has proven this key: that the database is away opens nothing.
  const unknown = place.connect(`Bearer mkt_h_${'0'.repeat(43)}`).call(endpoints.me, {})
  await expect(unknown).rejects.toMatchObject({ status: 503 })
  proxy.heal()
  expect(await host.results(end)).toMatchObject([{ state: 'completed' }])
  await read('[DONE]')
  expect((await user.client.call(endpoints.getJob, { params: { job_id } })).output_text).toBe('one two three')
}
