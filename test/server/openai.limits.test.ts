import { market as endpoints } from '@mkt/schemas'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './contract/ask.ts'
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

test.each(['chat/completions', 'completions'])('/v1/%s takes the highest price that the buyer pays', async (door) => {
  const model = `capped-${door.length}`
  const host = await place.host({ models: [model], price: 3_000_000n })
  const json = { model, max_tokens: 5, prompt: 'x', messages: [{ role: 'user', content: 'x' }] }
  const send = (max_price_per_token: unknown) => {
    const { prompt, messages, ...rest } = { ...json, max_price_per_token }
    const body = { ...rest, ...(door === 'completions' ? { prompt } : { messages }) }
    return ask(place.url, `POST /v1/${door}`, { as: buyer.authorization, json: body })
  }
  const waiting = send(0.002)
  expect(await host.next(1)).toBeNull()
  await host.client.call(endpoints.changeHost, { body: { price_per_token: 2_000_000n } })
  const offer = await host.next(5)
  await host.results([{ job_id: offer?.job_id, tokens: ['ok'], finish_reason: 'stop' }])
  expect((await waiting).status).toBe(200)
  expect((await send(-1)).body).toMatchObject({ error: { param: 'max_price_per_token' } })
})

test.each(['chat/completions', 'completions'])(
  '/v1/%s takes which hosts may run it, and that they be verified',
  async (door) => {
    const model = `chosen-${door.length}`
    const [dear, cheap] = [
      await place.host({ models: [model], price: 3n }),
      await place.host({ models: [model], price: 2n }),
    ]
    const json = {
      model,
      max_tokens: 5,
      ...(door === 'completions' ? { prompt: 'x' } : { messages: [{ role: 'user', content: 'x' }] }),
    }
    const send = (more: object) =>
      ask(place.url, `POST /v1/${door}`, { as: buyer.authorization, json: { ...json, ...more } })
    for (const hosts of [{ only: [dear.host_id], not: null }, { not: [cheap.host_id] }]) {
      const waiting = send({ hosts, verified: false })
      const offer = await dear.next(5)
      expect(await cheap.next()).toBeNull()
      await dear.results([{ job_id: offer?.job_id, tokens: ['ok'], finish_reason: 'stop' }])
      expect((await waiting).status).toBe(200)
    }
    const refusal = async (more: object) => {
      const { status, body } = await send(more)
      return [status, (body as { error: { message: string } }).error.message]
    }
    expect(await refusal({ verified: true })).toEqual([503, expect.stringContaining('verified')])
    expect(await refusal({ hosts: { only: ['x'] } })).toEqual([400, expect.stringContaining('hosts.only')])
    expect(await refusal({ hosts: { ignore: [dear.host_id] } })).toEqual([400, expect.stringContaining('ignore')])
    expect(await refusal({ provider: { only: ['somebody'] } })).toEqual([
      400,
      expect.stringContaining('lists of host ids'),
    ])
  },
)

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

test('any number of unknown names in a message or in stream_options is one fault', () => {
  const names = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`x${at}`, 1]))
  const message = { role: 'user', content: 'x' }
  const faults = (more: object) =>
    endpoints.chatCompletions.body.safeParse({ model: 'm', messages: [message], ...more }).error?.issues.length
  expect(faults({ messages: [{ ...message, ...names }, message] })).toBe(1)
  expect(faults({ stream_options: names })).toBe(1)
  expect(faults({})).toBeUndefined()
})

test.each(['chat/completions', 'completions'])(
  '/v1/%s refuses a body of any number of unknown names or wrong parts at once, and not one by one',
  async (door) => {
    const refusal = async (json: object) => {
      const { status, body } = await ask(place.url, `POST /v1/${door}`, { as: buyer.authorization, json })
      return [status, (body as { error: { message: string } }).error.message]
    }
    const names = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`x${at}`, 1]))
    expect(await refusal({ model: 'm', ...names })).toEqual([400, expect.stringContaining('more than 1000 members')])
    const biased = await refusal({ model: 'm', logit_bias: names })
    expect(biased).toEqual([400, 'logit_bias has more than 1024 members'])
    const parts = Array(200_000).fill({})
    const given = door === 'completions' ? { prompt: parts } : { messages: [{ role: 'user', content: parts }] }
    const [status, message] = await refusal({ model: 'm', ...given })
    expect([status, (message as string).length < 300]).toEqual([400, true])
  },
)
