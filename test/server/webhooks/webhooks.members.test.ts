import { EVENT_TYPES, market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../contract/ask.ts'
import { type Marketplace, startMarketplace, type TestUser } from '../marketplace.ts'
import { storeWebhook } from '../webhook-rows.ts'

const ADDRESSES: Record<string, string[]> = { 'hooks.example.com': ['8.8.8.8'], 'inside.example.com': ['10.0.0.1'] }
let place: Marketplace
beforeAll(async () => {
  const lookUp = async (name: string) => ADDRESSES[name] ?? []
  place = await startMarketplace({ targets: { privateTargets: 'loopback', lookUp } })
})
afterAll(() => place.stop())

const add = (user: TestUser, json: object) =>
  ask(place.url, 'POST /users/me/webhooks', { as: user.authorization, json })
const list = async (user: TestUser) => (await user.client.call(endpoints.listWebhooks, {})).webhooks

test('a webhook is shown with its secret once, and without it from then on', async () => {
  const user = await place.user()
  const made = await add(user, { url: 'https://hooks.example.com/mkt', description: 'my bot' })
  expect(made.status).toBe(201)
  const { secret, ...rest } = made.body as { secret: string }
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(rest).toMatchObject({ url: 'https://hooks.example.com/mkt', events: [...EVENT_TYPES], description: 'my bot' })
  expect(rest).toMatchObject({ disabled: false, disabled_reason: null, failing_since: null })
  expect(await list(user)).toEqual([rest])
  expect((await ask(place.url, 'GET /users/me/webhooks', { as: user.authorization })).text).not.toContain(secret)
})

test('what is not given stays, events come in one order and once', async () => {
  const user = await place.user()
  const url = 'http://127.0.0.1:9/'
  const { webhook_id } = await user.client.call(endpoints.createWebhook, {
    body: { url, events: ['host.up', 'job.ended', 'host.up'] },
  })
  const change = (body: object) => user.client.call(endpoints.changeWebhook, { params: { webhook_id }, body })
  expect(await change({})).toMatchObject({ url, events: ['job.ended', 'host.up'], disabled: false })
  expect(await change({ disabled: true })).toMatchObject({ disabled: true, disabled_reason: 'owner' })
  expect(await change({ url: 'http://[::1]:9/' })).toMatchObject({ url: 'http://[::1]:9/', disabled: true })
  expect(await change({ disabled: false, events: ['host.down'] })).toMatchObject({
    events: ['host.down'],
    disabled_reason: null,
  })
})

test.each([
  ['http://hooks.example.com/', /must be https/],
  ['https://inside.example.com/', /10\.0\.0\.1 is an address of a private network/],
  ['https://nowhere.example.com/', /has no address/],
  ['https://169.254.169.254/latest/meta-data', /not an address that webhooks may go to/],
  ['https://ada:secret@hooks.example.com/', /username or a password/],
  ['https://hooks.example.com:25/', /port 25/],
  ['file:///etc/passwd', /http or https/],
  ['hooks.example.com', /http or https/],
])('%s is refused in a sentence, when it is made and when it is changed', async (url, sentence) => {
  const user = await place.user()
  const { webhook_id } = await storeWebhook(place, user.user_id)
  const changed = await ask(place.url, `PATCH /users/me/webhooks/${webhook_id}`, {
    as: user.authorization,
    json: { url },
  })
  for (const answer of [await add(user, { url }), changed]) {
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request', details: [{ path: 'body.url' }] } })
    expect(answer.text).toMatch(sentence)
  }
  expect((await list(user)).length).toBe(1)
})

test("ten webhooks are a user's most, also when many are made at once", async () => {
  const user = await place.user()
  const answers = await Promise.all(
    Array.from({ length: 14 }, (_, index) => add(user, { url: `http://127.0.0.1:9/${index}` })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), ...Array(4).fill(409)])
  expect((await list(user)).length).toBe(10)
})

test('a URL is one webhook of a user, also when two are made at once; another user may have it too', async () => {
  const [user, other] = [await place.user(), await place.user()]
  const [one, two] = await Promise.all([
    add(user, { url: 'http://127.0.0.1:9/a' }),
    add(user, { url: 'http://127.0.0.1:9/x/../a' }),
  ])
  expect([one.status, two.status].sort()).toEqual([201, 409])
  const [{ webhook_id } = { webhook_id: '' }] = await list(user)
  const { client } = user
  const second = await client.call(endpoints.createWebhook, { body: { url: 'http://127.0.0.1:9/b' } })
  const change = (url: string) =>
    client.call(endpoints.changeWebhook, { params: { webhook_id: second.webhook_id }, body: { url } })
  await expect(change('http://127.0.0.1:9/a')).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining(webhook_id),
  })
  expect(await change('http://127.0.0.1:9/b')).toMatchObject({ url: 'http://127.0.0.1:9/b' })
  expect((await add(other, { url: 'http://127.0.0.1:9/a' })).status).toBe(201)
})

test('one test at a time, and none of a disabled webhook', async () => {
  const user = await place.user()
  const { webhook_id } = await storeWebhook(place, user.user_id)
  const params = { webhook_id }
  const test = () => user.client.call(endpoints.testWebhook, { params })
  const { delivery_id } = await test()
  await expect(test()).rejects.toMatchObject({ status: 409, message: expect.stringContaining('under way') })
  await user.client.call(endpoints.changeWebhook, { params, body: { disabled: true } })
  await expect(test()).rejects.toMatchObject({ status: 409, message: expect.stringContaining('enable it first') })
  const retry = user.client.call(endpoints.retryDelivery, { params: { webhook_id, delivery_id } })
  await expect(retry).rejects.toMatchObject({ status: 409 })
})

test('deliveries are listed newest first, by pages and by status, and go with their webhook', async () => {
  const user = await place.user()
  const { webhook_id, delivery_id } = await storeWebhook(place, user.user_id)
  const params = { webhook_id }
  const tested = await user.client.call(endpoints.testWebhook, { params })
  const page = (query: object) => user.client.call(endpoints.listDeliveries, { params, query })
  expect((await page({})).deliveries.map((one) => one.delivery_id)).toEqual([tested.delivery_id, delivery_id])
  expect(await page({ limit: 1, offset: 1 })).toMatchObject({ total: 2, deliveries: [{ delivery_id }] })
  expect(await page({ status: 'failed' })).toEqual({ deliveries: [], total: 0 })
  expect(await page({ status: 'pending' })).toMatchObject({ total: 2 })
  await user.client.call(endpoints.deleteWebhook, { params })
  await expect(page({})).rejects.toMatchObject({ status: 404 })
  expect(await list(user)).toEqual([])
})

test('OpenAPI describes every event, and how it is signed', async () => {
  const { body } = await ask(place.url, 'GET /openapi.json')
  const { webhooks } = body as { webhooks: Record<string, { post: { parameters: { name: string }[] } }> }
  expect(Object.keys(webhooks).sort()).toEqual([...EVENT_TYPES, 'webhook.test'].sort())
  for (const { post } of Object.values(webhooks)) {
    const names = ['webhook-id', 'webhook-signature', 'webhook-timestamp']
    expect(post.parameters.map(({ name }) => name).sort()).toEqual(names)
  }
})
