import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeRole } from '../../../server/src/accounts/user-store.ts'
import { type CheckRow, insertCheck, openChecks } from '../../../server/src/market/verification/check-store.ts'
import { countCheck } from '../../../server/src/market/verification/count-check.ts'
import { beginTest } from '../../../server/src/market/verification/sequential-test.ts'
import { openVerdict } from '../../../server/src/market/verification/verdict-store.ts'
import { type Marketplace, startMarketplace, type TestUser } from '../marketplace.ts'

let place: Marketplace
let admin: TestUser
beforeAll(async () => {
  place = await startMarketplace({ trust: 'strangers', signupCredits: 0, paidCredits: 100 })
  admin = await place.user('boss')
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

/** A host of an owner's that a customer has paid. */
async function earner(model: string) {
  const [owner, buyer] = [await place.user(), await place.user()]
  const host = await place.host({ models: [model], owner: owner.authorization })
  const body = { model, input_text: 'x', max_tokens: 10 }
  const { job_id } = await buyer.client.call(endpoints.runModel, { body })
  await host.next()
  await host.results([{ job_id, offset: 0, tokens: ['a', 'b', 'c'], finish_reason: 'stop' }])
  return { ...host, owner, buyer, job_id, model }
}

type Earner = Awaited<ReturnType<typeof earner>>

/** Checks whose texts are the reference's in nothing, until the host is refused. */
async function refuse({ host_id, model, job_id }: Earner): Promise<void> {
  const { database, market } = place
  for (let at = 0; at < 20; at++) {
    const [check_id, now] = [market.ids.next('chk'), place.clock.now()]
    await database.transaction(async (tx) => {
      const of = { check_id, host_id, model, reference_host_id: host_id, job_id, reference_job_id: job_id }
      await insertCheck(tx, { ...of, routine: 1, created_at: now })
      await openVerdict(tx, { host_id, model, state_json: JSON.stringify(beginTest()), now })
    })
    const check = (await openChecks(database, 100)).find((one) => one.check_id === check_id) as CheckRow
    await countCheck(market, check, [{ kind: 'greedy_misses', level: 5, value: 0.6 }])
  }
}

const paths = ({ host_id }: Earner) => ({ params: { host_id } })
const seen = async (host: Earner) => {
  const { verdicts } = await host.client.call(endpoints.verification, {})
  return verdicts[0] ?? expect.fail('it was never judged')
}
const earnings = async (host: Earner) => {
  const { earnings } = await host.client.call(endpoints.hostMe, {})
  return earnings ?? expect.fail('no earnings are said')
}
const decide = (host: Earner, decision: 'lift' | 'uphold') =>
  admin.client.call(endpoints.decideVerdict, { ...paths(host), body: { model: host.model, decision, note: 'looked' } })

test('a refusal is told with its reasons, appealed, lifted, and its earnings are the host own again', async () => {
  const host = await earner('lifted')
  const before = (await earnings(host)).pending
  expect(before).toBeGreaterThan(0n)
  await refuse(host)
  const told = await seen(host)
  expect(told).toMatchObject({ verdict: 'refused', appeal: null })
  expect(told.evidence[0]).toMatchObject({
    job_id: host.job_id,
    findings: [{ kind: 'greedy_misses', counts: 'against' }],
  })
  expect(await earnings(host)).toMatchObject({ pending: 0n, available: 0n, frozen: before })
  await expect(host.next()).rejects.toMatchObject({ code: 'forbidden' })
  await host.owner.client.call(endpoints.ownedAppeal, { ...paths(host), body: { text: 'A new driver, see my log.' } })
  const [first] = (await admin.client.call(endpoints.adminVerification, { query: {} })).verdicts
  expect(first).toMatchObject({ host_id: host.host_id, appeal: 'A new driver, see my log.' })
  await decide(host, 'lift')
  expect(await seen(host)).toMatchObject({ verdict: 'undecided', jobs: 0, note: 'looked' })
  expect(await earnings(host)).toMatchObject({ available: before, frozen: 0n })
  const body = { model: host.model, input_text: 'y', max_tokens: 10 }
  const { job_id } = await host.buyer.client.call(endpoints.runModel, { body })
  expect((await host.next())?.job_id).toBe(job_id)
})

test('an upheld one stays, is appealed no more, and its earnings are taken by an operator', async () => {
  const host = await earner('upheld')
  await refuse(host)
  await host.client.call(endpoints.appeal, { body: { text: 'It is the model.' } })
  await decide(host, 'uphold')
  expect(await seen(host)).toMatchObject({ verdict: 'refused', appeal: 'It is the model.', note: 'looked' })
  await expect(host.client.call(endpoints.appeal, { body: { text: 'Once more.' } })).rejects.toMatchObject({
    code: 'conflict',
  })
  const taken = { decision: 'claw_back' as const, reason: 'another model' }
  await admin.client.call(endpoints.decideEarnings, { ...paths(host), body: taken })
  expect(await earnings(host)).toMatchObject({ pending: 0n, available: 0n, frozen: 0n })
  const acts = (await admin.client.call(endpoints.adminLog, { query: {} })).acts.map(({ act }) => act)
  expect(acts).toEqual(expect.arrayContaining(['verdict.uphold', 'verdict.lift']))
})

test('a stranger sees and appeals nothing of another host', async () => {
  const host = await earner('private')
  const stranger = await place.user()
  const nobody = { code: 'not_found' }
  await expect(stranger.client.call(endpoints.ownedVerification, paths(host))).rejects.toMatchObject(nobody)
  const appeal = stranger.client.call(endpoints.ownedAppeal, { ...paths(host), body: { text: 'x' } })
  await expect(appeal).rejects.toMatchObject(nobody)
})
