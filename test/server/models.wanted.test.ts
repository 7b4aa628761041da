import { market as endpoints } from '@mkt/schemas'
import OpenAI from 'openai'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changeRole } from '../../server/src/accounts/user-store.ts'
import { ask } from './contract/ask.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from './marketplace.ts'

let place: Marketplace
let buyer: TestUser
let openai: OpenAI
beforeEach(async () => {
  place = await startMarketplace()
  buyer = await place.user()
  openai = new OpenAI({ apiKey: buyer.token, baseURL: `${place.url}/v1`, maxRetries: 0 })
})
afterEach(() => place.stop())

const submit = (more: object, headers = {}) =>
  ask(place.url, 'POST /run/model', { as: buyer.authorization, json: { input_text: 'x', ...more }, headers })

async function serve(host: TestHost) {
  const offer = await host.next(10)
  await host.results([{ job_id: offer?.job_id, offset: 0, tokens: ['yes'], finish_reason: 'stop' }])
  return offer?.model
}

async function operator() {
  const admin = await place.user()
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
  return {
    name: (alias: string, models: string[]) =>
      admin.client.call(endpoints.setModelAlias, { params: { alias }, body: { models } }),
    unname: (alias: string) => admin.client.call(endpoints.removeModelAlias, { params: { alias } }),
  }
}

test('the first model that can be served gets the job, and the answer says which', async () => {
  await place.host({ models: ['big'], price: 5_000_000n })
  const small = await place.host({ models: ['small'] })
  expect((await submit({ models: ['never', 'small', 'big'] })).body).toMatchObject({ model: 'small' })
  expect(await serve(small)).toBe('small')
  const dear = { model: 'big', models: ['small'], max_price_per_token: 0.002 }
  expect((await submit(dear)).body).toMatchObject({ model: 'small' })
  expect((await submit({ model: 'big', models: ['small'] })).body).toMatchObject({ model: 'big' })
})

test('a model without an active host is passed over; where all are, the first waits', async () => {
  const away = await place.host({ models: ['away'] })
  await place.host({ models: ['here'] })
  await away.heartbeat([])
  expect((await submit({ models: ['away', 'here'] })).body).toMatchObject({ model: 'here' })
  const cheap = { models: ['here', 'away'], max_price_per_token: 0.000001 }
  expect((await submit(cheap)).body).toMatchObject({ model: 'here' })
})

test('where none can be served the first one’s refusal is told, and a body without a model is told so', async () => {
  await place.host()
  expect(await submit({ models: ['never', 'nor this'] })).toMatchObject({
    status: 404,
    body: { error: 'model_not_found', message: expect.stringContaining('"never"') },
  })
  const faults = { body: { details: [{ path: 'body.model', message: 'is required, or a list of models' }] } }
  expect(await submit({})).toMatchObject({ status: 400, ...faults })
  expect((await submit({ models: [] })).status).toBe(400)
  expect((await submit({ models: Array(21).fill('m') })).status).toBe(400)
})

test('a repetition gets the first answer, whatever can be served by then', async () => {
  const host = await place.host({ models: ['first'] })
  await place.host({ models: ['second'] })
  const key = { 'idempotency-key': 'k' }
  const body = { models: ['first', 'second'] }
  const { body: once } = await submit(body, key)
  await host.heartbeat([])
  expect((await submit(body, key)).body).toEqual(once)
})

test('clients of OpenAI fall back too, for chats and prompts', async () => {
  const host = await place.host({ models: ['served'] })
  const models = { models: ['gone', 'served'] } as object
  const [, chat] = await Promise.all([
    serve(host),
    openai.chat.completions.create({ model: 'never', messages: [{ role: 'user', content: 'x' }], ...models }),
  ])
  expect(chat.model).toBe('served')
  const [, text] = await Promise.all([
    serve(host),
    openai.completions.create({ model: 'never', prompt: 'x', ...models }),
  ])
  expect(text.model).toBe('served')
})

test('a name of the operator’s goes to the first of its models that can be served', async () => {
  const { name, unname } = await operator()
  const host = await place.host({ models: ['org/b'] })
  await name('acme/fast', ['org/a', 'org/b'])
  expect((await submit({ model: 'acme/fast' })).body).toMatchObject({ model: 'org/b' })
  expect(await serve(host)).toBe('org/b')
  expect(await openai.models.retrieve('acme/fast')).toMatchObject({
    id: 'acme/fast',
    alias_of: ['org/a', 'org/b'],
    available_hosts: 1,
  })
  expect((await openai.models.list()).data.map(({ id }) => id)).toEqual(['acme/fast', 'org/b'])
  await unname('acme/fast')
  expect(await submit({ model: 'acme/fast' })).toMatchObject({ status: 404, body: { error: 'model_not_found' } })
  await expect(unname('acme/fast')).rejects.toMatchObject({ code: 'not_found' })
})

test('a token for a name may use what it stands for, and one for a model no other', async () => {
  const { name } = await operator()
  await place.host({ models: ['a', 'b'] })
  await name('fast', ['b'])
  const token = async (models: string[]) => {
    const made = await buyer.client.call(endpoints.createToken, { body: { name: 'narrow', models } })
    return `Bearer ${made.token}`
  }
  const as = await token(['fast'])
  const json = (model: string) => ({ as, json: { model, input_text: 'x' } })
  expect((await ask(place.url, 'POST /run/model', json('fast'))).body).toMatchObject({ model: 'b' })
  expect((await ask(place.url, 'POST /run/model', json('b'))).status).toBe(403)
  const narrow = { as: await token(['b']), json: { models: ['a', 'b'], input_text: 'x' } }
  expect((await ask(place.url, 'POST /run/model', narrow)).body).toMatchObject({ model: 'b' })
})

test('a token for a name may ask for several answers of what it stands for', async () => {
  const { name } = await operator()
  const host = await place.host({ models: ['b'] })
  await name('fast', ['b'])
  const { token } = await buyer.client.call(endpoints.createToken, { body: { name: 'narrow', models: ['fast'] } })
  const json = { model: 'fast', messages: [{ role: 'user', content: 'x' }], n: 2, max_tokens: 5 }
  const asking = ask(place.url, 'POST /v1/chat/completions', { as: `Bearer ${token}`, json })
  await serve(host)
  await serve(host)
  expect(await asking).toMatchObject({ status: 200, body: { model: 'b', choices: [{ index: 0 }, { index: 1 }] } })
})

test('models are listed with what hosts say of them', async () => {
  const host = await place.host({ models: ['m'], price: 2_000_000n, max_tokens: 300 })
  await place.host({ models: ['m'], price: 1_500_000n, max_tokens: 200 })
  const facts = { max_completion_tokens: 300, available_hosts: 2, pricing: { prompt: '0', completion: '0.0015' } }
  expect(await openai.models.retrieve('m')).toMatchObject({ context_length: null, ...facts })
  const body = { model_context_lengths: { m: 8192, other: 5 } }
  await host.client.call(endpoints.changeHost, { body })
  expect(await openai.models.retrieve('m')).toMatchObject({ context_length: 8192, ...facts })
})
