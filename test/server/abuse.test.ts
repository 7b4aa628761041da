import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ParkedPolls } from '../../server/src/market/broker/parked-polls.ts'
import { ManualClock } from './manual-clock.ts'
import { type Marketplace, startMarketplace } from './marketplace.ts'

let place: Marketplace
beforeAll(async () => {
  place = await startMarketplace({ limits: { login_failures: 1 } })
})
afterAll(() => place.stop())

const post = (path: string, authorization: string, body: unknown) =>
  fetch(place.url + path, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('a body of wrong elements is refused in a few lines', async () => {
  const host = await place.host()
  const results = Array.from({ length: 45 }, () => ({ job_id: 'x', tokens: Array(10_000).fill(1) }))
  const answer = await post('/hosts/results', `Bearer ${host.api_key}`, { host_id: host.host_id, results })
  const text = await answer.text()
  expect(answer.status).toBe(400)
  expect(text.length).toBeLessThan(5000)
  expect(JSON.parse(text).details.length).toBeLessThanOrEqual(20)
})

test('many parked polls of one host are asked once for a new job', async () => {
  const buyer = await place.user()
  const decoy = await place.host({ models: ['busy'], price: 1n, max_tokens: 1 })
  const honest = await place.host({ models: ['busy'], price: 2n })
  const parked = Array.from({ length: 60 }, () => decoy.next(20))
  await expect.poll(() => place.market.waiting.ofHost(decoy.host_id).length).toBe(60)
  const looks = { count: 0 }
  for (const poll of place.market.waiting.ofHost(decoy.host_id)) {
    const look = poll.look
    poll.look = (rivals) => {
      looks.count++
      return look(rivals)
    }
  }
  const waiting = honest.next(20)
  await expect.poll(() => place.market.waiting.ofHost(honest.host_id).length).toBe(1)
  await buyer.client.call(endpoints.runModel, { body: { model: 'busy', input_text: 'x', max_tokens: 10 } })
  expect(await waiting).toMatchObject({ model: 'busy' })
  expect(looks.count).toBe(0)
  await (place.market.waiting as ParkedPolls).offer('busy')
  expect(looks.count).toBe(1)
  place.market.waiting.dismiss()
  expect(await Promise.all(parked)).toEqual(Array(60).fill(null))
})

test('a host keeps at most 256 polls parked: the oldest end', async () => {
  const host = await place.host({ models: ['parked'] })
  let ended = 0
  const polls = Array.from({ length: 260 }, async () => {
    const job = await host.next(25)
    ended++
    return job
  })
  // All have arrived when the four that came first have ended.
  await expect.poll(() => ended, { timeout: 20_000 }).toBe(4)
  expect(place.market.waiting.ofHost(host.host_id).length).toBe(256)
  place.market.waiting.dismiss()
  expect(await Promise.all(polls)).toEqual(Array(260).fill(null))
})

test('guesses at the password of a stolen token are limited, also many at once', async () => {
  const user = await place.user('guessed')
  const guess = (current_password: string) =>
    user.client
      .call(endpoints.changePassword, { body: { current_password, new_password: 'new password' } })
      .catch((error) => error.status)
  const guesses = Array.from({ length: 30 }, (_, at) => guess(`wrong password ${at}`))
  const answers = await Promise.all([...guesses, guess(user.password)])
  expect(answers).toContain(429)
  expect(answers.at(-1)).toBe(429)
})

test('a host cannot end a job with a word of ours', async () => {
  const buyer = await place.user()
  const host = await place.host({ models: ['words'] })
  const { job_id } = await buyer.client.call(endpoints.runModel, { body: { model: 'words', input_text: 'x' } })
  await host.next()
  const [answer] = await host.results([{ job_id, error: { code: 'cancelled', retryable: false } }])
  expect(answer?.state).toBe('failed')
  expect(await buyer.client.call(endpoints.getJob, { params: { job_id }, query: {} })).toMatchObject({
    error: 'host_error',
  })
})

test('an endpoint URL with control characters is refused', async () => {
  const answer = await post('/hosts/register', '', {
    gpu: 'g',
    models: ['m'],
    price_per_token: 0,
    backend: 'worker',
    endpoint_url: 'http://x/\u0000y',
  })
  expect(answer.status).toBe(400)
})

test('an output that no model writes fails the job, free', async () => {
  const buyer = await place.user()
  const host = await place.host({ models: ['flood'], max_tokens: 100 })
  const { job_id } = await buyer.client.call(endpoints.runModel, {
    body: { model: 'flood', input_text: 'x', max_tokens: 100 },
  })
  await host.next()
  await host.results([{ job_id, offset: 0, tokens: ['a'.repeat(60_000)] }])
  expect((await host.results([{ job_id, offset: 1, tokens: ['a'.repeat(60_000)] }]))[0]?.state).toBe('failed')
  expect(await buyer.client.call(endpoints.getJob, { params: { job_id }, query: {} })).toMatchObject({
    error: 'output_too_large',
    credits_used: 0n,
  })
})

test('a reader who left while being authenticated has seen nothing', async () => {
  const clock = new ManualClock()
  const other = await startMarketplace({ clock })
  try {
    const buyer = await other.user()
    const host = await other.host()
    const { job_id } = await buyer.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x' } })
    await host.next()
    const basic = `Basic ${Buffer.from(`${buyer.username}:${buyer.password}`).toString('base64')}`
    const leaving = new AbortController()
    const reading = fetch(`${other.url}/jobs/${job_id}/stream`, {
      headers: { authorization: basic },
      signal: leaving.signal,
    })
    await new Promise((wake) => setTimeout(wake, 5))
    leaving.abort()
    await reading.catch(() => undefined)
    // Until the password is verified and the dead request is through.
    expect(await other.connect(basic).call(endpoints.me, {})).toMatchObject({ username: buyer.username })
    await host.results([{ job_id, offset: 0, tokens: ['a'] }])
    expect((await other.market.streams.find(job_id))?.seen).toBe(false)
  } finally {
    await other.stop()
  }
})

test('an attempt that the database runs and no stream watches gets a lease', async () => {
  const clock = new ManualClock()
  const other = await startMarketplace({ clock })
  try {
    const buyer = await other.user()
    const host = await other.host()
    const { job_id } = await buyer.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x' } })
    await host.next()
    const stream = await other.market.streams.find(job_id)
    if (stream) other.market.streams.close(stream)
    clock.advance(5_000)
    await expect.poll(async () => (await other.market.streams.find(job_id))?.seen).toBe(true)
    for (let round = 0; round < 20; round++) {
      clock.advance(5_000)
      await new Promise((wake) => setTimeout(wake, 2))
    }
    await expect
      .poll(() => buyer.client.call(endpoints.getJob, { params: { job_id }, query: {} }))
      .toMatchObject({ status: 'failed', error: 'host_lost' })
  } finally {
    await other.stop()
  }
})

test('a name that looks like an id is refused, and the person of that id can still leave', async () => {
  const user = await place.user('leaving')
  const form = { username: user.user_id, email: 'x@example.com', password: 'some password' }
  expect((await post('/users', '', form)).status).toBe(400)
  expect(await user.client.call(endpoints.closeAccount, { body: { password: user.password } })).toBeNull()
})

test('a model may have any name, also one that every object knows', async () => {
  const models = ['constructor', 'toString', '__proto__', 'valueOf']
  const answer = await post('/hosts/register', '', { gpu: 'g', models, price_per_token: 0, backend: 'huggingface' })
  expect(answer.status).toBe(201)
  const listed = await place.connect().call(endpoints.models, {})
  expect(listed.models.map(({ name }) => name)).toEqual(expect.arrayContaining(models))
})

test('limits of more models than a host may have are refused', async () => {
  const host = await place.host()
  const model_max_tokens = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`m${at}`, 1]))
  await expect(host.client.call(endpoints.changeHost, { body: { model_max_tokens } })).rejects.toMatchObject({
    status: 400,
  })
})

test('no token slips in behind a password change', async () => {
  const user = await place.user('racing')
  const made: string[] = []
  let stop = false
  const thieves = Array.from({ length: 8 }, async () => {
    while (!stop) {
      const token = await user.client.call(endpoints.createToken, { body: { name: 't' } }).catch(() => undefined)
      if (!token) return
      made.push(token.token)
    }
  })
  const body = { current_password: user.password, new_password: 'a new password' }
  await user.client.call(endpoints.changePassword, { body })
  stop = true
  await Promise.all(thieves)
  expect(made.length).toBeGreaterThan(0)
  const works = await Promise.all(
    made.map((token) =>
      place
        .connect(`Bearer ${token}`)
        .call(endpoints.me, {})
        .then(
          () => true,
          () => false,
        ),
    ),
  )
  expect(works.filter(Boolean)).toEqual([])
})
