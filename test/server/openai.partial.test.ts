import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './contract/ask.ts'
import { openStage, type Stage, serve } from './openai-stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(async () => {
  expect((await stage.place.audit()).faults).toEqual([])
  await stage.place.stop()
})

const messages = [{ role: 'user', content: 'Hi' }]
const DOORS = [
  ['POST /v1/chat/completions', { messages, max_tokens: 9 }],
  ['POST /v1/completions', { prompt: 'Hi', max_tokens: 9 }],
  ['POST /v1/responses', { input: 'Hi', max_output_tokens: 9 }],
  ['POST /v1/messages', { messages, max_tokens: 9 }],
] as const

/** Streams an answer that its host leaves after the first piece; what the stream said. */
async function leftInTheMiddle(door: (typeof DOORS)[number][0], json: object): Promise<string> {
  const { place, buyer, host } = stage
  const response = fetch(place.url + door.slice('POST '.length), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: buyer.authorization },
    body: JSON.stringify({ model: 'm', stream: true, ...json }),
  })
  const offer = await host.next(10)
  const job_id = offer?.job_id as string
  await host.results([{ job_id, attempt: 1, offset: 0, tokens: ['Hello'] }])
  const reader = ((await response).body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
  let said = ''
  let left = false
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    said += next.value
    if (left || !said.includes('Hello')) continue
    left = true
    await host.results([{ job_id, attempt: 1, offset: 1, error: { code: 'engine_failed', retryable: false } }])
  }
  return said
}

test.each(DOORS)('%s keeps and pays what was delivered where it says so', async (door, json) => {
  const credits = async () => (await ask(stage.place.url, 'GET /users/me', { as: stage.buyer.authorization })).body
  const before = (await credits()) as { credits: number }
  expect(await leftInTheMiddle(door, json)).toContain('nothing was charged')
  expect(await credits()).toMatchObject({ credits: before.credits })
  expect(await leftInTheMiddle(door, { ...json, partial: 'keep' })).toContain('what was delivered of it is charged')
  expect(((await credits()) as { credits: number }).credits).toBeCloseTo(before.credits - 0.001, 6)
})

test.each(DOORS)('%s says how many attempts a whole answer took', async (door, json) => {
  const { place, buyer } = stage
  const [leaves, host] = [await place.host(), await place.host()]
  const asking = ask(place.url, door, { as: buyer.authorization, json: { model: 'm', ...json } })
  const offer = await leaves.next(10)
  const job_id = offer?.job_id as string
  await leaves.results([{ job_id, attempt: 1, offset: 0, error: { code: 'handed_back', retryable: true } }])
  await serve(host, { tokens: ['Hello'] })
  expect((await asking).headers.get('x-mkt-attempts')).toBe('2')
})

test('seeds of several answers stay numbers that hosts take', async () => {
  const { place, buyer } = stage
  const json = { model: 'm', messages, max_tokens: 9, n: 2, seed: Number.MAX_SAFE_INTEGER }
  const asking = ask(place.url, 'POST /v1/chat/completions', { as: buyer.authorization, json })
  const offers = [await stage.serve({ tokens: ['a'] }), await stage.serve({ tokens: ['b'] })]
  expect((await asking).status).toBe(200)
  expect(offers.map(({ seed }) => Number.isSafeInteger(seed))).toEqual([true, true])
  expect(offers[0]?.seed).not.toBe(offers[1]?.seed)
})

// Before: clients sent such a request three times more by themselves, and each cost what was delivered of it.
test('an answer that is kept and paid in part is asked for once', async () => {
  const { place, buyer, host } = stage
  const json = { model: 'm', messages, max_tokens: 9, partial: 'keep' }
  const asking = ask(place.url, 'POST /v1/chat/completions', { as: buyer.authorization, json })
  const offer = await host.next(10)
  const job_id = offer?.job_id as string
  // Only what somebody was shown is charged: here by the job itself.
  const shown = await fetch(`${place.url}/jobs/${job_id}/stream`, { headers: { authorization: buyer.authorization } })
  await host.results([{ job_id, attempt: 1, offset: 0, tokens: ['Hello'] }])
  const reader = (shown.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
  while (!(await reader.read()).value?.includes('Hello')) {}
  await host.results([{ job_id, attempt: 1, offset: 1, error: { code: 'engine_failed', retryable: false } }])
  const { status, headers, text } = await asking
  expect([status, headers.get('x-should-retry'), headers.get('retry-after')]).toEqual([503, 'false', null])
  expect(text).toContain('to try again costs again')
  await reader.cancel()
})
