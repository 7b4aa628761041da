import { expect, test } from 'vitest'
import { openDispute } from '../../server/src/market/disputes/open-dispute.ts'
import { showDispute } from '../../server/src/market/disputes/report.ts'
import { hostById } from '../../server/src/market/hosts/store.ts'
import { verifyHosts } from '../../server/src/market/upkeep/verification.ts'
import { beginTest } from '../../server/src/market/verification/sequential-test.ts'
import { spentOf } from '../../server/src/market/verification/spending-store.ts'
import {
  markVerified,
  openVerdict,
  saveVerdict,
  verdictOfModel,
} from '../../server/src/market/verification/verdict-store.ts'
import { onEveryDialect } from './databases.ts'
import { honest } from './scripted-models.ts'
import { verifiedFloor } from './verified-floor.ts'

await onEveryDialect((databases) => {
  const { floor, host, reference, serve, sell } = verifiedFloor(databases)

  async function verified(id: string): Promise<number | undefined> {
    const { database, clock } = floor().market
    const [of, now] = [{ host_id: id, model: 'm' }, clock.now()]
    await database.transaction(async (tx) => {
      await openVerdict(tx, { ...of, state_json: JSON.stringify(beginTest()), now })
      const row = await verdictOfModel(tx, id, 'm')
      if (row) await saveVerdict(tx, { ...row, verdict: 'verified' })
      await markVerified(tx, now)
    })
    return (await hostById(database, id))?.verified
  }

  test('a verified host is shown as such up to twenty times what the trusted host asks, and not beyond', async () => {
    const trusted = await reference({ price: 1000n })
    expect(await verified(await host(honest, null, { price: 20_000n }))).toBe(1)
    expect(await verified(await host(honest, null, { price: 20_001n }))).toBe(0)
    expect(await verified(await host(honest, null, { price: 1n, input: 20_001n }))).toBe(0)
    expect((await hostById(floor().market.database, trusted))?.verified).toBe(1)
  })

  test('where the trusted host asks nothing, or there is none, a price takes no verdict away', async () => {
    expect(await verified(await host(honest, null, { price: 10n ** 9n }))).toBe(1)
    await reference({ price: 0n })
    expect(await verified(await host(honest, null, { price: 10n ** 9n }))).toBe(1)
  })

  test('a disputed text is read by a trusted host for the operator, and counts in no verdict', async () => {
    await reference()
    await sell(20)
    const seller = await host(honest)
    const { market } = floor()
    const buyer = await floor().user(10n ** 12n)
    const asked = {
      model: 'm',
      input_text: 'Say something.',
      max_tokens: 40,
      temperature: 0,
      max_price_per_token: 10n ** 7n,
    }
    const { job_id } = await floor().submit(buyer, { ...asked, hosts: { only: [seller] } })
    await serve()
    await openDispute(market, buyer, job_id, { reason: 'wrong_model' })
    expect((await showDispute(market.database, job_id)).reading).toBeNull()
    await verifyHosts(market, { share: 0.05, prompts: [], chance: () => 0.999_999 }, 1)
    await serve()
    const { reading } = await showDispute(market.database, job_id)
    expect(reading?.tokens).toBeGreaterThan(0)
    expect(reading?.findings.map(({ kind }) => kind)).toContain('greedy_misses')
    expect(await verdictOfModel(market.database, seller, 'm')).toBeUndefined()
  })
})

await onEveryDialect((databases) => {
  const { floor, host, reference, serve, sell } = verifiedFloor(databases)

  test('what cost next to nothing is not read at the platform’s cost, nor tried each round', async () => {
    await reference()
    await sell(20)
    const { market } = floor()
    const [owner, buyer] = [await floor().user(10n ** 12n), await floor().user(10n ** 12n)]
    const cheap = await host(honest, owner, { price: 1n })
    const { job_id } = await floor().submit(buyer, { hosts: { only: [cheap] }, max_tokens: 40, temperature: 0 })
    await serve()
    await openDispute(market, buyer, job_id, { reason: 'garbage' })
    const [spent, tried] = [await spentOf(market.database, 'paid'), new Map<string, number>()]
    const settings = { share: 0.05, prompts: [], chance: () => 0.999_999 }
    await verifyHosts(market, settings, 1, { tried })
    expect([...tried.keys()]).toEqual([job_id])
    await serve()
    expect((await showDispute(market.database, job_id)).reading).toBeNull()
    expect(await spentOf(market.database, 'paid')).toBe(spent)
    floor().clock.advance(3_600_001)
    await verifyHosts(market, settings, 1, { tried })
    expect(tried.get(job_id)).toBeGreaterThan(market.clock.now())
  })
})
