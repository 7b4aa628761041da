import { CAPABILITIES, market as endpoints, type JobOffer, NANO_PER_CREDIT, writeVector } from '@mkt/schemas'
import { ApiError, UnreachableError } from '@mkt/schemas/client'
import fc from 'fast-check'
import { changeRole } from '../../../server/src/accounts/user-store.ts'
import type { Marketplace, TestHost, TestUser } from '../marketplace.ts'
import { uploaded } from '../upload.ts'
import { storeWebhook } from '../webhook-rows.ts'
import { ask as askOnce } from './ask.ts'
import type { Known } from './fuzz.values.ts'

/** Whatever a request needs. */
const ABLE = CAPABILITIES.filter((name) => name !== 'vectors_only')

export type Name = keyof typeof endpoints

/** How one endpoint is asked. */
export interface Part {
  /** The Authorization header of the next valid or mutated request. */
  as?: (valid: boolean) => string | undefined
  known?: Known
  /** How many of the valid requests must succeed at least. */
  least?: number
  /** At once; 1 where an answer changes how the next request is made. */
  lanes?: number
  /** Told of every success body. */
  seen?: (body: unknown) => void
}

const POOL = 60
const THROWAWAYS = 8
/** One valid request of so many is made by an account that may be lost. */
const THROWAWAY_EVERY = 15
const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))
const oneOf = (values: readonly unknown[]) => fc.constantFrom(...values)
const wholeNumber = (max: number) => fc.integer({ min: 1, max })

/** People, hosts, jobs, tokens and withdrawals for every endpoint to work on, apart where calls undo each other. */
export async function startStage(place: Marketplace): Promise<Record<Name, Part>> {
  const [buyer, keeper, admin, target, gone] = (await times(5, (index) => place.user(`stage${index}`))) as [
    TestUser,
    TestUser,
    TestUser,
    TestUser,
    TestUser,
  ]
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
  await gone.client.call(endpoints.closeAccount, { body: { password: gone.password } })
  await place.grant(buyer.user_id, 1_000_000n * NANO_PER_CREDIT)
  const host = (options = {}) => place.host(options)
  const [seller, taker, pulse, changer, chatter] = [
    await host(),
    await host(),
    await host(),
    await host(),
    // Free: a request with a price of its own would wait for a cheaper one.
    await host({ models: ['chat'], price: 0n, capabilities: ['embeddings', 'rerank'] }),
  ]
  answerChats(buyer, chatter)
  const as = (header: string) => ({ as: () => header })
  const by = (one: TestHost) => as(`Bearer ${one.api_key}`)
  const users = [target.user_id, gone.user_id, admin.user_id]
  return {
    ...OPEN,
    ...(await accountParts(place, buyer, keeper)),
    ...(await jobParts(place, buyer)),
    ...(await openAiParts(buyer, place.url)),
    registerHost: { as: (valid) => (valid ? keeper.authorization : undefined) },
    heartbeatHost: { ...by(pulse), known: { host_id: oneOf([pulse.host_id]), available_models: oneOf([['m'], []]) } },
    nextJob: { ...by(taker), known: { host_id: oneOf([taker.host_id]), wait_seconds: oneOf([0]) } },
    ...(await resultPart(place, buyer)),
    connectHost: { ...by(seller), least: 0 },
    hostMe: by(seller),
    changeHost: by(changer),
    rotateHostKey: rotation(await host()),
    ...(await withdrawalParts(place, buyer, admin)),
    ...(await webhookParts(place, buyer)),
    adminUsers: as(admin.authorization),
    adminHosts: as(admin.authorization),
    grantCredits: {
      ...as(admin.authorization),
      known: { user_id: oneOf(users), amount: oneOf([1e-9, 0.5, 3, 9_000_000]) },
    },
    changeUser: { ...as(admin.authorization), known: { user_id: oneOf(users) } },
    changeAnyHost: { ...as(admin.authorization), known: { host_id: oneOf([(await host()).host_id]) } },
    adminLog: as(admin.authorization),
    modelAliases: as(admin.authorization),
    setModelAlias: as(admin.authorization),
    // Random names are rarely those that a random operator has set.
    removeModelAlias: { ...as(admin.authorization), least: 0 },
    adminEarnings: as(admin.authorization),
    disputeJob: { ...as(buyer.authorization), least: 0 },
    listDisputes: as(buyer.authorization),
    hostDisputes: as(`Bearer ${(await host()).api_key}`),
    adminDisputes: as(admin.authorization),
    showDispute: { ...as(admin.authorization), least: 0 },
    decideDispute: { ...as(admin.authorization), least: 0 },
    verification: as(`Bearer ${(await host()).api_key}`),
    // Nobody is refused.
    appeal: { ...as(`Bearer ${(await host()).api_key}`), least: 0 },
    adminFigures: { ...as(admin.authorization), known: DAYS },
    adminHours: as(admin.authorization),
    adminServers: as(admin.authorization),
    // One at a time: another is told to wait.
    auditLedger: { ...as(admin.authorization), lanes: 1 },
    adminVerification: as(admin.authorization),
    showVerificationOf: { ...as(admin.authorization), known: { host_id: oneOf([(await host()).host_id]) } },
    decideVerdict: { ...as(admin.authorization), least: 0 },
    // None of it is frozen, but for what a random operator has shut out.
    showEarnings: { ...as(admin.authorization), known: { host_id: oneOf([(await host()).host_id]) } },
    decideEarnings: { ...as(admin.authorization), known: { host_id: oneOf([(await host()).host_id]) }, least: 0 },
    // Most are no admins, and the one who is goes on.
    removeAdmin: { ...as(admin.authorization), known: { user_id: oneOf(users) }, least: 0 },
    // Codes that were sent nowhere, and a server that sends none: see account.mail.test.ts.
    showVerification: {},
    verifyEmail: { least: 0 },
    sendVerification: { ...as(buyer.authorization), least: 0 },
    changeEmail: { ...as(buyer.authorization), least: 0 },
    requestPasswordReset: { least: 0 },
    resetPassword: { least: 0 },
    showSecondFactor: as(buyer.authorization),
    beginSecondFactor: { ...as(buyer.authorization), least: 0 },
    confirmSecondFactor: { ...as(buyer.authorization), least: 0 },
    removeSecondFactor: { ...as(buyer.authorization), least: 0 },
    // Nothing random is signed, and this server says no public address: see passkeys.test.ts.
    beginPasskey: { ...as(buyer.authorization), least: 0 },
    addPasskey: { ...as(buyer.authorization), least: 0 },
    listPasskeys: as(buyer.authorization),
    renamePasskey: { ...as(buyer.authorization), least: 0 },
    removePasskey: { ...as(buyer.authorization), least: 0 },
    beginPasskeyLogin: { least: 0 },
    createSession: { least: 0 },
    createPasskeySession: { least: 0 },
    showSession: as(buyer.authorization),
    endSession: as(buyer.authorization),
    listSessions: as(buyer.authorization),
    revokeSession: { ...as(buyer.authorization), least: 0 },
    logInByPasskey: { least: 0 },
    codeByPasskey: { least: 0 },
    exportAccount: as(buyer.authorization),
    listDocumentsKeys: as(buyer.authorization),
    // Each is fetched and revoked once, and nobody has one here.
    claimDocumentsKey: { ...as(buyer.authorization), least: 0 },
    revokeDocumentsKey: { ...as(buyer.authorization), least: 0 },
    createDocumentsKey: { ...as(admin.authorization), known: { user_id: oneOf(users) } },
    openAiModelList: as(buyer.authorization),
    openAiModelByName: { ...as(buyer.authorization), known: { model: oneOf(['chat', 'm']) } },
    ...(await purchaseParts(keeper, admin)),
    ...(await batchParts(buyer)),
    ...(await fileParts(place.url, buyer)),
    ...(await conversationParts(buyer)),
    ...usageParts(buyer.authorization, seller),
  }
}

async function conversationParts({ client, authorization }: TestUser) {
  const body = { model: 'chat', input_text: 'x', max_tokens: 1 }
  const { job_id } = await client.call(endpoints.runModel, { body })
  const jobs = oneOf([[job_id]])
  const make = () => client.call(endpoints.createConversation, { body: { title: 't', jobs: [job_id] } })
  const ids = oneOf((await times(3, make)).map(({ conversation_id }) => conversation_id))
  const part = (known: Known = { conversation_id: ids }) => ({ as: () => authorization, known })
  return {
    createConversation: part({ jobs }),
    changeConversation: part({ conversation_id: ids, jobs }),
    listConversations: part({}),
    getConversation: part(),
    // Random ones are rarely there still.
    deleteConversation: { ...part(), least: 0 },
  }
}

async function fileParts(url: string, buyer: TestUser) {
  const ids = oneOf(await times(3, () => uploaded(url, buyer)))
  const ask = async (input_file_id: string) => {
    const json = { input_file_id, endpoint: '/v1/chat/completions', completion_window: '24h' }
    return (await askOnce(url, 'POST /v1/batches', { as: buyer.authorization, json })).body as { id: string }
  }
  const input = await uploaded(url, buyer)
  const batches = oneOf((await times(2, () => ask(input))).map(({ id }) => id))
  const part = (known: Known = { file_id: ids }) => ({ as: () => buyer.authorization, known })
  return {
    // A form, which is not made here.
    createFile: { ...part({}), least: 0 },
    listFiles: part({ after: ids }),
    getFile: { ...part(), least: 0 },
    fileContent: { ...part(), least: 0 },
    deleteFile: { ...part(), least: 0 },
    // Few may be open at a time.
    createOpenAiBatch: { ...part({ input_file_id: oneOf([input]) }), least: 0 },
    listOpenAiBatches: part({ after: batches }),
    getOpenAiBatch: part({ batch_id: batches }),
    cancelOpenAiBatch: part({ batch_id: batches }),
  }
}
async function batchParts({ client, authorization }: TestUser) {
  const make = () => client.call(endpoints.createBatch, { body: { name: 'b', model: 'm' } })
  const ids = oneOf((await times(3, make)).map(({ batch_id }) => batch_id))
  const part = (known: Known = { batch_id: ids }) => ({ as: () => authorization, known })
  return {
    // Few may be open at a time.
    createBatch: { ...part({ model: oneOf(['m']) }), least: 0 },
    addBatchLines: { ...part({ batch_id: ids, first: oneOf([0, 1, 2]) }), least: 0 },
    startBatch: { ...part(), least: 0 },
    cancelBatch: part(),
    listBatches: part({}),
    getBatch: part(),
    batchResults: part(),
  }
}

async function purchaseParts({ client, authorization }: TestUser, admin: TestUser) {
  const buy = () => client.call(endpoints.createPurchase, { body: { credits: 5_000_000_000n } })
  const made = await times(8, buy)
  const as = () => authorization
  return {
    createPurchase: { as, known: { credits: oneOf([1e-9, 0.5, 3, 8_999_000]) } },
    listPurchases: { as },
    getPurchase: { as, known: { purchase_id: oneOf(made.map(({ purchase_id }) => purchase_id)) } },
    stripeWebhook: {},
    checkoutDone: {},
    adminPurchases: { as: () => admin.authorization },
  }
}

/** Any two days are rarely in order and within a year: these are. */
const DAYS = { from: oneOf(['2026-01-01', '2026-02-28']), to: oneOf(['2026-03-01', '2026-12-31']) }

function usageParts(buyer: string, host: TestHost) {
  const cursor = oneOf([`ltx_${'0'.repeat(26)}.0`, `ltx_${'7'.repeat(26)}.-1000000`])
  const part = (header: string, more: Known = {}) => ({ as: () => header, known: { ...DAYS, ...more } })
  const key = `Bearer ${host.api_key}`
  return {
    usage: part(buyer),
    alerts: { as: () => buyer },
    setAlerts: { as: () => buyer },
    userStatement: part(buyer, { cursor }),
    hostStatement: part(key, { cursor, host_id: oneOf([host.host_id]) }),
    hostEarningsByDay: part(key),
  }
}

const OPEN = {
  root: {},
  health: {},
  ready: {},
  models: {},
  modelHistory: {},
  hosts: {},
  metrics: {},
  openapi: {},
  docs: {},
}

async function accountParts(place: Marketplace, buyer: TestUser, keeper: TestUser) {
  const { client, authorization } = keeper
  const tokens = await times(POOL, () => client.call(endpoints.createToken, { body: { name: 'spare' } }))
  const keys = await times(POOL, async () => (await place.host({ models: ['idle'] })).api_key)
  const as = () => authorization
  const own = await times(POOL, async () => (await place.host({ models: ['idle'], owner: authorization })).host_id)
  const ofHosts = { as, known: { host_id: oneOf(own) } }
  const passwords = { known: { current_password: oneOf(['correct horse']), password: oneOf(['correct horse']) } }
  return {
    // argon2 takes some 45 ms each: the limit of signups (limits.signups_per_hour) lets about 90 of the valid
    // requests through to it and refuses the others, which is an answer that the contract declares too.
    createUser: { least: 60 },
    me: { as },
    createToken: { as: () => buyer.authorization },
    listTokens: { as },
    revokeToken: { as, known: { token_id: oneOf(tokens.map(({ token_id }) => token_id)) }, least: 30 },
    // A right password ends the account or its tokens, and a wrong one costs argon2: a few accounts are there to be
    // lost, the other requests come from one whose password is another, and after 30 failures they are 429 at once.
    changePassword: { ...passwords, ...(await throwaways(place)), least: THROWAWAYS / 2 },
    closeAccount: { ...passwords, ...(await throwaways(place)), least: THROWAWAYS / 2 },
    adoptHost: { as, known: { api_key: oneOf(keys) } },
    listOwnHosts: { as },
    showOwnedHost: ofHosts,
    changeOwnedHost: ofHosts,
    rotateOwnedHostKey: ofHosts,
    ownedVerification: ofHosts,
    ownedAppeal: { ...ofHosts, least: 0 },
    ownedHostHours: ofHosts,
    ownedHostEarnings: { ...ofHosts, known: { ...ofHosts.known, ...DAYS } },
  }
}

async function throwaways(place: Marketplace): Promise<Part> {
  const [stubborn, ...spare] = (await times(THROWAWAYS + 1, () => place.user())) as [TestUser, ...TestUser[]]
  const new_password = 'another horse'
  await stubborn.client.call(endpoints.changePassword, { body: { current_password: stubborn.password, new_password } })
  const basic = `Basic ${Buffer.from(`${stubborn.username}:${new_password}`).toString('base64')}`
  const { token } = await place.connect(basic).call(endpoints.createToken, { body: { name: 'again' } })
  let count = 0
  return {
    as: (valid) => (valid && ++count % THROWAWAY_EVERY === 0 && spare.pop()?.authorization) || `Bearer ${token}`,
  }
}

async function jobParts(place: Marketplace, buyer: TestUser) {
  const { client, authorization } = buyer
  const submit = async (model: string) =>
    (await client.call(endpoints.runModel, { body: { model, input_text: 'x', max_tokens: 9 } })).job_id
  const [maker, own] = [
    await place.host({ models: ['made'] }),
    await place.host({ models: ['m', 'waits'], owner: authorization }),
  ]
  // Whatever a request needs, there is a host that can do it.
  const able = { gpu_utilization: 0, available_models: ['m', 'waits'], capabilities: ABLE }
  await own.client.call(endpoints.heartbeatHost, { body: { host_id: own.host_id, ...able } })
  const ended = await times(8, () => submit('made'))
  for (const [index, job_id] of ended.entries()) {
    const offer = await maker.next()
    if (offer?.job_id !== job_id) throw new Error('jobs are offered oldest first')
    if (index % 3 === 0) await client.call(endpoints.cancelJob, { params: { job_id } })
    else if (index % 3 === 1) await maker.results([{ job_id, tokens: [], error: { code: 'engine_died' } }])
    else await maker.results([{ job_id, tokens: ['a', '\n\n', '🎉', '[DONE]'], finish_reason: 'stop' }])
  }
  const queued = await times(POOL, () => submit('waits'))
  const as = () => authorization
  return {
    runModel: {
      as,
      known: {
        model: oneOf(['m', 'waits']),
        max_tokens: wholeNumber(50),
        host_id: oneOf([own.host_id]),
        max_price_per_token: oneOf([0.001, 1]),
        hosts: oneOf([{ only: [own.host_id] }, { not: [maker.host_id] }]),
        verified: oneOf([false]),
      },
    },
    listJobs: { as },
    getJob: { as, known: { job_id: oneOf([...ended, ...queued]) } },
    cancelJob: { as, known: { job_id: oneOf([...ended, ...queued]) } },
    // Only ended jobs: their streams end by themselves.
    changes: { as, known: { seconds: oneOf([0]) } },
    streamJob: { as, known: { job_id: oneOf(ended) }, least: 60 },
  }
}

async function openAiParts({ authorization }: TestUser, url: string) {
  const tokens = wholeNumber(20)
  const models = oneOf([['chat'], ['nobody', 'chat']])
  const known = { model: oneOf(['chat']), models, max_tokens: tokens, max_completion_tokens: tokens }
  const part = { as: () => authorization, known }
  const as = () => authorization
  const ask = { as, known: { model: oneOf(['chat']), models, input: oneOf(['x']), max_output_tokens: tokens } }
  const messages = oneOf([[{ role: 'user', content: 'x' }], [{ role: 'user', content: [{ type: 'text', text: 'x' }] }]])
  const createMessage = { as, known: { model: oneOf(['chat']), messages, max_tokens: tokens }, least: 0 }
  const kept = await times(20, async () => {
    const json = { model: 'chat', input: 'x', max_output_tokens: 1 }
    const { body } = await askOnce(url, 'POST /v1/responses', { as: authorization, json })
    return (body as { id?: string }).id ?? 'resp_0'
  })
  const ofResponse = { as, known: { response_id: oneOf(kept) }, least: 0 }
  const responses = { createResponse: { ...ask, least: 0 }, getResponse: ofResponse, deleteResponse: ofResponse }
  // Most ask for what the host of this stage cannot do, and are told so.
  const model = { model: oneOf(['chat']) }
  const embeddings = { as, known: { ...model, input: oneOf(['x', ['x', 'y']]) }, least: 0 }
  const rerank = { as, known: { ...model, query: oneOf(['x']), documents: oneOf([['x'], [{ text: 'y' }]]) }, least: 0 }
  const chats = { chatCompletions: { ...part, least: 10 }, completions: { ...part, least: 60 } }
  return { ...chats, embeddings, rerank, createMessage, ...responses }
}

/** A text, or as many vectors or scores as were asked for. */
function answerTo({ embed, rerank, max_tokens }: JobOffer) {
  if (!embed && !rerank) return { tokens: ['a', '', '🎉'] }
  const numbers = embed && (writeVector(Array(embed.dimensions ?? 2).fill(1)) as string)
  const result = numbers === undefined ? { score: 1 } : { vector: numbers }
  const places = Array.from({ length: max_tokens }, (_, at) => at)
  return { tokens: places.map(() => ''), notes: places.map((at) => ({ at, ...result })) }
}

/** After so many the server has stopped. */
const CUT_IN_A_ROW = 5

/** Answers the chat jobs in all ways in which jobs end, until the server stops. */
function answerChats(buyer: TestUser, host: TestHost): void {
  let count = 0
  const answerOne = async () => {
    const offer = await host.next(5)
    if (!offer) return void (await host.heartbeat())
    const { job_id, attempt } = offer
    const way = ++count % 12
    if (way === 1) await buyer.client.call(endpoints.cancelJob, { params: { job_id } })
    else if (way === 2) await host.results([{ job_id, attempt, error: { code: 'engine_died' } }])
    else await host.results([{ job_id, attempt, ...answerTo(offer), finish_reason: 'stop' }])
  }
  const lane = async () => {
    for (let cut = 0; cut < CUT_IN_A_ROW; ) {
      cut = await answerOne().then(
        () => 0,
        (error) => {
          // What came too late on a busy machine is refused, and the next job waits; as behind a cut connection.
          if (error instanceof ApiError) return 0
          if (error instanceof UnreachableError) return cut + 1
          throw error
        },
      )
    }
  }
  for (let lanes = 0; lanes < 4; lanes++)
    lane().catch((error) => console.error('who answers chats has stopped:', error))
}

async function resultPart(place: Marketplace, buyer: TestUser): Promise<{ results: Part }> {
  const host = await place.host({ models: ['told'] })
  const body = { model: 'told', input_text: 'x', max_tokens: 50 }
  const jobs = await times(POOL, async () => (await buyer.client.call(endpoints.runModel, { body })).job_id)
  await times(POOL, () => host.next())
  const known = {
    host_id: oneOf([host.host_id]),
    job_id: oneOf(jobs),
    attempt: oneOf([1]),
    offset: fc.nat(3),
    completion_tokens: fc.nat(60),
  }
  return { results: { as: () => `Bearer ${host.api_key}`, known } }
}

/** Each key is worth one request. */
function rotation(host: TestHost): Part {
  let key = host.api_key
  const seen = (body: unknown) => {
    key = (body as { api_key: string }).api_key
  }
  return { as: () => `Bearer ${key}`, lanes: 1, seen }
}

async function webhookParts(place: Marketplace, { authorization, user_id }: TestUser) {
  const pool = () => times(POOL, () => storeWebhook(place, user_id))
  const [lasting, retried] = [await storeWebhook(place, user_id), await storeWebhook(place, user_id)]
  const [doomed, tested] = [await pool(), await pool()]
  const maker = await place.user('webhooks')
  const paths = Array.from({ length: 100 }, (_, index) => `http://127.0.0.1:9/${index}`)
  const url = oneOf(['https://[::1]:8443/x?y=z', 'http://localhost/', ...paths])
  const as = () => authorization
  const knownOf = ({ webhook_id, delivery_id }: typeof lasting) => ({
    ...{ webhook_id: oneOf([webhook_id]), delivery_id: oneOf([delivery_id]), url },
  })
  const known = knownOf(lasting)
  return {
    // A user has 10 at most, each to another URL; one more is a conflict.
    createWebhook: { as: () => maker.authorization, known: { url }, least: 8 },
    listWebhooks: { as },
    // It may be disabled at that moment, which nothing can be sent to.
    changeWebhook: { as, known },
    deleteWebhook: { as, known: { webhook_id: oneOf(doomed.map(({ webhook_id }) => webhook_id)) }, least: 30 },
    rotateWebhookSecret: { as, known },
    // One test at a time, and nothing sends them.
    testWebhook: { as, known: { webhook_id: oneOf(tested.map(({ webhook_id }) => webhook_id)) }, least: 30 },
    listDeliveries: { as, known },
    // Of a webhook of its own: the others' requests may disable theirs.
    retryDelivery: { as, known: knownOf(retried), least: 1 },
  }
}

async function withdrawalParts(place: Marketplace, { client, authorization }: TestUser, admin: TestUser) {
  const host = await place.host({ models: ['earns'], owner: authorization })
  const { job_id } = await client.call(endpoints.runModel, { body: { model: 'earns', input_text: 'x' } })
  await host.next()
  await host.results([{ job_id, tokens: Array(100).fill('x'), finish_reason: 'stop' }])
  const body = { amount: 1n, destination: 'bank', host_id: host.host_id }
  const made = await times(POOL, () => client.call(endpoints.createWithdrawal, { body }))
  const [as, host_id] = [() => authorization, oneOf([host.host_id])]
  return {
    createWithdrawal: {
      as,
      known: { host_id, amount: oneOf([1e-9, 0.000001]), destination: oneOf(['bank', 'credits', '🏦']) },
    },
    listWithdrawals: { as, known: { host_id } },
    adminWithdrawals: { as: () => admin.authorization },
    resolveWithdrawal: {
      as: () => admin.authorization,
      known: { withdrawal_id: oneOf(made.map(({ withdrawal_id }) => withdrawal_id)) },
      least: 30,
    },
  }
}
