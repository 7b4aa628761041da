import { type Endpoint, market as endpoints, openAiError } from '@mkt/schemas'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeRole } from '../../../server/src/accounts/user-store.ts'
import { gateOrWide } from '../../gate-or-wide.ts'
import { type Marketplace, startMarketplace } from '../marketplace.ts'
import { ask, expectError } from './ask.ts'

const RUNS = gateOrWide(20, 40)
let place: Marketplace
const headers: Record<string, string> = {}
const ids: Record<string, string> = { job_id: '', token_id: '', host_id: '' }
beforeAll(async () => {
  place = await startMarketplace()
  const [user, admin, host] = [await place.user('fuzzer'), await place.user('chief'), await place.host()]
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
  const { job_id } = await user.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x' } })
  const { token_id } = await user.client.call(endpoints.createToken, { body: { name: 'spare' } })
  Object.assign(ids, {
    job_id,
    token_id,
    host_id: host.host_id,
    user_id: user.user_id,
    withdrawal_id: 'wdr_1',
    webhook_id: 'whk_1',
    delivery_id: 'msg_1',
  })
  const key = `Bearer ${host.api_key}`
  Object.assign(headers, { user: user.authorization, admin: admin.authorization, host: key, 'user-or-host': key })
})
afterAll(async () => {
  // Whatever was sent, the books are right and the server answers.
  expect(await place.audit()).toMatchObject({ faults: [], sum_nano: 0n })
  expect((await ask(place.url, 'GET /health')).status).toBe(200)
  await place.stop()
})

/** Bodies that are right, for one member at a time to be made wrong. */
const RIGHT: Record<string, () => Record<string, unknown>> = {
  createUser: () => ({ username: 'x', email: 'fuzz@example.com', password: 'correct horse' }),
  createToken: () => ({ name: 'fuzz', expires_in_days: 1 }),
  runModel: () => ({
    model: 'm',
    input_text: 'x',
    max_tokens: 1,
    temperature: 1,
    max_price_per_token: 1,
    host_id: ids.host_id,
    stop: ['x'],
    top_p: 1,
    seed: 1,
  }),
  adoptHost: () => ({ api_key: 'mkt_h_x' }),
  changeHost: () => ({ price_per_token: 0.1, models: ['m'], paused: false }),
  createWithdrawal: () => ({ amount: 1, destination: 'bank', host_id: ids.host_id }),
  createWebhook: () => ({ url: 'http://127.0.0.1:9/', events: ['job.ended'], description: 'x' }),
  changeWebhook: () => ({ url: 'http://127.0.0.1:9/', events: ['job.ended'], description: 'x', disabled: false }),
  grantCredits: () => ({ amount: 1, reason: 'fuzz' }),
  resolveWithdrawal: () => ({ status: 'paid', reference: 'x' }),
  disputeJob: () => ({ reason: 'garbage', text: 'x' }),
  decideDispute: () => ({ decision: 'reject', note: 'x' }),
  decideEarnings: () => ({ decision: 'release', reason: 'x' }),
  registerHost: () => ({
    gpu: 'G',
    models: ['r'],
    price_per_token: 0,
    backend: 'worker',
    endpoint_url: 'http://h/',
    max_tokens: 9,
  }),
  heartbeatHost: () => ({ host_id: ids.host_id, gpu_utilization: 0, available_models: ['m'], instance: 'i' }),
  nextJob: () => ({ host_id: ids.host_id, wait_seconds: 0, instance: 'i' }),
  results: () => ({
    host_id: ids.host_id,
    results: [
      { job_id: ids.job_id, attempt: 1, offset: 0, tokens: ['t'], usage: { completion_tokens: 1 }, error: null },
    ],
  }),
}

const nasty = fc.constantFrom<unknown>(
  null,
  true,
  '',
  '\0',
  '\ud800',
  '🎉'.repeat(300),
  -0,
  -1,
  1e308,
  1e-10,
  2 ** 53,
  0.1 + 0.2,
  [],
  {},
  [[]],
  '__proto__',
  "' or 1=1 --",
  '<script>',
  '\u001b[31m',
  '../../etc/passwd',
  'NaN',
  ' ',
  'x'.repeat(70_000),
)
const value = fc.oneof(
  nasty,
  fc.jsonValue({ maxDepth: 3, noUnicodeString: false }),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const junk = fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('constructor', 'toString', 'length')), value, {
  maxKeys: 3,
})

/** Replaces what is at one place anywhere in the body. */
function replaced(body: unknown, pick: number, by: unknown): unknown {
  const at = Object.keys(body as object)
  const key = at[pick % at.length]
  if (key === undefined) return by
  const inner = (body as Record<string, unknown>)[key]
  const deeper = typeof inner === 'object' && inner !== null && pick % 3 > 0
  const next = deeper ? replaced(inner, Math.floor(pick / 3), by) : by
  if (Array.isArray(body)) return body.with(Number(key), next)
  return { ...(body as object), [key]: next }
}

/** No poll of this test may wait. */
function impatient(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('wait_seconds' in body)) return body
  return typeof body.wait_seconds === 'number' && body.wait_seconds > 0 ? { ...body, wait_seconds: 0 } : body
}

const path = (endpoint: Endpoint, params: Record<string, string>) =>
  endpoint.path.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(params[name] ?? ''))

async function send(endpoint: Endpoint, line: string, json?: unknown): Promise<number> {
  const answer = await ask(place.url, `${endpoint.method} ${line}`, { as: headers[endpoint.credential], json })
  expect([answer.status < 500, answer.text]).toEqual([true, expect.any(String)])
  if (answer.status >= 400 && endpoint.path.startsWith('/v1/')) openAiError.strict().parse(answer.body)
  else if (answer.status >= 400) expectError(answer, answer.status, (answer.body as { error: string }).error)
  return answer.status
}

const all = Object.values(endpoints) as Endpoint[]

describe.each(all.filter(({ name }) => name in RIGHT))('$name', (endpoint) => {
  const right = () => RIGHT[endpoint.name]?.() ?? {}
  const line = () => path(endpoint, ids)

  test('a body with any value in any place is answered below 500', async () => {
    const statuses = new Set<number>()
    const one = fc.asyncProperty(fc.nat(10_000), value, junk, async (pick, by, more) => {
      const body = replaced(right(), pick, by)
      statuses.add(
        await send(endpoint, line(), impatient(Array.isArray(body) ? body : { ...more, ...(body as object) })),
      )
    })
    await fc.assert(one, { seed: 4, numRuns: RUNS })
    expect(statuses).toContain(400)
  })

  test('any JSON value as body is answered below 500', async () => {
    const one = fc.asyncProperty(value, async (body) => void (await send(endpoint, line(), impatient(body))))
    await fc.assert(one, { seed: 5, numRuns: RUNS / 2 })
  })

  test('a body without one of its members is answered below 500', async () => {
    for (const name of Object.keys(right())) {
      const { [name]: _gone, ...rest } = right()
      await send(endpoint, line(), rest)
    }
  })
})

// A stream of changes goes on for as long as its query says.
describe.each(all.filter(({ query, name }) => query && name !== 'changes'))('$name', (endpoint) => {
  test('any query is answered below 500', async () => {
    const names = Object.keys(endpoint.query?.shape ?? {}).filter((name) => name !== 'wait')
    const name = fc.oneof(fc.constantFrom('x', ...names), fc.string())
    const pair = fc.tuple(
      name,
      fc.oneof(fc.string({ unit: 'grapheme' }), fc.double().map(String), fc.constantFrom('0', '-1', '1e3')),
    )
    const one = fc.asyncProperty(fc.array(pair, { maxLength: 4 }), async (pairs) => {
      await send(endpoint, `${path(endpoint, ids)}?${new URLSearchParams(pairs)}`)
    })
    await fc.assert(one, { seed: 6, numRuns: RUNS / 2 })
  })
})

describe.each(all.filter(({ params, name }) => params && name !== 'streamJob'))('$name', (endpoint) => {
  test('any id in the path is answered below 500', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.constantFrom('...', '%', '\0', ' ', 'job_', 'job_A'),
    )
    // A lone dot or two would be resolved away before they are sent: another path answers then.
    const ids = text.filter((id) => id !== '.' && id !== '..')
    const one = fc.asyncProperty(ids, async (id) => {
      const params = Object.fromEntries(Object.keys(endpoint.params?.shape ?? {}).map((name) => [name, id]))
      expect(await send(endpoint, path(endpoint, params))).not.toBe(200)
    })
    await fc.assert(one, { seed: 7, numRuns: RUNS / 2 })
  })
})
