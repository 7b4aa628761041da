import { afterAll, beforeAll, expect, test } from 'vitest'
import { releaseDue } from '../../server/src/market/earnings/release-due.ts'
import { adoptHost } from '../../server/src/market/hosts/adopt.ts'
import { enlist } from '../../server/src/market/hosts/enlist.ts'
import { stagesOf } from '../../server/src/market/ledger/store.ts'
import { requestWithdrawal } from '../../server/src/market/withdrawals/withdraw.ts'
import { ManualClock } from '../server/manual-clock.ts'
import { onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

const CREDIT = 1_000_000_000n
const HOUR_MS = 3_600_000

await onEveryDialect((databases) => {
  let floor: Floor
  let clock: ManualClock
  beforeAll(async () => {
    clock = new ManualClock()
    floor = await openFloor(await databases.fresh(), { clock, trust: 'strangers' })
  })
  afterAll(async () => {
    expect((await floor.audit()).faults).toEqual([])
    await floor.close()
  })

  async function earn(host: string, model: string): Promise<void> {
    const buyer = await floor.user(1000n * CREDIT)
    const { job_id } = await floor.submit(buyer, { model, max_tokens: 10, max_price_per_token: CREDIT })
    expect((await floor.next(host))?.job_id).toBe(job_id)
    await floor.results(host, { job_id, tokens: Array(10).fill('a'), finish_reason: 'stop' })
    clock.advance(74 * HOUR_MS)
    await releaseDue(floor.market)
  }

  test('a thief’s own host, adopted for the victim, makes no destination known', async () => {
    const victim = await floor.user()
    const good = await floor.host({ models: ['good'], price: CREDIT, owner: victim })
    const terms = { gpu: 'g', models: ['evil'], price_per_token: CREDIT, max_tokens: 100 }
    const evil = await enlist(floor.market, { ...terms, backend: 'huggingface', endpoint_url: null }, null)
    await earn(evil.host_id, 'evil')
    const own = await floor.withdraw(evil.host_id, CREDIT)
    clock.advance(25 * HOUR_MS)
    await floor.resolve(own.withdrawal_id, 'paid')
    await earn(good, 'good')
    await adoptHost(floor.market, victim, evil.api_key)
    for (const host_id of [good, evil.host_id]) {
      const request = { amount: CREDIT, destination: 'bank', host_id }
      const stolen = await requestWithdrawal(floor.market, { user_id: victim }, request, undefined)
      await expect(floor.resolve(stolen.withdrawal_id, 'paid')).rejects.toMatchObject({ code: 'conflict' })
      await floor.resolve(stolen.withdrawal_id, 'rejected')
    }
  })

  test('a withdrawal that is rejected after its host was shut out comes back frozen', async () => {
    const host = await floor.host({ models: ['out'], price: CREDIT })
    await earn(host, 'out')
    const { withdrawal_id } = await floor.withdraw(host, 8n * CREDIT)
    await floor.shutOut(host, true)
    await floor.resolve(withdrawal_id, 'rejected')
    const { available, frozen } = await stagesOf(floor.market.database, host, ['available', 'frozen'])
    expect([available.paid, frozen.paid]).toEqual([0n, (88n * CREDIT) / 10n])
  })
})
