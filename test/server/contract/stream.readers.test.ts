import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ManualClock } from '../manual-clock.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../marketplace.ts'
import { ask, expectError } from './ask.ts'
import { read, wholeStream } from './reader.ts'
import { settled, until } from './until.ts'

let place: Marketplace
let buyer: TestUser
let host: TestHost
const clock = new ManualClock()
beforeAll(async () => {
  place = await startMarketplace({ clock })
  buyer = await place.user()
  host = await place.host({ price: 5n })
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const submit = async () =>
  (await buyer.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x', max_tokens: 50 } })).job_id
const claimed = async () => {
  const job_id = await submit()
  expect((await host.next())?.job_id).toBe(job_id)
  return job_id
}
const reading = (job_id: string, last?: string) => read(place.url, job_id, buyer.authorization, last)
const stateOf = async (job_id: string) =>
  (await buyer.client.call(endpoints.getJob, { params: { job_id }, query: {} })).status

test('readers that come before the claim, in the middle, late and again get the same bytes', async () => {
  const job_id = await submit()
  const early = await reading(job_id)
  expect([early.status, early.text()]).toEqual([200, ''])
  expect(early.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(early.headers.get('cache-control')).toBe('no-store')
  await host.next()
  const pieces = ['Hel', 'lo ', '\n\n', 'data: "x"\r\n', '🎉', '\ud83d', '\0', ' ']
  await host.results([{ job_id, tokens: pieces.slice(0, 3) }])
  await early.has('1.2')
  const middle = await reading(job_id)
  await middle.has('1.2')
  await host.results([{ job_id, offset: 3, tokens: pieces.slice(3), finish_reason: 'stop' }])
  const whole = wholeStream(1, pieces)
  for (const reader of [early, middle, await reading(job_id), await reading(job_id)])
    expect(await reader.end()).toBe(whole)
})

test('pieces come as the host sends them, not at the end', async () => {
  const job_id = await claimed()
  const reader = await reading(job_id)
  for (const [offset, piece] of ['a', 'b', 'c'].entries()) {
    await host.results([{ job_id, offset, tokens: [piece] }])
    await until(() => reader.data().length === offset + 1)
  }
  expect([reader.ended(), reader.ids()]).toEqual([false, ['1.0', '1.1', '1.2']])
  await host.results([{ job_id, offset: 3, finish_reason: 'length' }])
  expect(await reader.end()).toBe(wholeStream(1, ['a', 'b', 'c']))
})

test('an empty piece is no event; the offsets of the others stay', async () => {
  const job_id = await claimed()
  await host.results([{ job_id, tokens: ['', 'a', '', 'b'], finish_reason: 'stop' }])
  const text = await (await reading(job_id)).end()
  expect(text).toBe('id: 1.1\ndata: {"token":"a"}\n\nid: 1.3\ndata: {"token":"b"}\n\ndata: [DONE]\n\n')
})

test('a job without any piece is only [DONE]', async () => {
  const job_id = await claimed()
  await host.results([{ job_id, finish_reason: 'stop' }])
  expect(await (await reading(job_id)).end()).toBe('data: [DONE]\n\n')
})

test('a failed job sends its pieces, an error event and [DONE], to every reader', async () => {
  const job_id = await claimed()
  const early = await reading(job_id)
  await host.results([{ job_id, tokens: ['a'] }])
  await early.has('1.0')
  await host.results([{ job_id, offset: 1, error: { code: 'engine_failed', retryable: true } }])
  const wanted = 'id: 1.0\ndata: {"token":"a"}\n\nevent: error\ndata: {"error":"engine_failed"}\n\ndata: [DONE]\n\n'
  for (const reader of [early, await reading(job_id)]) expect(await reader.end()).toBe(wanted)
})

test('cancelling ends the stream of a queued and of a running job', async () => {
  const wanted = 'event: error\ndata: {"error":"cancelled"}\n\ndata: [DONE]\n\n'
  for (const make of [submit, claimed]) {
    const job_id = await make()
    const reader = await reading(job_id)
    await buyer.client.call(endpoints.cancelJob, { params: { job_id } })
    expect(await reader.end()).toBe(wanted)
  }
})

test('leaving does not cancel, and does not disturb another reader', async () => {
  const job_id = await claimed()
  const [stays, leaves] = [await reading(job_id), await reading(job_id)]
  await host.results([{ job_id, tokens: ['a'] }])
  await Promise.all([stays.has('1.0'), leaves.has('1.0')])
  leaves.leave()
  const [answer] = await host.results([{ job_id, offset: 1, tokens: ['b'] }])
  expect([answer?.state, await stateOf(job_id)]).toEqual(['running', 'running'])
  await host.results([{ job_id, offset: 2, finish_reason: 'stop' }])
  expect(await stays.end()).toBe(wholeStream(1, ['a', 'b']))
})

test('a comment every 15 s keeps an idle stream open, counted from the last event', async () => {
  const job_id = await claimed()
  const reader = await reading(job_id)
  clock.advance(14_999)
  await host.results([{ job_id, tokens: ['a'] }])
  await reader.has('1.0')
  clock.advance(14_999)
  await settled()
  expect(reader.text()).not.toContain('\n:')
  clock.advance(1)
  await until(() => reader.text().split(/^:.*\n\n/m).length === 2, 'a comment')
  clock.advance(15_000)
  await until(() => reader.text().split(/^:.*\n\n/m).length === 3, 'a second comment')
  await host.results([{ job_id, offset: 1, finish_reason: 'stop' }])
  expect((await reader.end()).replace(/^:.*\n\n/gm, '')).toBe(wholeStream(1, ['a']))
})

test('HEAD answers the head of the stream at once', async () => {
  const answer = await ask(place.url, `HEAD /jobs/${await claimed()}/stream`, { as: buyer.authorization })
  expect([answer.status, answer.text]).toEqual([200, ''])
  expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/)
})

test("somebody else's stream is 404, and none is 401", async () => {
  const job_id = await claimed()
  const other = await place.user()
  expectError(await ask(place.url, `GET /jobs/${job_id}/stream`, { as: other.authorization }), 404, 'not_found')
  expectError(await ask(place.url, `GET /jobs/${job_id}/stream`), 401, 'unauthorized')
})

test('a stream of ten thousand pieces arrives whole, early and late', async () => {
  const long = await place.host({ price: 0n, models: ['long'], max_tokens: 10_000 })
  const body = { model: 'long', input_text: 'x', max_tokens: 10_000 }
  const { job_id } = await buyer.client.call(endpoints.runModel, { body })
  const early = await reading(job_id)
  await long.next()
  const pieces = Array.from({ length: 10_000 }, (_, n) => `piece ${n} `)
  for (let at = 0; at < pieces.length; at += 2500)
    await long.results([{ job_id, offset: at, tokens: pieces.slice(at, at + 2500) }])
  await long.results([{ job_id, offset: pieces.length, finish_reason: 'length' }])
  const whole = wholeStream(1, pieces)
  // Compared as booleans: a difference of megabytes would take a minute to print.
  expect((await early.end()) === whole).toBe(true)
  expect((await (await reading(job_id)).end()) === whole).toBe(true)
})
