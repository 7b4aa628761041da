import { market as endpoints, NANO_PER_CREDIT } from '@mkt/schemas'
import { changeRole } from '../../../server/src/accounts/user-store.ts'
import { beginTest } from '../../../server/src/market/verification/sequential-test.ts'
import { openVerdict, saveVerdict } from '../../../server/src/market/verification/verdict-store.ts'
import type { ManualClock } from '../manual-clock.ts'
import type { Marketplace, TestHost, TestUser } from '../marketplace.ts'

/** Everybody whose credential opens something, and what belongs to them. */
export interface Cast {
  owner: TestUser
  other: TestUser
  admin: TestUser
  /** Without owners; each has earned something. */
  host: TestHost
  rival: TestHost
  /** The owner's. */
  owned: TestHost
  /** An ended job of the owner's. */
  job_id: string
}

export const basic = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
export const bearer = (secret: string) => `Bearer ${secret}`

/** New people and hosts; `suffix` keeps their names apart from those of another cast. */
export async function startCast(place: Marketplace, suffix = ''): Promise<Cast> {
  const [owner, other, admin] = await Promise.all([
    place.user(`owner${suffix}`),
    place.user(`other${suffix}`),
    place.user(`admin${suffix}`),
  ])
  await place.grant(owner.user_id, 1000n * NANO_PER_CREDIT)
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
  const [host, rival, owned] = [
    await place.host(),
    await place.host(),
    await place.host({ owner: owner.authorization, models: ['m', `own${suffix}`] }),
  ]
  for (const each of [host, rival]) await earn(owner, each)
  // The owner's own host earns from a self-test, which no other host may take.
  const job_id = await earn(owner, owned, owned.host_id)
  return { owner, other, admin, host, rival, owned, job_id }
}

async function earn(buyer: TestUser, host: TestHost, host_id?: string): Promise<string> {
  const body = { model: 'm', input_text: 'x', ...(host_id ? { host_id } : {}) }
  const { job_id } = await buyer.client.call(endpoints.runModel, { body })
  await host.next()
  await host.results([{ job_id, tokens: ['x'], finish_reason: 'stop' }])
  return job_id
}

/** Credentials that are none, or are none any more: each is 401 wherever a credential is looked at. */
export async function startNobodies(place: Marketplace, cast: Cast, clock: ManualClock) {
  const { owner } = cast
  const [deleted, rotated] = [await place.user('deleted'), await place.host()]
  const token = (body: { name: string; expires_in_days?: number }) => owner.client.call(endpoints.createToken, { body })
  const [revoked, expired] = [await token({ name: 'revoked' }), await token({ name: 'expired', expires_in_days: 1 })]
  await owner.client.call(endpoints.revokeToken, { params: { token_id: revoked.token_id } })
  await deleted.client.call(endpoints.closeAccount, { body: { password: deleted.password } })
  await rotated.client.call(endpoints.rotateHostKey, {})
  clock.advance(86_400_000)
  for (const host of [cast.host, cast.rival, cast.owned]) await host.heartbeat()
  return {
    garbage: 'what is this',
    'unknown scheme': 'Digest abc',
    'unknown token': bearer(`mkt_u_${'A'.repeat(43)}`),
    'unknown host key': bearer(`mkt_h_${'A'.repeat(43)}`),
    'token without prefix': bearer('A'.repeat(43)),
    'broken basic': 'Basic !!!!',
    'wrong password': basic('owner', 'wrong'),
    'unknown user': basic('nobody', 'correct horse'),
    'NUL in the username': basic('own\0er', 'correct horse'),
    'host key as user token': bearer(cast.host.api_key.replace('mkt_h_', 'mkt_u_')),
    revoked: bearer(revoked.token),
    expired: bearer(expired.token),
    'key before its rotation': bearer(rotated.api_key),
    'token of a deleted user': deleted.authorization,
    'password of a deleted user': basic('deleted', deleted.password),
  }
}

/** Credentials that prove somebody whom the operator has shut out: 403 wherever a credential is looked at. */
export async function startOutcasts(place: Marketplace, { admin }: Cast) {
  const [user, host] = [await place.user('disabled'), await place.host()]
  const body = { disabled: true }
  await admin.client.call(endpoints.changeUser, { params: { user_id: user.user_id }, body })
  await admin.client.call(endpoints.changeAnyHost, { params: { host_id: host.host_id }, body })
  return {
    'disabled user': user.authorization,
    'password of a disabled user': basic('disabled', user.password),
    'disabled host': bearer(host.api_key),
  }
}

let frozen = 0
/** A host with frozen earnings that is let in again. */
export async function frozenHost(place: Marketplace, { owner, admin }: Cast): Promise<string> {
  const model = `frozen${++frozen}`
  const { host_id, next, results } = await place.host({ models: [model] })
  const body = { model, input_text: 'x', max_tokens: 1 }
  const { job_id } = await owner.client.call(endpoints.runModel, { body })
  await next()
  await results([{ job_id, tokens: ['t'], finish_reason: 'stop' }])
  for (const disabled of [true, false])
    await admin.client.call(endpoints.changeAnyHost, { params: { host_id }, body: { disabled } })
  return host_id
}

/** A job of the buyer's that ended and cost something. */
export async function paidJob(place: Marketplace, buyer: TestUser): Promise<string> {
  const model = `paid${++frozen}`
  const { next, results } = await place.host({ models: [model] })
  const body = { model, input_text: 'x', max_tokens: 1 }
  const { job_id } = await buyer.client.call(endpoints.runModel, { body })
  await next()
  await results([{ job_id, tokens: ['t'], finish_reason: 'stop' }])
  return job_id
}

/** One that its buyer disputes. */
export async function disputedJob(place: Marketplace, buyer: TestUser): Promise<string> {
  const job_id = await paidJob(place, buyer)
  await buyer.client.call(endpoints.disputeJob, { params: { job_id }, body: { reason: 'other' } })
  return job_id
}

/** Has checks of a host have shown another model than `m`, on which no operator has decided. */
export async function refuse({ database, clock }: Marketplace, host_id: string): Promise<void> {
  const of = { host_id, model: 'm', state_json: JSON.stringify(beginTest()) }
  await database.transaction(async (tx) => {
    await openVerdict(tx, { ...of, now: clock.now() })
    await saveVerdict(tx, { ...of, verdict: 'refused', decided_at: clock.now(), shown_until: null })
  })
}
