import { market as endpoints } from '@mkt/schemas'
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

/** A host of a model of its own whose engine holds so many tokens. */
async function hostWith(model: string, context: number) {
  const host = await stage.place.host({ models: [model], max_tokens: Math.floor((context * 3) / 4) })
  await host.client.call(endpoints.changeHost, { body: { model_context_lengths: { [model]: context } } })
  return host
}
const post = (model: string, content: string, more: object = {}) =>
  ask(stage.place.url, 'POST /v1/chat/completions', {
    as: stage.buyer.authorization,
    json: { model, messages: [{ role: 'user', content }], ...more },
  })

// Before: three quarters of the context were filled in beside any prompt, and engines refuse what does not fit.
test('an answer of which nobody said how long it may be fits beside its prompt', async () => {
  const host = await hostWith('narrow', 2000)
  const lengthOf = async (content: string, more: object = {}) => {
    const asking = post('narrow', content, more)
    const offer = await serve(host, { tokens: ['x'] })
    await asking
    return offer.max_tokens
  }
  expect(await lengthOf('Hi')).toBe(1500)
  const beside = await lengthOf('word '.repeat(600))
  expect(beside).toBeLessThanOrEqual(2000 - 750)
  expect(beside).toBeGreaterThan(800)
  // What cannot fit is tried all the same: an estimate refuses nobody.
  expect(await lengthOf('word '.repeat(2000))).toBe(256)
  expect(await lengthOf('word '.repeat(600), { max_tokens: 1400 })).toBe(1400)
})

const SAID = 'the engine answered 400: the request exceeds the available context size'
const TOO_LONG = { code: 'context_length_exceeded', message: SAID, retryable: false }

// Before: 503 with Retry-After, which clients send three times more, and never the reason.
test('what an engine refuses as too long is a 400 with its words, and no fault of its host', async () => {
  const host = await hostWith('short', 1000)
  const failing = async (content: string, more: object, path = 'POST /v1/chat/completions') => {
    const { buyer, place } = stage
    const json = { model: 'short', messages: [{ role: 'user', content }], ...more }
    const asking = ask(place.url, path, { as: buyer.authorization, json })
    await serve(host, { error: TOO_LONG })
    return await asking
  }
  const failed = async () => (await host.client.call(endpoints.hostMe, {})).total_jobs_failed
  const long = 'word '.repeat(400)
  const { status, body, headers } = await failing(long, { max_tokens: 700 })
  expect([status, headers.get('retry-after')]).toEqual([400, null])
  const error = {
    code: 'context_length_exceeded',
    type: 'invalid_request_error',
    message: expect.stringContaining(SAID),
  }
  expect(body).toMatchObject({ error })
  const message = await failing(long, { max_tokens: 700 }, 'POST /v1/messages')
  expect([message.status, message.text]).toEqual([400, expect.stringContaining(SAID)])
  const streamed = await failing(long, { max_tokens: 700, stream: true })
  expect(streamed.text).toContain('"code":"context_length_exceeded"')
  expect(await failed()).toBe(0)
  // What would have fitted whatever a byte is, its host lost.
  expect((await failing('Hi', { max_tokens: 9 })).status).toBe(400)
  expect(await failed()).toBe(1)
})
