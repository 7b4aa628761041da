import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MOST_SESSIONS } from '../../../server/src/accounts/sessions/sessions.ts'
import { enlist } from '../../../server/src/market/hosts/enlist.ts'
import { statement } from '../../../server/src/storage/statement.ts'
import { type Marketplace, startMarketplace, type TestUser } from '../marketplace.ts'

const sessions = statement<{ user_id: string }>()((q, p) =>
  q.selectFrom('sessions').select('session_id').where('user_id', '=', p('user_id')),
)
const keys = statement<{ host_id: string }>()((q, p) =>
  q.selectFrom('credentials').select('credential_id').where('subject_id', '=', p('host_id')),
)
const batches = statement<{ user_id: string }>()((q, p) =>
  q.selectFrom('batches').select(['batch_id', 'settings_json']).where('user_id', '=', p('user_id')),
)

let place: Marketplace
beforeAll(async () => {
  const limits = { unfunded_bytes: 100_000 }
  place = await startMarketplace({ trust: 'strangers', signupCredits: 0, limits })
})
afterAll(() => place.stop())

async function signIn({ username, password }: TestUser): Promise<string> {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const body = JSON.stringify({ username, password })
  const answer = await fetch(`${place.url}/session`, { method: 'POST', body, headers })
  expect(answer.status).toBe(200)
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}
const isIn = async (cookie: string) => (await fetch(`${place.url}/session`, { headers: { cookie } })).status === 200

test('of an account the sessions stay that were used last, however many it opens', async () => {
  const [user, other] = [await place.user(), await place.user()]
  const [first, others] = [await signIn(user), await signIn(other)]
  for (let n = 0; n < MOST_SESSIONS; n++) await signIn(user)
  const last = await signIn(user)
  expect(await place.database.all(sessions, { user_id: user.user_id })).toHaveLength(MOST_SESSIONS)
  expect(await Promise.all([first, last, others].map(isIn))).toEqual([false, true, true])
})

test('what many tokens with limits have spent is looked up at once', async () => {
  const user = await place.user()
  for (let n = 0; n < 20; n++)
    await user.client.call(endpoints.createToken, { body: { name: `t${n}`, spend_limit: 1_000_000_000n } })
  let reads = 0
  const { all, get } = place.database
  place.database.all = ((...asked: Parameters<typeof all>) => {
    reads++
    return all.call(place.database, ...asked)
  }) as typeof all
  place.database.get = ((...asked: Parameters<typeof get>) => {
    reads++
    return get.call(place.database, ...asked)
  }) as typeof get
  const { tokens } = await user.client.call(endpoints.listTokens, { query: { detail: 'full' } })
  Object.assign(place.database, { all, get })
  expect(tokens.filter(({ spent }) => spent === 0n)).toHaveLength(20)
  expect(reads).toBeLessThan(8)
})

test('a host is adopted behind a thousand newer ones', async () => {
  const [owner, host] = [await place.user(), await place.host()]
  const terms = { gpu: 'GPU', models: ['m'], price_per_token: 1n, price_per_input_token: 0n, max_tokens: 100 }
  const more = { concurrency: 1, backend: 'huggingface' as const, endpoint_url: null }
  for (let n = 0; n < 1001; n++) await enlist(place.market, { ...terms, ...more }, owner.user_id)
  const adopted = await owner.client.call(endpoints.adoptHost, { body: { api_key: host.api_key } })
  expect(adopted).toMatchObject({ host_id: host.host_id })
})

test('of old keys of a host a few rows stay, however often it asks for another', async () => {
  const host = await place.host()
  let key = host.api_key
  for (let n = 0; n < 30; n++) key = (await place.connect(`Bearer ${key}`).call(endpoints.rotateHostKey, {})).api_key
  expect((await place.database.all(keys, { host_id: host.host_id })).length).toBeLessThan(15)
  expect(await place.connect(`Bearer ${key}`).call(endpoints.hostMe, {})).toMatchObject({ host_id: host.host_id })
})

test('what batches hold counts to what an account without a credit may store, also cancelled ones', async () => {
  const user = await place.user()
  const body = { name: 'x', model: 'm', system: 'x'.repeat(16_000) }
  let refusal: unknown
  for (let n = 0; n < 50 && !refusal; n++) {
    const { batch_id } = await user.client.call(endpoints.createBatch, { body }).catch((error) => {
      refusal = error
      return { batch_id: '' }
    })
    if (!refusal) await user.client.call(endpoints.cancelBatch, { params: { batch_id } })
  }
  expect(refusal).toMatchObject({ status: 429, code: 'too_many_queued' })
  const rows = await place.database.all(batches, { user_id: user.user_id })
  expect(rows.reduce((sum, { settings_json }) => sum + settings_json.length, 0)).toBeLessThan(100_000)
})
