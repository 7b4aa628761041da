import { expect, test } from 'vitest'
import { stagesOf } from '../../server/src/market/ledger/store.ts'
import { feesOf, spentOf } from '../../server/src/market/verification/spending-store.ts'
import { onEveryDialect } from './databases.ts'
import { honest } from './scripted-models.ts'
import { verifiedFloor } from './verified-floor.ts'

await onEveryDialect((databases) => {
  const { floor, host, reference, sell, round, verdict } = verifiedFloor(databases)

  const earned = async (id: string) => (await stagesOf(floor().market.database, id, ['pending'])).pending.paid

  test('hosts at prices that nobody pays are not paid for checks either, which look at the others', async () => {
    await reference()
    const good = await host(honest)
    const dear: string[] = []
    for (const times of [30n, 100n, 300n, 1000n])
      dear.push(
        await host(honest, null, { price: times * 1_000_000n }),
        await host(honest, null, { input: times * 1_000_000n }),
      )
    await sell(60)
    for (let at = 0; at < 45 && (await verdict(good)) !== 'verified'; at++) await round()
    const { database } = floor().market
    const taken = (await Promise.all(dear.map(earned))).reduce((sum, one) => sum + one, 0n)
    expect(taken).toBe(0n)
    expect(await earned(good)).toBeGreaterThan(0n)
    expect(await verdict(good)).toBe('verified')
    const [spent, fees] = await database.transaction(async (tx) => [
      await spentOf(tx, 'paid'),
      await feesOf(tx, 'paid'),
    ])
    expect((spent as bigint) < (fees as bigint)).toBe(true)
    expect(await floor().faults([])).toEqual([])
  })

  test('one that asks a little more than most is looked at as they are', async () => {
    await reference()
    const good = [await host(honest), await host(honest)]
    const better = await host(honest, null, { price: 2_500_000n })
    await sell(60)
    for (let at = 0; at < 20; at++) await round()
    expect(await earned(better)).toBeGreaterThan(0n)
    expect(await earned(good[0] as string)).toBeGreaterThan(0n)
  })
})
