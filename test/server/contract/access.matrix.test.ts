import { type Endpoint, market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeRole } from '../../../server/src/accounts/user-store.ts'
import { ManualClock } from '../manual-clock.ts'
import { type Marketplace, startMarketplace } from '../marketplace.ts'
import { ask, expectError } from './ask.ts'

const clock = new ManualClock()
let place: Marketplace
/** Authorization headers by what they are. */
const headers: Record<string, string | undefined> = {}
const ids: Record<string, string> = {}

const basic = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

beforeAll(async () => {
  place = await startMarketplace({ clock })
  const [owner, other, admin] = [await place.user('owner'), await place.user('other'), await place.user('admin')]
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
  const [host, rival] = [await place.host(), await place.host()]
  const revoked = await owner.client.call(endpoints.createToken, { body: { name: 'revoked' } })
  await owner.client.call(endpoints.revokeToken, { params: { token_id: revoked.token_id } })
  const expired = await owner.client.call(endpoints.createToken, { body: { name: 'expired', expires_in_days: 1 } })
  clock.advance(86_400_000)
  await host.heartbeat()
  const { job_id } = await owner.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x' } })
  await host.next()
  await host.results([{ job_id, tokens: ['x'], finish_reason: 'stop' }])
  const { token_id } = await owner.client.call(endpoints.createToken, { body: { name: 'spare' } })
  const { key } = await admin.client.call(endpoints.createDocumentsKey, { params: { user_id: owner.user_id } })
  Object.assign(ids, { job_id, token_id, host_id: host.host_id, user_id: owner.user_id })
  Object.assign(headers, {
    none: undefined,
    garbage: 'what is this',
    'unknown scheme': 'Digest abc',
    'unknown token': `Bearer mkt_u_${'A'.repeat(43)}`,
    'token without prefix': `Bearer ${'A'.repeat(43)}`,
    'broken basic': 'Basic !!!!',
    'wrong password': basic('owner', 'wrong'),
    'unknown user': basic('nobody', 'correct horse'),
    'NUL in the username': basic('own\0er', 'correct horse'),
    revoked: `Bearer ${revoked.token}`,
    expired: `Bearer ${expired.token}`,
    owner: owner.authorization,
    password: basic('Owner', 'correct horse'),
    other: other.authorization,
    admin: admin.authorization,
    host: `Bearer ${host.api_key}`,
    rival: `Bearer ${rival.api_key}`,
    documents: `Bearer ${key}`,
    'host key as user token': `Bearer ${host.api_key.replace('mkt_h_', 'mkt_u_')}`,
  })
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const NOBODY = [
  'garbage',
  'unknown scheme',
  'unknown token',
  'token without prefix',
  'broken basic',
  'wrong password',
  'unknown user',
  'NUL in the username',
  'revoked',
  'expired',
  'host key as user token',
]

let serial = 0
const own = () => ({ host_id: ids.host_id })
/** For every endpoint a body that is right, so that only the credential decides. */
const INPUTS: Record<string, (() => object) | undefined> = {
  root: undefined,
  health: undefined,
  models: undefined,
  hosts: undefined,
  metrics: undefined,
  openapi: undefined,
  docs: undefined,
  createUser: () => ({ username: `new${++serial}`, email: `new${serial}@example.com`, password: 'correct horse' }),
  me: undefined,
  createToken: () => ({ name: 'matrix' }),
  listTokens: undefined,
  revokeToken: undefined,
  runModel: () => ({ model: 'm', input_text: 'x', max_tokens: 1 }),
  listJobs: undefined,
  getJob: undefined,
  cancelJob: undefined,
  streamJob: undefined,
  registerHost: () => ({ gpu: 'G', models: ['reg'], price_per_token: 0, backend: 'langchain' }),
  heartbeatHost: () => ({ ...own(), gpu_utilization: 0, available_models: ['m'] }),
  nextJob: own,
  results: () => ({ ...own(), results: [] }),
  hostMe: undefined,
  adminUsers: undefined,
  adminHosts: undefined,
  listOwnHosts: undefined,
  changeHost: () => ({}),
  listWithdrawals: undefined,
  grantCredits: () => ({ amount: 1, reason: 'matrix' }),
  changeUser: () => ({ disabled: false }),
  changeAnyHost: () => ({ disabled: false }),
  adminWithdrawals: undefined,
  createDocumentsKey: undefined,
}

const call = (endpoint: Endpoint, credential: string) => {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_all, name) => ids[name] as string)
  return ask(place.url, `${endpoint.method} ${path}`, { as: headers[credential], json: INPUTS[endpoint.name]?.() })
}

// Their body names no host: the key says which one is meant.
const NO_HOST_NAMED = new Set(['hostMe', 'changeHost'])

/** Statuses by credential; a success is 2xx. */
function wanted({ name, credential, params }: Endpoint): Record<string, number> {
  const foreign = params ? 404 : 200
  const refused = (status: number) => Object.fromEntries(NOBODY.map((nobody) => [nobody, status]))
  const all = (status: number) => ({
    none: status,
    owner: status,
    password: status,
    other: status,
    admin: status,
    host: status,
    rival: status,
    documents: status === 200 && credential !== 'none' ? 403 : status,
  })
  switch (credential) {
    case 'none':
      return { ...all(200), ...refused(200) }
    case 'optional-user':
      return { ...all(200), ...refused(401), host: 403, rival: 403 }
    case 'user': {
      // Revoking is not repeatable: the owner did it first.
      const again = name === 'revokeToken' ? 404 : 200
      return {
        none: 401,
        ...refused(401),
        owner: 200,
        password: again,
        other: foreign,
        admin: foreign,
        host: 403,
        rival: 403,
      }
    }
    case 'host':
      return { ...all(403), ...refused(401), none: 401, host: 200, rival: NO_HOST_NAMED.has(name) ? 200 : 403 }
    case 'user-or-host':
      return { ...all(200), ...refused(401), none: 401, documents: 403 }
    case 'admin':
      return { ...all(403), ...refused(401), none: 401, admin: 200 }
  }
}

const CODES: Record<number, string> = { 401: 'unauthorized', 403: 'forbidden', 404: 'not_found' }

describe.each((Object.values(endpoints) as Endpoint[]).filter(({ name }) => name in INPUTS))(
  '$method $path',
  (endpoint) => {
    test('answers each credential as the contract says', async () => {
      const found: Record<string, number> = {}
      const rows = Object.entries(wanted(endpoint))
      for (const [credential, status] of rows) {
        const answer = await call(endpoint, credential)
        found[credential] = answer.status >= 200 && answer.status < 300 ? 200 : answer.status
        const challenge = answer.headers.get('www-authenticate')
        if (answer.status === 401) expect(challenge).toMatch(/^Bearer realm="mkt", Basic realm="mkt"/)
        else expect(challenge).toBeNull()
        if (status !== 200) expectError(answer, status, CODES[status] as string)
      }
      expect(found).toEqual(Object.fromEntries(rows))
    })
  },
)
