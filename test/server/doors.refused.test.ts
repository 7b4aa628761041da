import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage, serve } from './openai-stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(async () => {
  expect((await stage.place.audit()).faults).toEqual([])
  await stage.place.stop()
})

const said = 'the engine answered 400: seed must be positive'
const REFUSAL = { code: 'request_refused', message: said, retryable: false }
const ask = (model: string) =>
  stage.openai.chat.completions.create({ model, messages: [{ role: 'user', content: 'Hi' }], seed: -1 })

// Before: the first engine's refusal was the end of it, with 503, which clients try again three times.
test('what one engine refuses another host is asked for; what both refuse is told in their words', async () => {
  const odd = await stage.place.host({ models: ['two'], price: 1_000_000n })
  const other = await stage.place.host({ models: ['two'], price: 2_000_000n })
  const [, , answer] = await Promise.all([
    serve(odd, { error: REFUSAL }),
    serve(other, { tokens: ['Hello'] }),
    ask('two'),
  ])
  expect(answer.choices[0]?.message.content).toBe('Hello')
  const refused = ask('two').catch((error: unknown) => error)
  await Promise.all([serve(odd, { error: REFUSAL }), serve(other, { error: REFUSAL })])
  expect(await refused).toMatchObject({ status: 400, code: 'invalid_request', message: expect.stringContaining(said) })
})

test('a refusal of the only host that could run it is told at once', async () => {
  const only = await stage.place.host({ models: ['one'] })
  const refused = ask('one').catch((error: unknown) => error)
  await serve(only, { error: REFUSAL })
  expect(await refused).toMatchObject({ status: 400, message: expect.stringContaining('Nothing was charged.') })
})
