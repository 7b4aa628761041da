import { CHANNEL_CLOSE, market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shutHostOut } from '../../server/src/market/shut-out.ts'
import { watchShutOut } from '../../server/src/market/upkeep/shut-out-watch.ts'
import { type BareChannel, bareChannel, isAnswer, isEnded, isPong, openLine, TRANSPORTS } from './host-line.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from './marketplace.ts'

let place: Marketplace
let buyer: TestUser
beforeAll(async () => {
  place = await startMarketplace()
  buyer = await place.user()
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

let models = 0
const newHost = () => place.host({ models: [`m${++models}`] })
const submit = async (model = `m${models}`) => {
  const { job_id } = await buyer.client.call(endpoints.runModel, { body: { model, input_text: 'x', max_tokens: 20 } })
  return job_id
}
const jobOf = (job_id: string) => buyer.client.call(endpoints.getJob, { params: { job_id } })
const open = (host: TestHost) => bareChannel(place.url, host.api_key)
/** Claims what is queued, and says that it arrived. */
async function claimed(channel: BareChannel, { host_id }: TestHost, id = 1) {
  channel.send({ type: 'call', id, call: 'next-job', body: { host_id, wait_seconds: 10, instance: 'i' } })
  const { body } = await channel.next(isAnswer(id))
  channel.send({ type: 'received', id })
  return body as { job_id: string; attempt: number }
}

describe.each(TRANSPORTS)('over %s', (transport) => {
  test('a host beats, waits for a job, writes it in parts and is paid once, whatever it repeats', async () => {
    const host = await newHost()
    const { host_id } = host
    const line = await openLine(transport, place.url, host.api_key)
    const beat = { host_id, gpu_utilization: 0.5, available_models: [`m${models}`] }
    expect(await line.ask('heartbeat', beat)).toEqual({ status: 200, body: { status: 'acknowledged' } })
    expect(await line.ask('next-job', { host_id })).toEqual({ status: 204 })
    const offered = line.ask('next-job', { host_id, wait_seconds: 30, deadlines: true })
    await expect.poll(() => place.market.waiting.ofHost(host_id)).toHaveLength(1)
    const job_id = await submit()
    const { status, body } = await offered
    expect(status).toBe(200)
    const offer = endpoints.nextJob.answers[200].parse(body)
    expect(offer).toMatchObject({ job_id, attempt: 1, input_text: 'x', max_tokens: 20 })
    expect(offer.deadlines?.first_piece_seconds).toBeGreaterThan(0)
    const say = async (result: object) =>
      (await line.ask('results', { host_id, results: [{ job_id, attempt: 1, ...result }] })).body
    const at = (next_offset: number) => ({ results: [{ job_id, state: 'running', next_offset }] })
    expect(await say({ offset: 0, tokens: ['a', 'b'] })).toEqual(at(2))
    expect(await say({ offset: 1, tokens: ['b', 'c'] })).toEqual(at(3))
    expect(await say({ offset: 7, tokens: ['x'] })).toEqual(at(3))
    const end = { offset: 3, tokens: ['d'], finish_reason: 'stop' }
    const ended = await say(end)
    expect(ended).toMatchObject({ results: [{ state: 'completed', next_offset: 4, credits_earned: 0.00352 }] })
    expect(await say(end)).toEqual(ended)
    expect(await jobOf(job_id)).toMatchObject({ status: 'completed', output_text: 'abcd' })
    line.close()
  })

  test('what is wrong is answered alike', async () => {
    const [host, other] = [await newHost(), await newHost()]
    const { host_id } = host
    const wrong: ['heartbeat' | 'next-job' | 'results', object][] = [
      ['heartbeat', { host_id, gpu_utilization: 2, available_models: [] }],
      ['next-job', { host_id, wait_seconds: 'long' }],
      ['results', { host_id, results: [{ job_id: 'job_1', tokens: [1] }] }],
      ['results', { host_id, results: 'none' }],
      ['results', Object.fromEntries(Array.from({ length: 1200 }, (_, at) => [`m${at}`, at]))],
    ]
    const line = await openLine(transport, place.url, host.api_key)
    const requests = await openLine('calls', place.url, host.api_key)
    for (const [call, body] of wrong) {
      const answer = await line.ask(call, body)
      expect(answer.status).toBe(400)
      expect(answer).toEqual(await requests.ask(call, body))
    }
    expect((await line.ask('next-job', { host_id: other.host_id })).status).toBe(403)
    line.close()
  })
})

describe.each(TRANSPORTS)('over %s, who may not', (transport) => {
  test('a host that is told to be another one claims nothing, and another host writes nothing of its job', async () => {
    const host = await newHost()
    const stranger = await place.host({ models: ['stranger'] })
    const [line, theirs] = [
      await openLine(transport, place.url, host.api_key),
      await openLine(transport, place.url, stranger.api_key),
    ]
    const job_id = await submit()
    await line.ask('next-job', { host_id: host.host_id, wait_seconds: 1 })
    const results = [{ job_id, attempt: 1, offset: 0, tokens: ['forged'], finish_reason: 'stop' }]
    const answer = await theirs.ask('results', { host_id: stranger.host_id, results })
    expect(answer.body).toEqual({ results: [{ job_id, state: 'lost', next_offset: 0 }] })
    const own = { host_id: host.host_id, results: [{ job_id, attempt: 2, offset: 0, tokens: ['of another attempt'] }] }
    expect((await line.ask('results', own)).body).toEqual({ results: [{ job_id, state: 'lost', next_offset: 0 }] })
    expect(await jobOf(job_id)).toMatchObject({ status: 'running', tokens_generated: 0 })
    line.close()
    theirs.close()
  })

  test('a call that is given up claims nothing', async () => {
    const host = await newHost()
    const line = await openLine(transport, place.url, host.api_key)
    const leaving = new AbortController()
    const waiting = line.ask('next-job', { host_id: host.host_id, wait_seconds: 30 }, leaving.signal)
    waiting.catch(() => undefined)
    await expect.poll(() => place.market.waiting.ofHost(host.host_id)).toHaveLength(1)
    leaving.abort()
    await expect.poll(() => place.market.waiting.ofHost(host.host_id)).toHaveLength(0)
    const job_id = await submit()
    expect(await jobOf(job_id)).toMatchObject({ status: 'queued' })
    line.close()
  })
})

describe('an offer', () => {
  test('of which the host does not say that it arrived is taken back when the channel ends', async () => {
    const host = await newHost()
    const channel = await open(host)
    const job_id = await submit()
    channel.send({ type: 'call', id: 1, call: 'next-job', body: { host_id: host.host_id } })
    await channel.next(isAnswer(1))
    expect(await jobOf(job_id)).toMatchObject({ status: 'running' })
    channel.socket.terminate()
    await expect.poll(() => jobOf(job_id)).toMatchObject({ status: 'queued', attempts: 1 })
    const [again] = [await open(host)]
    expect((await claimed(again, host)).job_id).toBe(job_id)
    again.socket.terminate()
    expect(await jobOf(job_id)).toMatchObject({ status: 'running' })
  })

  test('that crossed the word that nobody wants it any more is taken back', async () => {
    const host = await newHost()
    const channel = await open(host)
    const job_id = await submit()
    channel.send({ type: 'call', id: 1, call: 'next-job', body: { host_id: host.host_id } })
    await channel.next(isAnswer(1))
    channel.send({ type: 'drop', id: 1 })
    // Sooner than an offer of which nothing is said.
    await expect.poll(() => jobOf(job_id), { timeout: 8_000 }).toMatchObject({ status: 'queued' })
    channel.socket.terminate()
  })

  test('of which the host speaks has arrived', async () => {
    const host = await newHost()
    const { host_id } = host
    const channel = await open(host)
    const job_id = await submit()
    channel.send({ type: 'call', id: 1, call: 'next-job', body: { host_id } })
    await channel.next(isAnswer(1))
    const entry = { job_id, attempt: 1, offset: 0, tokens: [] }
    channel.send({ type: 'call', id: 2, call: 'results', body: { host_id, results: [entry] } })
    await channel.next(isAnswer(2))
    channel.socket.terminate()
    await expect.poll(() => place.market.channels.count).toBe(0)
    const requests = await openLine('calls', place.url, host.api_key)
    const end = { ...entry, tokens: ['a'], finish_reason: 'stop' }
    expect((await requests.ask('results', { host_id, results: [end] })).body).toMatchObject({
      results: [{ state: 'completed' }],
    })
  })
})

describe('a channel', () => {
  test('what it runs goes on over another channel, and by requests', async () => {
    const host = await newHost()
    const { host_id } = host
    const job_id = await submit()
    const channel = await open(host)
    await claimed(channel, host)
    const said = (offset: number, text: string) => ({ job_id, attempt: 1, offset, tokens: [text] })
    channel.send({ type: 'call', id: 2, call: 'results', body: { host_id, results: [said(0, 'a')] } })
    await channel.next(isAnswer(2))
    channel.socket.terminate()
    const requests = await openLine('calls', place.url, host.api_key)
    await requests.ask('results', { host_id, results: [said(0, 'a'), said(1, 'b')] })
    const again = await open(host)
    const end = { ...said(2, 'c'), finish_reason: 'stop' }
    again.send({ type: 'call', id: 1, call: 'results', body: { host_id, results: [end] } })
    expect((await again.next(isAnswer(1))).body).toMatchObject({ results: [{ state: 'completed', next_offset: 3 }] })
    expect(await jobOf(job_id)).toMatchObject({ output_text: 'abc' })
    again.socket.terminate()
  })
})

describe('on a channel', () => {
  test('a job that its buyer cancels is told at once', async () => {
    const host = await newHost()
    const job_id = await submit()
    const channel = await open(host)
    await claimed(channel, host)
    await buyer.client.call(endpoints.cancelJob, { params: { job_id } })
    const { results } = await channel.next(isEnded)
    expect(results).toMatchObject([{ job_id, attempt: 1, state: 'cancelled' }])
    channel.socket.terminate()
  })

  test('answers each call when it is done, and a ping meanwhile', async () => {
    const host = await newHost()
    const channel = await open(host)
    const { host_id } = host
    channel.send({ type: 'call', id: 1, call: 'next-job', body: { host_id, wait_seconds: 30 } })
    channel.send({ type: 'call', id: 2, call: 'results', body: { host_id, results: [] } })
    channel.send({ type: 'ping' })
    await channel.next(isPong)
    expect((await channel.next(isAnswer(2))).status).toBe(200)
    await submit()
    expect((await channel.next(isAnswer(1))).status).toBe(200)
    channel.socket.terminate()
  })

  test('a key that was rotated is refused with the next call, and the channel closed', async () => {
    const host = await newHost()
    const channel = await open(host)
    await host.client.call(endpoints.rotateHostKey, {})
    channel.send({ type: 'call', id: 1, call: 'results', body: { host_id: host.host_id, results: [] } })
    expect((await channel.next(isAnswer(1))).status).toBe(401)
    expect((await channel.closed).code).toBe(CHANNEL_CLOSE.unauthorized)
  })

  test('one of a host that is shut out is closed at once, and none opened', async () => {
    const host = await newHost()
    const channel = await open(host)
    channel.send({ type: 'call', id: 1, call: 'next-job', body: { host_id: host.host_id, wait_seconds: 30 } })
    await expect.poll(() => place.market.waiting.ofHost(host.host_id)).toHaveLength(1)
    await shutOut(host)
    expect((await channel.closed).code).toBe(CHANNEL_CLOSE.forbidden)
    await expect(open(host)).rejects.toThrow('403')
  })

  test('more than sixteen of one host: the oldest goes', async () => {
    const host = await newHost()
    const first = await open(host)
    const others = await Promise.all(Array.from({ length: 16 }, () => open(host)))
    expect((await first.closed).code).toBe(CHANNEL_CLOSE.crowded)
    for (const { socket } of others) socket.terminate()
  })
})

async function shutOut({ host_id }: TestHost): Promise<void> {
  const actor = { actor: 'usr_operator', via: 'http' as const, origin: '127.0.0.1' }
  const deps = { clock: place.clock, ids: place.market.ids }
  await place.database.transaction((tx) => shutHostOut(tx, deps, actor, host_id, true))
  await watchShutOut(place.market)
}
