import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeRole } from '../../server/src/accounts/user-store.ts'
import { trustHost } from '../../server/src/market/verification/trust-host.ts'
import { type Marketplace, startMarketplace } from './marketplace.ts'

let place: Marketplace
beforeAll(async () => {
  place = await startMarketplace({ paidCredits: 100 })
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

test('buyers see how a host did: what it was shown to run, what it completed, and disputes that it lost', async () => {
  const [admin, buyer] = [await place.user('boss'), await place.user()]
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
  const [vouched, other] = [await place.host({ models: ['vouched'] }), await place.host({ models: ['other'] })]
  const sell = async (host: typeof other, model: string) => {
    const { job_id } = await buyer.client.call(endpoints.runModel, { body: { model, input_text: 'x', max_tokens: 5 } })
    await host.next()
    await host.results([{ job_id, offset: 0, tokens: ['a', 'b'], finish_reason: 'stop' }])
    return job_id
  }
  await sell(vouched, 'vouched')
  const params = { job_id: await sell(other, 'other') }
  await buyer.client.call(endpoints.disputeJob, { params, body: { reason: 'garbage' } })
  await admin.client.call(endpoints.decideDispute, { params, body: { decision: 'refund' } })
  const operator = { actor: 'operator', via: 'command line' as const, origin: 'here' }
  await place.database.transaction((tx) => trustHost(tx, place.market, operator, vouched.host_id, true))
  const { hosts } = await place.connect().call(endpoints.hosts, { query: { detail: 'full' } })
  const of = (id: string) => hosts.find(({ host_id }) => host_id === id)
  const shown = { success_rate: 1, jobs_completed: 1, tokens_per_second: expect.any(Number) }
  expect(of(vouched.host_id)).toMatchObject({ ...shown, verified_models: ['vouched'], disputes_lost: 0 })
  expect(of(other.host_id)).toMatchObject({ ...shown, verified_models: [], disputes_lost: 1 })
  const [plain] = (await place.connect().call(endpoints.hosts, { query: {} })).hosts
  expect(Object.keys(plain ?? {})).not.toContain('success_rate')
})
