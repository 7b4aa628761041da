import { market as endpoints } from '@mkt/schemas'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Marketplace, startMarketplace, type TestUser } from './marketplace.ts'

let place: Marketplace
let buyer: TestUser
beforeAll(async () => {
  place = await startMarketplace()
  buyer = await place.user()
})
afterAll(() => place.stop())

const client = () => new OpenAI({ apiKey: buyer.token, baseURL: `${place.url}/v1`, maxRetries: 1 })

test.each([
  ['a dear newcomer', 500_000_000n],
  ['a newcomer a little dearer', 2_000_000n],
])('%s of enormous length does not decide what a request without max_tokens gets', async (name, price) => {
  const model = name.replaceAll(' ', '-')
  const honest = await place.host({ models: [model], price: 1_000_000n, max_tokens: 4096 })
  await buyer.client.call(endpoints.runModel, { body: { model, input_text: 'x', max_tokens: 1 } })
  const first = await honest.next()
  await honest.results([{ job_id: first?.job_id, tokens: ['a'], finish_reason: 'stop' }])
  await place.host({ models: [model], price, max_tokens: 1_000_000 })
  const answering = client().completions.create({ model, prompt: 'x' })
  const offer = await honest.next(5)
  expect(offer).toMatchObject({ max_tokens: 4096 })
  await honest.results([{ job_id: offer?.job_id, tokens: ['ok'], finish_reason: 'stop' }])
  expect((await answering).choices[0]?.text).toBe('ok')
})

test('a job that is cancelled meanwhile is not asked for again by the client', async () => {
  const host = await place.host({ models: ['c'] })
  const answering = client()
    .completions.create({ model: 'c', prompt: 'x', max_tokens: 5 })
    .catch((error) => error)
  const offer = await host.next(5)
  await buyer.client.call(endpoints.cancelJob, { params: { job_id: offer?.job_id as string } })
  expect(await answering).toMatchObject({ status: 409 })
  expect(await host.next()).toBeNull()
})
