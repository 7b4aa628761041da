import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobTopic } from '../../../server/src/bus/bus.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../marketplace.ts'
import { ask, expectError } from './ask.ts'
import { read, wholeStream } from './reader.ts'
import { settled } from './until.ts'

const PIECES = ['zero', 'one', 'two', 'three']
const RESTARTED = 'event: error\ndata: {"error":"stream_restarted"}\n\ndata: [DONE]\n\n'
let place: Marketplace
let buyer: TestUser
let host: TestHost
beforeAll(async () => {
  place = await startMarketplace()
  buyer = await place.user()
  host = await place.host({ price: 5n })
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const claimed = async () => {
  const { job_id } = await buyer.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x' } })
  expect((await host.next())?.job_id).toBe(job_id)
  return job_id
}
const reading = (job_id: string, last?: string) => read(place.url, job_id, buyer.authorization, last)

describe('Last-Event-ID', () => {
  test('resumes behind each offset, of a running job and of an ended one', async () => {
    const job_id = await claimed()
    await host.results([{ job_id, tokens: PIECES.slice(0, 3) }])
    const live = await Promise.all(PIECES.map((_, offset) => reading(job_id, `1.${offset}`)))
    await live[0]?.has('1.2')
    await host.results([{ job_id, offset: 3, tokens: PIECES.slice(3), finish_reason: 'stop' }])
    for (const [offset, reader] of live.entries()) {
      const rest = wholeStream(1, PIECES, offset + 1)
      expect(await reader.end()).toBe(rest)
      expect(await (await reading(job_id, `1.${offset}`)).end()).toBe(rest)
    }
  })

  test('of a position that is not there yet waits for what comes behind it', async () => {
    const job_id = await claimed()
    await host.results([{ job_id, tokens: PIECES.slice(0, 1) }])
    const ahead = await reading(job_id, '1.2')
    await host.results([{ job_id, offset: 1, tokens: PIECES.slice(1), finish_reason: 'stop' }])
    expect(await ahead.end()).toBe(wholeStream(1, PIECES, 3))
    expect(await (await reading(job_id, '1.999999999')).end()).toBe('data: [DONE]\n\n')
  })

  test('of another attempt is answered by an error event and [DONE], never by a spliced text', async () => {
    const job_id = await claimed()
    await host.results([{ job_id, tokens: ['never seen'] }])
    await host.results([{ job_id, error: { code: 'handed_back' } }])
    const waiting = await reading(job_id, '1.0')
    expect((await host.next(0))?.attempt).toBe(2)
    await host.results([{ job_id, attempt: 2, tokens: PIECES }])
    expect(await waiting.end()).toBe(RESTARTED)
    expect(await (await reading(job_id, '1.0')).end()).toBe(RESTARTED)
    const resumed = await reading(job_id, '2.1')
    await host.results([{ job_id, attempt: 2, offset: 4, finish_reason: 'stop' }])
    expect(await resumed.end()).toBe(wholeStream(2, PIECES, 2))
    expect(await (await reading(job_id, '1.0')).end()).toBe(RESTARTED)
    expect(await (await reading(job_id)).end()).toBe(wholeStream(2, PIECES))
  })

  test('a reader that came before the first attempt was lost reads only the second', async () => {
    const { job_id } = await buyer.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x' } })
    const reader = await reading(job_id)
    await host.next()
    await host.results([{ job_id, error: { code: 'handed_back' } }])
    await host.next()
    await host.results([{ job_id, tokens: PIECES, finish_reason: 'stop' }])
    expect(await reader.end()).toBe(wholeStream(2, PIECES))
  })

  test('a reader that was sent nothing but empty pieces gets the next attempt whole', async () => {
    const job_id = await claimed()
    const reader = await reading(job_id)
    await host.results([{ job_id, tokens: ['', ''] }])
    await settled()
    await host.results([{ job_id, error: { code: 'handed_back' } }])
    expect((await host.next(0))?.attempt).toBe(2)
    await host.results([{ job_id, tokens: PIECES, finish_reason: 'stop' }])
    expect(await reader.end()).toBe(wholeStream(2, PIECES))
  })

  test('a reader that was sent a piece is never given those of another attempt', async () => {
    const job_id = await claimed()
    const reader = await reading(job_id)
    await host.results([{ job_id, tokens: ['first'] }])
    await reader.has('1.0')
    // What a reader can meet when it comes while a lost attempt is being written back.
    const { streams, bus } = place.market
    const lost = await streams.find(job_id)
    if (!lost) throw new Error('the attempt is not live')
    streams.close(lost)
    streams.open({ ...lost, attempt: 2 })
    const second = (await streams.find(job_id)) as typeof lost
    await streams.append(second, { offset: 0, pieces: ['second', 'text'], working: false })
    bus.publish(jobTopic(job_id))
    expect(await reader.end()).toBe(`id: 1.0\ndata: {"token":"first"}\n\n${RESTARTED}`)
    streams.close(second)
    streams.open(lost)
    await host.results([{ job_id, tokens: ['first'], finish_reason: 'stop' }])
  })

  test.each([
    'x',
    '1',
    '1.',
    '.1',
    '1.-1',
    '-1.0',
    '1.0.0',
    '1e3.0',
    '1.0 ; drop',
    '9999999999.0',
    '١.٢'.replace(/./g, '%'),
  ])('%s is 400', async (id) => {
    const job_id = await claimed()
    const headers = { 'last-event-id': id }
    const answer = await ask(place.url, `GET /jobs/${job_id}/stream`, { as: buyer.authorization, headers })
    expectError(answer, 400, 'invalid_request')
    expect(answer.body).toMatchObject({ details: [{ path: 'header.last-event-id' }] })
  })

  test('that is empty is none', async () => {
    const job_id = await claimed()
    await host.results([{ job_id, tokens: PIECES, finish_reason: 'stop' }])
    expect(await (await reading(job_id, '')).end()).toBe(wholeStream(1, PIECES))
  })
})
