import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './contract/ask.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from './marketplace.ts'

let place: Marketplace
let buyer: TestUser
let host: TestHost
beforeAll(async () => {
  place = await startMarketplace()
  buyer = await place.user()
  host = await place.host({ price: 1_000_000n })
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const messages = [
  { role: 'system' as const, content: 'Be short.' },
  { role: 'user' as const, content: 'Hi' },
]

test('a job may be a chat: its messages go to the host, and come back with detail=full', async () => {
  const { job_id } = await buyer.client.call(endpoints.runModel, { body: { model: 'm', messages } })
  const offer = await host.next(10)
  expect(offer).toMatchObject({ job_id, messages, input_text: 'System: Be short.\n\nUser: Hi\n\nAssistant:' })
  const params = { job_id }
  expect(await buyer.client.call(endpoints.getJob, { params })).not.toHaveProperty('messages')
  expect(await buyer.client.call(endpoints.getJob, { params, query: { detail: 'full' } })).toMatchObject({ messages })
  await buyer.client.call(endpoints.cancelJob, { params })
})

test('of a job that is a text detail=full says that there is no chat', async () => {
  const { job_id } = await buyer.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'Hi' } })
  const job = await buyer.client.call(endpoints.getJob, { params: { job_id }, query: { detail: 'full' } })
  expect(job).toMatchObject({ input_text: 'Hi', messages: null })
  await buyer.client.call(endpoints.cancelJob, { params: { job_id } })
})

test.each([
  ['neither a text nor a chat', {}, 'body.input_text'],
  ['both', { input_text: 'Hi', messages }, 'body.messages'],
  ['a chat without messages', { messages: [] }, 'body.messages'],
  ['a message that no database keeps', { messages: [{ role: 'user', content: 'a\0b' }] }, 'body.messages.0.content'],
  [
    'a chat beyond the bytes of a text',
    { messages: Array(3).fill({ role: 'user', content: 'x'.repeat(100_000) }) },
    'body.messages',
  ],
])('%s is refused, and says where', async (_what, wrong, path) => {
  const { status, body } = await ask(place.url, 'POST /run/model', {
    as: buyer.authorization,
    json: { model: 'm', ...wrong },
  })
  expect(status).toBe(400)
  expect(body).toMatchObject({ error: 'invalid_request', details: [{ path }] })
})
