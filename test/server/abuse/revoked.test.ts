import { market as endpoints } from '@mkt/schemas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { statement } from '../../../server/src/storage/statement.ts'
import { type Marketplace, startMarketplace, type TestUser } from '../marketplace.ts'

const open = statement()((q) => q.selectFrom('jobs').select('job_id').where('state', 'in', ['queued', 'running']))

let place: Marketplace
let buyer: TestUser
beforeEach(async () => {
  place = await startMarketplace()
  buyer = await place.user()
})
afterEach(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const submit = () => buyer.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x', max_tokens: 10 } })
const get = (path: string, authorization: string) => fetch(`${place.url}${path}`, { headers: { authorization } })
const chat = (authorization: string, stream: boolean) =>
  fetch(`${place.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'x' }], max_tokens: 5, stream }),
  })
const basic = ({ username, password }: TestUser) => `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
async function anotherToken(): Promise<{ id: string; authorization: string }> {
  const made = await place.connect(basic(buyer)).call(endpoints.createToken, { body: { name: 'lost' } })
  return { id: made.token_id, authorization: `Bearer ${made.token}` }
}

// Before: whoever had stolen a token read on for as long as their streams were open.
test('streams and waits of a revoked token end within a moment; those of another token go on', async () => {
  const host = await place.host()
  const lost = await anotherToken()
  const { job_id } = await submit()
  await host.next()
  await host.results([{ job_id, tokens: ['a'] }])
  const [stolen, own] = await Promise.all([
    get(`/jobs/${job_id}/stream`, lost.authorization),
    get(`/jobs/${job_id}/stream`, buyer.authorization),
  ])
  const wait = get(`/jobs/${job_id}?wait=60`, lost.authorization)
  const changes = get('/users/me/changes?seconds=60', lost.authorization)
  const [whole, streamed] = [chat(lost.authorization, false), chat(lost.authorization, true)]
  while ((await place.market.database.all(open, {})).length < 3) await new Promise(setImmediate)
  await (await changes).body?.getReader().read()
  await buyer.client.call(endpoints.revokeToken, { params: { token_id: lost.id } })
  const rest = await stolen.text()
  expect(rest).toContain('"token":"a"')
  expect(rest).toContain('event: error\ndata: {"error":"unauthorized"}')
  expect(
    await wait.then(async (answer) => [answer.status, ((await answer.json()) as { error: string }).error]),
  ).toEqual([401, 'unauthorized'])
  expect((await whole).status).toBe(401)
  expect(await (await streamed).text()).toContain('was revoked')
  // What nobody reads any more is cancelled, as with a reader that leaves; what is read elsewhere goes on.
  await expect.poll(async () => (await place.market.database.all(open, {})).length).toBe(1)
  await host.results([{ job_id, offset: 1, tokens: ['b'], finish_reason: 'stop' }])
  const text = await own.text()
  expect(text).toContain('"token":"b"')
  expect(text).toContain('[DONE]')
})

test('a new password ends what was opened with the old one', async () => {
  await place.host()
  const { job_id } = await submit()
  const stream = await get(`/jobs/${job_id}/stream`, basic(buyer))
  const body = { current_password: buyer.password, new_password: 'another horse' }
  await place.connect(basic(buyer)).call(endpoints.changePassword, { body })
  expect(await stream.text()).toContain('unauthorized')
})
