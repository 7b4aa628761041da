import { market as endpoints, NANO_PER_CREDIT, SCOPES } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Asked, ask, expectError } from '../contract/ask.ts'
import { until } from '../contract/until.ts'
import { ManualClock } from '../manual-clock.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../marketplace.ts'

const DAY_MS = 86_400_000
const clock = new ManualClock()
let place: Marketplace
let buyer: TestUser
let host: TestHost
let password: string
beforeAll(async () => {
  place = await startMarketplace({ clock, trust: 'strangers', signupCredits: 0, paidCredits: 100 })
  buyer = await place.user('buyer')
  host = await place.host({ models: ['m', 'other'], owner: buyer.authorization })
  password = `Basic ${Buffer.from('buyer:correct horse').toString('base64')}`
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

interface Made {
  token_id: string
  token: string
  expires_at: string | null
}
const asking = (as: string, json: object) => ask(place.url, 'POST /users/me/tokens', { as, json })
async function make(as: string, more: object = {}): Promise<Made & { as: string }> {
  const { status, body } = await asking(as, { name: 't', ...more })
  expect(status).toBe(201)
  return { ...(body as Made), as: `Bearer ${(body as Made).token}` }
}
const me = (as: string) => ask(place.url, 'GET /users/me', { as })
const run = (as: string, more: object = {}) =>
  ask(place.url, 'POST /run/model', { as, json: { model: 'm', input_text: 'x', max_tokens: 10, ...more } })
const says = ({ status, body }: Asked) => [status, (body as { message: string }).message]

test('what a stolen token has made ends with it, down to the last, and nothing is made with it then', async () => {
  const stolen = await make(password)
  const child = await make(stolen.as)
  const grandchild = await make(child.as, { scopes: ['jobs:read'] })
  const bystander = await make(password)
  await buyer.client.call(endpoints.revokeToken, { params: { token_id: stolen.token_id } })
  for (const { as } of [stolen, child, grandchild]) expectError(await me(as), 401, 'unauthorized')
  expectError(await asking(grandchild.as, { name: 'x' }), 401, 'unauthorized')
  expect((await me(bystander.as)).status).toBe(200)
})

test('a user has a bounded number of tokens in force, and what was revoked makes room', async () => {
  const few = await startMarketplace({ limits: { tokens: 3 } })
  try {
    const { authorization: as, client } = await few.user('many')
    const more = () => ask(few.url, 'POST /users/me/tokens', { as, json: { name: 't' } })
    const answers: Asked[] = []
    for (let count = 0; count < 4; count++) answers.push(await more())
    expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(3)
    expectError(answers[3] as Asked, 409, 'conflict')
    const [{ token_id = '' } = {}] = answers.map(({ body }) => body as Partial<Made>)
    await client.call(endpoints.revokeToken, { params: { token_id } })
    expect((await more()).status).toBe(201)
  } finally {
    await few.stop()
  }
})

test('a token ends no later than the one that made it', async () => {
  const short = await make(password, { expires_in_days: 2 })
  const child = await make(short.as)
  expect(child.expires_at).toBe(short.expires_at)
  expectError(await asking(short.as, { name: 'x', expires_in_days: 3 }), 403, 'forbidden')
  expect((await make(short.as, { expires_in_days: 1 })).expires_at).not.toBe(short.expires_at)
  clock.advance(2 * DAY_MS)
  expectError(await me(child.as), 401, 'unauthorized')
  await host.heartbeat()
})

test('a token gives on no more than it has: scopes, models, and what is left out is inherited', async () => {
  const narrow = await make(password, { scopes: ['jobs:write', 'jobs:read'], models: ['m'] })
  expect(says(await asking(narrow.as, { name: 'x', scopes: ['jobs:read', 'withdraw'] }))).toEqual([
    403,
    'A token makes only tokens with at most its own rights. The token that asks has not the scopes withdraw.',
  ])
  expectError(await asking(narrow.as, { name: 'x', models: ['other'] }), 403, 'forbidden')
  const child = await make(narrow.as)
  expect(says(await run(child.as, { model: 'other' }))).toEqual([
    403,
    'This token is for m only, and the request names "other".',
  ])
  const chat = { model: 'other', messages: [{ role: 'user', content: 'x' }] }
  expect((await ask(place.url, 'POST /v1/chat/completions', { as: child.as, json: chat })).status).toBe(403)
  expect((await run(child.as)).status).toBe(202)
  expectError(await ask(place.url, 'GET /users/me/hosts', { as: child.as }), 403, 'forbidden')
})

test('a token for something knows and ends itself and what it made, and no other', async () => {
  const narrow = await make(password, { scopes: ['jobs:read'] })
  const child = await make(narrow.as)
  const listed = await ask(place.url, 'GET /users/me/tokens?detail=full', { as: narrow.as })
  expect((listed.body as { tokens: object[] }).tokens).toEqual([
    expect.objectContaining({ token_id: child.token_id, made_by: narrow.token_id, scopes: ['jobs:read'] }),
    expect.objectContaining({ token_id: narrow.token_id, made_by: null }),
  ])
  const other = await make(password)
  expectError(await ask(place.url, `DELETE /users/me/tokens/${other.token_id}`, { as: narrow.as }), 404, 'not_found')
  expect((await ask(place.url, `DELETE /users/me/tokens/${child.token_id}`, { as: narrow.as })).status).toBe(204)
  expect((await ask(place.url, `DELETE /users/me/tokens/${narrow.token_id}`, { as: narrow.as })).status).toBe(204)
})

test('among strangers a token without scopes withdraws nothing, nor makes one that may; passwords do', async () => {
  // More than there is: whoever may ask is told so.
  const form = { amount: 1, destination: 'elsewhere', host_id: host.host_id }
  const { job_id } = (await run(password)).body as { job_id: string }
  while ((await host.next())?.job_id !== job_id);
  await host.results([{ job_id, tokens: ['x'], finish_reason: 'stop' }])
  const withdraw = (as: string) => ask(place.url, 'POST /hosts/withdrawals', { as, json: form })
  expectError(await withdraw(buyer.authorization), 403, 'password_required')
  expectError(await asking(buyer.authorization, { name: 'x', scopes: ['withdraw'] }), 403, 'forbidden')
  const able = await make(password, { scopes: ['withdraw'] })
  for (const as of [able.as, password]) expectError(await withdraw(as), 402, 'insufficient_credits')
})

test("on a market of one's own a token without scopes does what it always did", async () => {
  const own = await startMarketplace()
  const user = await own.user('owner')
  const machine = await own.host({ owner: user.authorization })
  const form = { amount: 1, destination: 'bank', host_id: machine.host_id }
  const answer = await ask(own.url, 'POST /hosts/withdrawals', { as: user.authorization, json: form })
  expectError(answer, 402, 'insufficient_credits')
  const made = await ask(own.url, 'POST /users/me/tokens', { as: user.authorization, json: { name: 'x' } })
  expect(Object.keys(made.body as object)).toEqual(['token_id', 'name', 'token', 'created_at', 'expires_at'])
  const all = { name: 'x', scopes: SCOPES }
  expect((await ask(own.url, 'POST /users/me/tokens', { as: user.authorization, json: all })).status).toBe(201)
  await own.stop()
})

test('a chat without a length takes no more than its token may still spend', async () => {
  const rich = await make(password, { spend_limit: 0.05 })
  const chat = { model: 'm', messages: [{ role: 'user', content: 'x' }] }
  const gone = new AbortController()
  const asked = fetch(`${place.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: rich.as, 'content-type': 'application/json' },
    body: JSON.stringify(chat),
    signal: gone.signal,
  }).catch(() => undefined)
  const spent = async () =>
    (await buyer.client.call(endpoints.listTokens, { query: {} })).tokens.find((one) => one.token_id === rich.token_id)
      ?.spent
  await until(async () => (await spent()) === 50_000_000n)
  gone.abort()
  await asked
  await until(async () => (await spent()) === 0n)
})

test('a spend limit counts what is reserved, gives back what was not charged, and holds for its tokens', async () => {
  const limited = await make(password, { spend_limit: 0.03, daily_spend_limit: 0.02 })
  const child = await make(limited.as, { spend_limit: 0.03 })
  const { job_id } = (await run(limited.as)).body as { job_id: string }
  expect((await run(child.as)).status).toBe(202)
  expect(says(await run(child.as))).toEqual([
    402,
    `This job reserves 0.01 credits; the token ${limited.token_id} may spend 0.02 a day (UTC) and has 0 left. ` +
      'Lower max_tokens or use another token.',
  ])
  while ((await host.next())?.job_id !== job_id);
  await host.results([{ job_id, tokens: ['x'], finish_reason: 'stop' }])
  const row = async () =>
    (await buyer.client.call(endpoints.listTokens, { query: {} })).tokens.find(
      (one) => one.token_id === limited.token_id,
    )
  expect(await row()).toMatchObject({ spent: 11_000_000n, spent_today: 11_000_000n, spend_limit: 30_000_000n })
  clock.advance(DAY_MS)
  await host.heartbeat()
  // The other job has expired, and cost nothing.
  expect(await row()).toMatchObject({ spent: 1_000_000n, spent_today: 0n })
  expect((await run(child.as)).status).toBe(202)
  expect((await run(limited.as)).status).toBe(202)
  expect(says(await run(limited.as))[1]).toMatch(/may spend 0\.03 in all and has 0\.009 left/)
  expect((await run(buyer.authorization)).status).toBe(202)
  expect((await place.audit()).issued_nano).toBe(100n * NANO_PER_CREDIT)
})
