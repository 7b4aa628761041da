import { type Endpoint, market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeRole } from '../../../server/src/accounts/user-store.ts'
import { beginTest } from '../../../server/src/market/verification/sequential-test.ts'
import { openVerdict, saveVerdict } from '../../../server/src/market/verification/verdict-store.ts'
import { ask } from '../contract/ask.ts'
import { type Marketplace, startMarketplace, type TestUser } from '../marketplace.ts'

let place: Marketplace
let admin: TestUser
let user: TestUser
beforeAll(async () => {
  place = await startMarketplace({ signupCredits: 0, paidCredits: 100 })
  admin = await place.user('boss')
  user = await place.user('ada')
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const log = (query = {}) => admin.client.call(endpoints.adminLog, { query })

/** A host that has earned something. */
async function earn(model: string, as?: TestUser) {
  const buyer = as ?? (await place.user())
  const host = await place.host({ models: [model] })
  const { job_id } = await buyer.client.call(endpoints.runModel, { body: { model, input_text: 'x' } })
  await host.next()
  await host.results([{ job_id, tokens: ['x'], finish_reason: 'stop' }])
  return { ...host, job_id }
}

/** What each endpoint of admins that changes something needs, and what the log says of it. */
const ACTS: Record<
  string,
  () => Promise<{ path: string; json?: object; act: string; subject: string; said?: object }>
> = {
  grantCredits: async () => ({
    path: `/admin/users/ada/credits`,
    json: { amount: 2.5, reason: 'invoice of Ada Lovelace' },
    ...{ act: 'credits.grant', subject: user.user_id, said: { before: null } },
  }),
  changeUser: async () => ({
    path: `/admin/users/ada`,
    json: { disabled: true },
    ...{ act: 'user.disable', subject: user.user_id },
    said: { before: { disabled: false }, after: { disabled: true } },
  }),
  changeAnyHost: async () => {
    const { host_id } = await place.host()
    return { path: `/admin/hosts/${host_id}`, json: { disabled: true }, act: 'host.disable', subject: host_id }
  },
  resolveWithdrawal: async () => {
    const host = await earn('earn')
    const body = { amount: 1000n, destination: 'IBAN DE02' }
    const { withdrawal_id } = await host.client.call(endpoints.createWithdrawal, { body })
    const path = `/admin/withdrawals/${withdrawal_id}`
    return { path, json: { status: 'paid', reference: 'x' }, act: 'withdrawal.pay', subject: withdrawal_id }
  },
  decideEarnings: async () => {
    const { host_id } = await earn('freeze')
    await admin.client.call(endpoints.changeAnyHost, { params: { host_id }, body: { disabled: true } })
    const json = { decision: 'claw_back', reason: 'complaint of Ada Lovelace' }
    return { path: `/admin/hosts/${host_id}/earnings`, json, act: 'earnings.claw-back', subject: host_id }
  },
  decideDispute: async () => {
    const buyer = await place.user()
    const { job_id } = await earn('argue', buyer)
    await buyer.client.call(endpoints.disputeJob, { params: { job_id }, body: { reason: 'garbage' } })
    const json = { decision: 'refund', note: 'Ada Lovelace is right' }
    return { path: `/admin/jobs/${job_id}/dispute`, json, act: 'dispute.refund', subject: job_id }
  },
  auditLedger: async () => ({
    path: '/admin/audit',
    ...{ act: 'ledger.audit', subject: 'ledger', said: { after: { ok: true, faults: 0 } } },
  }),
  decideVerdict: async () => {
    const { host_id } = await place.host()
    await place.database.transaction(async (tx) => {
      const of = { host_id, model: 'm', state_json: JSON.stringify(beginTest()) }
      await openVerdict(tx, { ...of, now: 0 })
      await saveVerdict(tx, { ...of, verdict: 'refused', decided_at: 0, shown_until: null })
    })
    const json = { model: 'm', decision: 'uphold', note: 'Ada Lovelace looked at it' }
    const said = { before: { model: 'm', verdict: 'refused' }, after: { model: 'm', decision: 'uphold' } }
    return { path: `/admin/hosts/${host_id}/verification`, json, act: 'verdict.uphold', subject: host_id, said }
  },
  createDocumentsKey: async () => ({
    path: '/admin/users/boss/documents-keys',
    ...{ act: 'documents-key.create', subject: admin.user_id },
  }),
  setModelAlias: async () => ({
    path: '/admin/model-aliases/org/fast',
    json: { models: ['m', 'n'] },
    ...{ act: 'model-alias.set', subject: 'org/fast', said: { before: null, after: { models: ['m', 'n'] } } },
  }),
  removeModelAlias: async () => {
    await admin.client.call(endpoints.setModelAlias, { params: { alias: 'fast' }, body: { models: ['m'] } })
    return {
      path: '/admin/model-aliases/fast',
      ...{ act: 'model-alias.remove', subject: 'fast', said: { before: { models: ['m'] }, after: null } },
    }
  },
  removeAdmin: async () => {
    const other = await place.user()
    await place.database.transaction((tx) => changeRole(tx, other.user_id, 'admin'))
    return { path: `/admin/users/${other.user_id}/role`, act: 'admin.remove', subject: other.user_id }
  },
}

const changing = (Object.values(endpoints) as Endpoint[]).filter(
  ({ credential, method }) => credential === 'admin' && method !== 'GET',
)

test.each(changing)('$method $path leaves one entry, with who, from where and on whom', async ({ name, method }) => {
  const make = ACTS[name]
  if (!make) throw new Error(`${name} changes something as an admin: say here what the log holds of it`)
  const { path, json, act, subject, said = {} } = await make()
  const { total } = await log()
  const answer = await ask(place.url, `${method} ${path}`, { as: admin.authorization, ...(json ? { json } : {}) })
  expect(answer.status).toBeLessThan(300)
  const after = await log({ limit: 1 })
  expect(after.total).toBe(total + 1)
  const origin = expect.stringMatching(/127\.0\.0\.1$/)
  expect(after.acts[0]).toMatchObject({ actor: admin.user_id, via: 'http', from: origin, act, subject, ...said })
  for (const secret of ['mkt_d_', 'IBAN', 'Lovelace']) expect(JSON.stringify(after.acts)).not.toContain(secret)
})

test('a refused act leaves none, and a repeated grant one', async () => {
  const { total } = await log()
  expect((await ask(place.url, 'PATCH /admin/users/nobody.here', { as: admin.authorization, json: {} })).status).toBe(
    400,
  )
  await ask(place.url, 'DELETE /admin/users/ada/role', { as: admin.authorization })
  const once = { headers: { 'idempotency-key': 'k' } }
  const grant = { params: { user_id: 'ada' }, body: { amount: 1n, reason: 'r' } }
  await admin.client.call(endpoints.grantCredits, grant, once)
  await admin.client.call(endpoints.grantCredits, grant, once)
  expect((await log()).total).toBe(total + 1)
})

test('the log is looked up by subject, and is for admins only', async () => {
  const { acts, total } = await log({ subject: user.user_id, limit: 100 })
  expect(total).toBe(acts.length)
  expect(new Set(acts.map(({ subject }) => subject))).toEqual(new Set([user.user_id]))
  const other = await place.user()
  expect((await ask(place.url, 'GET /admin/log', { as: other.authorization })).status).toBe(403)
})

test('a role that was taken back opens nothing from the next request on', async () => {
  const other = await place.user('deputy')
  await place.database.transaction((tx) => changeRole(tx, other.user_id, 'admin'))
  expect((await ask(place.url, 'GET /admin/users', { as: other.authorization })).status).toBe(200)
  await admin.client.call(endpoints.removeAdmin, { params: { user_id: 'deputy' } })
  expect((await ask(place.url, 'GET /admin/users', { as: other.authorization })).status).toBe(403)
})
