import { randomUUID } from 'node:crypto'
import { anthropicError, type Endpoint, market as endpoints, openAiError } from '@mkt/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertCode } from '../../../server/src/accounts/mail/code-store.ts'
import { verifyCreated } from '../../../server/src/accounts/passkeys/ceremonies.ts'
import { insertPasskey } from '../../../server/src/accounts/passkeys/passkey-store.ts'
import { hashSecret } from '../../../server/src/accounts/secrets.ts'
import { openSession } from '../../../server/src/accounts/sessions/sessions.ts'
import { changeRole, userById } from '../../../server/src/accounts/user-store.ts'
import { createIds } from '../../../server/src/base/ids.ts'
import { createLog } from '../../../server/src/base/log.ts'
import { putAlias } from '../../../server/src/market/aliases/store.ts'
import { documentsKey } from '../documents-key.ts'
import { anyPayments } from '../fake-payments.ts'
import { ManualClock } from '../manual-clock.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../marketplace.ts'
import { SoftPasskey } from '../soft-passkey.ts'
import { anUpload, uploaded } from '../upload.ts'
import { storeWebhook } from '../webhook-rows.ts'
import {
  basic,
  bearer,
  type Cast,
  disputedJob,
  frozenHost,
  paidJob,
  refuse,
  startCast,
  startNobodies,
  startOutcasts,
} from './access.cast.ts'
import { type Asked, ask, expectError } from './ask.ts'

const clock = new ManualClock()
let place: Marketplace
const silentMailer = { send: () => undefined, idle: async () => undefined, close: async () => undefined }
/** Who keeps what they have through all rows. */
let shared: Cast
let documents: string
/** Who loses the admin role in each row that may take it. */
let deputy: string
let nobodies: Record<string, string>
let outcasts: Record<string, string>
let stopped = false
let working: Promise<void>

beforeAll(async () => {
  place = await startMarketplace({
    clock,
    payments: anyPayments,
    signupCredits: 0,
    paidCredits: 100,
    limits: { open_disputes: 1000, mails_per_hour: 1000, purchases_unpaid: 1000, purchases_per_hour: 1000 },
    mailer: silentMailer,
    publicUrl: PUBLIC.origin,
  })
  shared = await startCast(place)
  nobodies = await startNobodies(place, shared, clock)
  outcasts = await startOutcasts(place, shared)
  const { owner, admin } = shared
  documents = bearer(await documentsKey(admin.client, owner.client, owner.user_id))
  deputy = (await place.user('deputy')).user_id
  working = work(await place.host({ models: ['chat'], capabilities: ['embeddings', 'rerank'] }))
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  stopped = true
  await place.stop()
  await working
})

/** Answers what the OpenAI door asks, since its requests wait for their jobs. */
async function work(host: TestHost): Promise<void> {
  while (!stopped) {
    const offer = await host.next(30).catch(() => null)
    const said = offer?.embed ? { vector: 'AACAPw==' } : offer?.rerank ? { score: 1 } : undefined
    const piece = said ? { tokens: [''], notes: [{ at: 0, ...said }] } : { tokens: ['x'] }
    if (offer) await host.results([{ job_id: offer.job_id, attempt: 1, ...piece, finish_reason: 'stop' }])
  }
}

type Name = keyof typeof endpoints
/** Credentials that open something. */
const OPENERS = ['owner', 'password', 'other', 'admin', 'host', 'owned', 'rival', 'host naming another'] as const
type Opener = (typeof OPENERS)[number] | 'documents'

/** A right request, so that only the credential decides. `host_id` is the caller's own where the caller is a host. */
interface Row {
  cast: Cast
  host_id: string
  byHost: boolean
}
interface Given {
  json?: object
  raw?: string
  type?: string
  query?: string
  params?: Record<string, string>
}

let serial = 0
/** A code as a mail would hold it, of a user of its own. */
async function mailCode(purpose: 'verify' | 'reset'): Promise<string> {
  const { user_id, username } = await place.user(`mail${++serial}`)
  const code = `mkt_m_${randomUUID()}`
  const of = { user_id, email: `${username}@example.com`, purpose, code_hash: hashSecret(code) }
  const times = { created_at: clock.now(), expires_at: clock.now() + 60_000 }
  await place.database.transaction((tx) => insertCode(tx, { ...of, ...times }))
  return code
}
const PUBLIC = { origin: 'https://market.example.org', rpId: 'market.example.org' }
/** A passkey that a user has, as if it had been kept before; their logins need none. */
async function passkeyOf(user_id: string) {
  const passkey = new SoftPasskey(PUBLIC)
  const asked = { challenge: 'of nobody', user: { id: Buffer.from(user_id).toString('base64url') } }
  const answer = passkey.create(asked)
  const party = { id: PUBLIC.rpId, origin: PUBLIC.origin }
  const { synced, ...credential } = await verifyCreated(party, answer)
  const passkey_id = place.market.ids.next('psk')
  const rest = {
    name: 'key',
    synced: Number(synced),
    transports_json: '[]',
    created_at: clock.now(),
    last_used_at: null,
  }
  await place.database.transaction((tx) => insertPasskey(tx, { passkey_id, user_id, ...credential, ...rest }))
  return { passkey, answer, passkey_id }
}
/** What a passkey of a user of its own answers. */
async function proof() {
  const { passkey } = await passkeyOf((await place.user(`key${++serial}`)).user_id)
  return passkey.get(await place.connect().call(endpoints.beginPasskeyLogin, {}))
}
let purchase: Promise<{ purchase_id: string }> | undefined
const ofOwned = ({ cast }: Row) => ({ params: { host_id: cast.owned.host_id } })
const ofWebhook = async ({ cast }: Row) => ({ params: await storeWebhook(place, cast.owner.user_id) })
/** Batches of an owner, one for each thing that becomes of them: they stay as they are however often it is asked. */
const batches = new Map<string, Promise<string>>()
async function ofBatch({ cast: { owner } }: Row, what: 'open' | 'started' | 'cancelled' = 'open') {
  const key = `${owner.user_id} ${what}`
  const made = batches.get(key) ?? makeBatch(owner)
  batches.set(key, made)
  return { params: { batch_id: await made } }
}
async function makeBatch({ client }: TestUser): Promise<string> {
  const { batch_id } = await client.call(endpoints.createBatch, { body: { name: 'b', model: 'm' } })
  await client.call(endpoints.addBatchLines, { params: { batch_id }, body: BATCH_LINES })
  return batch_id
}
/** A conversation of an owner, with the job that it is of. */
const conversations = new Map<string, Promise<{ job_id: string; conversation_id: string }>>()
function conversation(owner: TestUser) {
  const kept = conversations.get(owner.user_id) ?? keepConversation(owner)
  conversations.set(owner.user_id, kept)
  return kept
}
async function keepConversation({ client }: TestUser) {
  const { job_id } = await client.call(endpoints.runModel, { body: { model: 'chat', input_text: 'x', max_tokens: 1 } })
  const { conversation_id } = await client.call(endpoints.createConversation, { body: { title: 't', jobs: [job_id] } })
  return { job_id, conversation_id }
}
const makeConversation = async (owner: TestUser) => (await keepConversation(owner)).conversation_id
const ofConversation = async ({ cast: { owner } }: Row) => {
  return { params: { conversation_id: (await conversation(owner)).conversation_id } }
}
const ofFile = async ({ cast: { owner } }: Row) => ({ params: { file_id: await uploaded(place.url, owner) } })
const fileBatch = async ({ cast: { owner } }: Row) => {
  const input_file_id = await uploaded(place.url, owner)
  return { input_file_id, endpoint: '/v1/chat/completions', completion_window: '24h' }
}
const ofFileBatch = async (row: Row) => {
  const json = await fileBatch(row)
  const { body } = await ask(place.url, 'POST /v1/batches', { as: row.cast.owner.authorization, json })
  return { params: { batch_id: (body as { id: string }).id } }
}
const BATCH_LINES = { first: 0, lines: [{ input_text: 'x' }] }
const ofDocumentsKey = async ({ cast }: Row) => {
  const params = { user_id: cast.owner.user_id }
  const { key_id = '' } = await shared.admin.client.call(endpoints.createDocumentsKey, { params })
  return { params: { key_id } }
}
const ofResponse = async ({ cast }: Row) => {
  const json = { model: 'chat', input: 'x', max_output_tokens: 1 }
  const made = await ask(place.url, 'POST /v1/responses', { as: cast.owner.authorization, json })
  return { params: { response_id: (made.body as { id: string }).id } }
}
const nothing = () => ({})
/** The same for all rows of a cast. */
function once(make: (row: Row) => Promise<Given>) {
  const made = new Map<string, Promise<Given>>()
  return (row: Row) => {
    const { user_id } = row.cast.owner
    const given = made.get(user_id) ?? make(row)
    made.set(user_id, given)
    return given
  }
}
const INPUTS: Record<Name, (row: Row) => Given | Promise<Given>> = {
  root: nothing,
  health: nothing,
  ready: nothing,
  models: nothing,
  modelHistory: nothing,
  hosts: nothing,
  metrics: nothing,
  openapi: nothing,
  docs: nothing,
  createUser: () => ({
    json: { username: `new${++serial}`, email: `new${serial}@example.com`, password: 'correct horse' },
  }),
  me: nothing,
  createToken: () => ({ json: { name: 'matrix' } }),
  listTokens: nothing,
  // Revoking is not repeatable: each row has its own token.
  revokeToken: async ({ cast }) => {
    const { token_id } = await cast.owner.client.call(endpoints.createToken, { body: { name: 'spare' } })
    return { params: { token_id } }
  },
  changePassword: () => ({ json: { current_password: 'correct horse', new_password: 'another horse' } }),
  closeAccount: () => ({ json: { password: 'correct horse' } }),
  adoptHost: async () => ({ json: { api_key: (await place.host()).api_key } }),
  listOwnHosts: nothing,
  showOwnedHost: ofOwned,
  changeOwnedHost: (row) => ({ ...ofOwned(row), json: { paused: false } }),
  rotateOwnedHostKey: ofOwned,
  ownedHostEarnings: ofOwned,
  ownedHostHours: ofOwned,
  changes: () => ({ query: '?seconds=0' }),
  runModel: () => ({ json: { model: 'm', input_text: 'x', max_tokens: 1 } }),
  listJobs: nothing,
  getJob: nothing,
  cancelJob: nothing,
  streamJob: nothing,
  createBatch: () => ({ json: { name: 'b', model: 'm' } }),
  addBatchLines: async (row) => ({ ...(await ofBatch(row)), json: BATCH_LINES }),
  startBatch: (row) => ofBatch(row, 'started'),
  cancelBatch: (row) => ofBatch(row, 'cancelled'),
  listBatches: nothing,
  getBatch: (row) => ofBatch(row),
  batchResults: (row) => ofBatch(row),
  createFile: () => anUpload,
  listFiles: nothing,
  getFile: once(ofFile),
  fileContent: once(ofFile),
  // Deleting is not repeatable: each row has its own.
  deleteFile: ofFile,
  createOpenAiBatch: once(async (row) => ({ json: await fileBatch(row) })),
  listOpenAiBatches: nothing,
  getOpenAiBatch: once(ofFileBatch),
  cancelOpenAiBatch: once(ofFileBatch),
  createConversation: async (row) => ({ json: { title: 't', jobs: [(await conversation(row.cast.owner)).job_id] } }),
  changeConversation: async (row) => ({ ...(await ofConversation(row)), json: { title: 'u' } }),
  listConversations: nothing,
  getConversation: ofConversation,
  // Deleting is not repeatable: each row has its own.
  deleteConversation: async ({ cast: { owner } }) => ({ params: { conversation_id: await makeConversation(owner) } }),
  usage: nothing,
  alerts: nothing,
  setAlerts: () => ({ json: { day: 1 } }),
  userStatement: nothing,
  hostStatement: ({ byHost, host_id, cast }) => ({ query: `?host_id=${byHost ? host_id : cast.owned.host_id}` }),
  hostEarningsByDay: nothing,
  createPurchase: () => ({ json: { credits: 5 } }),
  listPurchases: nothing,
  getPurchase: async ({ cast }) => {
    // One for all rows: few may wait to be paid at once.
    purchase ??= cast.owner.client.call(endpoints.createPurchase, { body: { credits: 5n } })
    return { params: { purchase_id: (await purchase).purchase_id } }
  },
  // Its own proof is a signature, which this provider does not ask for.
  stripeWebhook: () => ({ json: {} }),
  checkoutDone: nothing,
  adminPurchases: nothing,
  openAiModelList: nothing,
  openAiModelByName: () => ({ params: { model: 'm' } }),
  chatCompletions: () => ({ json: { model: 'chat', messages: [{ role: 'user', content: 'x' }], max_tokens: 1 } }),
  completions: () => ({ json: { model: 'chat', prompt: 'x', max_tokens: 1 } }),
  embeddings: () => ({ json: { model: 'chat', input: 'x' } }),
  rerank: () => ({ json: { model: 'chat', query: 'x', documents: ['y'] } }),
  createResponse: () => ({ json: { model: 'chat', input: 'x', max_output_tokens: 1 } }),
  getResponse: ofResponse,
  deleteResponse: ofResponse,
  createMessage: () => ({ json: { model: 'chat', messages: [{ role: 'user', content: 'x' }], max_tokens: 1 } }),
  registerHost: () => ({ json: { gpu: 'G', models: ['reg'], price_per_token: 0, backend: 'langchain' } }),
  heartbeatHost: ({ host_id }) => ({ json: { host_id, gpu_utilization: 0, available_models: ['m'] } }),
  nextJob: ({ host_id }) => ({ json: { host_id } }),
  connectHost: () => ({}),
  results: ({ host_id }) => ({ json: { host_id, results: [] } }),
  hostMe: nothing,
  changeHost: ({ host_id }) => ({ json: { host_id } }),
  rotateHostKey: nothing,
  createWithdrawal: ({ byHost, host_id, cast }) => ({
    json: { amount: 0.000001, destination: 'bank', host_id: byHost ? host_id : cast.owned.host_id },
  }),
  listWithdrawals: ({ byHost, host_id }) => (byHost ? { query: `?host_id=${host_id}` } : {}),
  createWebhook: () => ({ json: { url: `http://127.0.0.1:9/${randomUUID()}` } }),
  listWebhooks: nothing,
  changeWebhook: async (row) => ({ ...(await ofWebhook(row)), json: { disabled: true } }),
  deleteWebhook: ofWebhook,
  rotateWebhookSecret: ofWebhook,
  testWebhook: ofWebhook,
  listDeliveries: ofWebhook,
  retryDelivery: ofWebhook,
  adminUsers: nothing,
  adminHosts: nothing,
  grantCredits: () => ({ json: { amount: 1, reason: 'matrix' } }),
  changeUser: () => ({ json: { disabled: false } }),
  changeAnyHost: () => ({ json: { disabled: false } }),
  adminWithdrawals: nothing,
  disputeJob: async ({ cast }) => ({
    params: { job_id: await paidJob(place, cast.owner) },
    json: { reason: 'garbage' },
  }),
  listDisputes: nothing,
  hostDisputes: nothing,
  adminDisputes: nothing,
  showDispute: async ({ cast }) => ({ params: { job_id: await disputedJob(place, cast.owner) } }),
  decideDispute: async ({ cast }) => ({
    params: { job_id: await disputedJob(place, cast.owner) },
    json: { decision: 'reject' },
  }),
  verification: nothing,
  appeal: async ({ cast }) => {
    for (const { host_id } of [cast.host, cast.rival, cast.owned]) await refuse(place, host_id)
    return { json: { text: 'It is the model.' } }
  },
  ownedVerification: ofOwned,
  ownedAppeal: async (row) => {
    await refuse(place, row.cast.owned.host_id)
    return { ...ofOwned(row), json: { text: 'It is the model.' } }
  },
  adminFigures: nothing,
  adminHours: nothing,
  adminServers: nothing,
  auditLedger: nothing,
  adminVerification: nothing,
  showVerificationOf: ({ cast }) => ({ params: { host_id: cast.host.host_id } }),
  decideVerdict: async () => {
    const { host_id } = await place.host()
    await refuse(place, host_id)
    return { params: { host_id }, json: { model: 'm', decision: 'lift' } }
  },
  adminEarnings: nothing,
  showEarnings: ({ cast }) => ({ params: { host_id: cast.host.host_id } }),
  decideEarnings: async ({ cast }) => ({
    params: { host_id: await frozenHost(place, cast) },
    json: { decision: 'release', reason: 'x' },
  }),
  resolveWithdrawal: async ({ cast }) => {
    const body = { amount: 1000n, destination: 'bank' }
    const { withdrawal_id } = await cast.rival.client.call(endpoints.createWithdrawal, { body })
    return { params: { withdrawal_id }, json: { status: 'paid' } }
  },
  createDocumentsKey: nothing,
  showVerification: () => ({ query: '?token=x' }),
  // Codes are not proven by credentials: see account.mail.test.ts.
  verifyEmail: async () => ({ query: `?token=${await mailCode('verify')}` }),
  sendVerification: nothing,
  changeEmail: () => ({ json: { email: `new${++serial}@example.com`, password: 'correct horse' } }),
  requestPasswordReset: () => ({ json: { email: 'nobody@example.com' } }),
  resetPassword: async () => ({ json: { code: await mailCode('reset'), new_password: 'correct horse' } }),
  showSecondFactor: nothing,
  beginSecondFactor: () => ({ json: { password: 'correct horse' } }),
  // No code is right where no app has a secret: see second-factor.test.ts.
  confirmSecondFactor: () => ({ json: { password: 'correct horse', code: '000000' } }),
  removeSecondFactor: () => ({ json: { password: 'correct horse' } }),
  beginPasskey: () => ({ json: { password: 'correct horse' } }),
  // No answer is right to a request that was another's: see passkeys.test.ts.
  addPasskey: async () => ({ json: { name: 'x', response: (await passkeyOf(shared.owner.user_id)).answer } }),
  listPasskeys: nothing,
  renamePasskey: async ({ cast }) => ({
    params: { passkey_id: (await passkeyOf(cast.owner.user_id)).passkey_id },
    json: { name: 'x' },
  }),
  removePasskey: async ({ cast }) => ({
    params: { passkey_id: (await passkeyOf(cast.owner.user_id)).passkey_id },
    json: { password: 'correct horse' },
  }),
  beginPasskeyLogin: nothing,
  logInByPasskey: async () => ({ json: { name: 'x', response: await proof() } }),
  codeByPasskey: async () => ({ json: { response: await proof() } }),
  createSession: ({ cast }) => ({ json: { username: cast.owner.username, password: 'correct horse' } }),
  createPasskeySession: async () => ({ json: { response: await proof() } }),
  showSession: nothing,
  endSession: nothing,
  listSessions: nothing,
  revokeSession: async ({ cast }) => {
    const deps = { database: place.database, clock, ids: createIds(clock), log: createLog('silent') }
    const user = await userById(place.database, cast.owner.user_id)
    if (!user) throw new Error('the owner is not there')
    const { session_id } = await openSession(deps, user, { address: '127.0.0.1', agent: 'matrix' })
    return { params: { session_id } }
  },
  exportAccount: nothing,
  listDocumentsKeys: nothing,
  claimDocumentsKey: ofDocumentsKey,
  revokeDocumentsKey: ofDocumentsKey,
  modelAliases: nothing,
  setModelAlias: () => ({ params: { alias: 'org/fast' }, json: { models: ['m'] } }),
  removeModelAlias: async () => {
    await place.database.transaction((tx) => putAlias(tx, { alias: 'gone', models_json: '[]', changed_at: 1 }))
    return { params: { alias: 'gone' } }
  },
  adminLog: nothing,
  removeAdmin: async () => {
    await place.database.transaction((tx) => changeRole(tx, deputy, 'admin'))
    return { params: { user_id: deputy } }
  },
}

/** Their success takes the credential's own worth away: each row that may succeed has people of its own. */
const SPENT = new Set<string>([
  ...(['changePassword', 'closeAccount', 'rotateHostKey', 'rotateOwnedHostKey'] satisfies Name[]),
])

function headerOf(credential: string, cast: Cast): string | undefined {
  const known: Record<Opener, string> = {
    owner: cast.owner.authorization,
    // Names are not case-sensitive.
    password: basic(cast.owner.username.toUpperCase(), cast.owner.password),
    other: cast.other.authorization,
    admin: cast.admin.authorization,
    host: bearer(cast.host.api_key),
    owned: bearer(cast.owned.api_key),
    rival: bearer(cast.rival.api_key),
    'host naming another': bearer(cast.host.api_key),
    documents,
  }
  return { ...known, ...nobodies, ...outcasts }[credential]
}

async function call(endpoint: Endpoint, credential: string, cast: Cast): Promise<Asked> {
  const host = { owned: cast.owned, rival: cast.rival, 'host naming another': cast.rival }[credential] ?? cast.host
  const byHost = ['host', 'owned', 'rival', 'host naming another'].includes(credential)
  const { query = '', params, ...body } = await INPUTS[endpoint.name as Name]({ cast, byHost, host_id: host.host_id })
  const ids: Record<string, string> = {
    job_id: cast.job_id,
    user_id: cast.owner.user_id,
    host_id: cast.host.host_id,
    ...params,
  }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_all, name) => ids[name] as string) + query
  return await ask(place.url, `${endpoint.method} ${path}`, { as: headerOf(credential, cast), ...body })
}

/** In their bodies. */
const NAMES_ITS_OWNERS = new Set(['createConversation', 'createOpenAiBatch'])

/** Statuses by credential; 200 stands for whatever success the endpoint declares. */
function wanted({ name, credential, params }: Endpoint): Record<string, number> {
  const users = (status: number) => ({ owner: status, password: status, other: status, admin: status })
  const hosts = (status: number) => ({ host: status, owned: status, rival: status, 'host naming another': status })
  const each = (all: object, status: number) => Object.fromEntries(Object.keys(all).map((one) => [one, status]))
  const base = { none: 401, ...each(nobodies, 401), ...each(outcasts, 403), documents: 403 }
  // What is another's does not exist: an admin's own endpoints are the only ones that see it.
  // Models are everybody's.
  // A conversation names jobs in its body, and those are the owner's.
  const foreign = (params && name !== 'openAiModelByName') || NAMES_ITS_OWNERS.has(name) ? 404 : 200
  const namesHost = ['heartbeatHost', 'nextJob', 'results'].includes(name)
  switch (credential) {
    case 'none':
      return { ...each(base, 200), ...users(200), ...hosts(200) }
    case 'optional-user':
      return { ...base, none: 200, ...users(200), ...hosts(403) }
    case 'user':
      // No code is right where no app has been given a secret.
      if (name === 'confirmSecondFactor' || name === 'addPasskey') return { ...base, ...users(403), ...hosts(403) }
      return { ...base, ...users(200), other: foreign, admin: foreign, ...hosts(403) }
    case 'host':
      // Let in, and then told that it is no request that a channel begins with.
      if (name === 'connectHost') return { ...base, ...users(403), ...hosts(426) }
      return { ...base, ...users(403), ...hosts(200), 'host naming another': namesHost ? 403 : 200 }
    case 'user-or-host':
      if (name === 'listWithdrawals')
        return { ...base, ...users(200), ...hosts(200), owned: 403, 'host naming another': 403 }
      // A host reads what it earned, whoever may withdraw it.
      if (name === 'hostStatement')
        return { ...base, ...users(404), owner: 200, password: 200, ...hosts(200), 'host naming another': 403 }
      // An owned host's earnings are its owner's to withdraw, and nobody else's.
      return {
        ...base,
        ...users(404),
        owner: 200,
        password: 200,
        ...hosts(200),
        owned: 403,
        'host naming another': 403,
      }
    case 'admin':
      return { ...base, ...users(403), admin: 200, ...hosts(403) }
    default:
      throw new Error(`no endpoint of the marketplace takes ${credential}`)
  }
}

const CODES: Record<number, [string, string]> = {
  401: ['unauthorized', 'invalid_api_key'],
  403: ['forbidden', 'forbidden'],
  404: ['not_found', 'not_found'],
  426: ['upgrade_required', 'upgrade_required'],
}

function expectRefusal(endpoint: Endpoint, answer: Asked): void {
  const [ours, openAis] = CODES[answer.status] ?? ['none of the codes wanted here', '']
  if (endpoint.path === '/v1/messages') expect(anthropicError.strict().parse(answer.body).type).toBe('error')
  else if (endpoint.path.startsWith('/v1/')) expect(openAiError.strict().parse(answer.body).error.code).toBe(openAis)
  else expectError(answer, answer.status, ours)
}

test('the matrix has a row for every endpoint', () => {
  expect(Object.keys(INPUTS).sort()).toEqual(Object.keys(endpoints).sort())
  expect(Object.entries(endpoints).filter(([name, endpoint]) => name !== endpoint.name)).toEqual([])
})

describe.each(Object.values(endpoints) as Endpoint[])('$method $path', (endpoint) => {
  test('answers each credential as the contract says', async () => {
    const rows = wanted(endpoint)
    const found = await Promise.all(
      Object.entries(rows).map(async ([credential, status]) => {
        const spent = SPENT.has(endpoint.name) && status === 200
        const cast = spent ? await startCast(place, `.${++serial}`) : shared
        const answer = await call(endpoint, credential, cast)
        const challenge = answer.headers.get('www-authenticate')
        if (answer.status === 401) expect(challenge).toMatch(/^Bearer realm="mkt", Basic realm="mkt"/)
        else expect(challenge).toBeNull()
        if (answer.status >= 400) expectRefusal(endpoint, answer)
        return [credential, answer.status in endpoint.answers ? 200 : answer.status]
      }),
    )
    expect(Object.fromEntries(found)).toEqual(rows)
  })
})

test('nobody who was refused has changed anything', async () => {
  const { owner, host, rival, owned } = shared
  for (const header of [owner.authorization, basic(owner.username, owner.password)])
    expect((await ask(place.url, 'GET /users/me', { as: header })).status).toBe(200)
  for (const { api_key } of [host, rival, owned])
    expect((await ask(place.url, 'GET /hosts/me', { as: bearer(api_key) })).status).toBe(200)
})
