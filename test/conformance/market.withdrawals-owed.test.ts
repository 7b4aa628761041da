import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { userAccount } from '../../server/src/market/ledger/accounts.ts'
import { holdBalances } from '../../server/src/market/ledger/store.ts'
import { insertPurchase, lockPurchase, savePurchase } from '../../server/src/market/purchases/purchase-store.ts'
import { requestWithdrawal } from '../../server/src/market/withdrawals/withdraw.ts'
import type { Location } from '../../server/src/storage/migrate.ts'
import { onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

const PRICE = 1_000_000n
const EARNED = (3n * PRICE * 88n) / 100n
const DEBT = 5_000_000_000n

await onEveryDialect((databases) => {
  let location: Location
  let floor: Floor
  let other: Floor
  beforeAll(async () => {
    location = await databases.fresh()
    const limits = { withdrawal_least_credits: 0 }
    floor = await openFloor(location, { limits })
    other = databases.dialect === 'sqlite' ? floor : await openFloor(location, { limits })
  })
  afterAll(async () => {
    await floor.close()
    if (other !== floor) await other.close()
    expect(await databases.deadlocks(location)).toBe(0)
  })

  /** Somebody whose host has earned something. */
  async function earner() {
    const [owner, buyer] = [await floor.user(), await floor.user()]
    const model = `m-${owner}`
    const host_id = await floor.host({ models: [model], owner })
    const { job_id } = await floor.submit(buyer, { model })
    await floor.next(host_id)
    await floor.results(host_id, { job_id, offset: 0, tokens: ['a', 'b', 'c'], finish_reason: 'stop' })
    const request = { amount: EARNED / 2n, destination: 'bank', host_id }
    return { owner, withdraw: (on: Floor) => requestWithdrawal(on.market, { user_id: owner }, request, undefined) }
  }

  /** What a charge-back does, and is not done with while `meanwhile` has time to get ahead of it. */
  async function owes(user_id: string, meanwhile: () => Promise<unknown>): Promise<PromiseSettledResult<unknown>> {
    const { database, ids, clock } = floor.market
    const purchase_id = ids.next('pur')
    const terms = { credits_nano: DEBT, amount_minor: 50, currency: 'usd', provider: 'stripe' }
    const times = { created_at: clock.now(), expires_at: clock.now() + 3_600_000 }
    await database.transaction((tx) => insertPurchase(tx, { purchase_id, user_id, ...terms, ...times }))
    let beside: Promise<PromiseSettledResult<unknown>[]> | undefined
    await database.transaction(async (tx) => {
      const row = await lockPurchase(tx, purchase_id)
      await holdBalances(tx, [userAccount(user_id)])
      if (row) await savePurchase(tx, { ...row, status: 'failed', owed_nano: DEBT })
      beside ??= Promise.allSettled([meanwhile()])
      await Promise.race([beside, pause(300)])
    })
    return (await beside)?.[0] as PromiseSettledResult<unknown>
  }
  const refused = { status: 'rejected', reason: { code: 'conflict', message: expect.stringContaining('5 credits') } }

  test('a withdrawal is not paid over a charge-back that is being written', async () => {
    const { owner, withdraw } = await earner()
    const { withdrawal_id } = await withdraw(floor)
    expect(await owes(owner, () => other.resolve(withdrawal_id, 'paid'))).toMatchObject(refused)
    expect(await other.resolve(withdrawal_id, 'rejected')).toMatchObject({ status: 'rejected' })
  })

  test('nor is one taken', async () => {
    const { owner, withdraw } = await earner()
    expect(await owes(owner, () => withdraw(other))).toMatchObject(refused)
  })
})
