import { describe, expect, test } from 'vitest'
import { hostById } from '../../server/src/market/hosts/store.ts'
import { stagesOf } from '../../server/src/market/ledger/store.ts'
import { countedChecks } from '../../server/src/market/verification/check-store.ts'
import { decideVerdict } from '../../server/src/market/verification/decide-verdict.ts'
import { feesOf, spentOf } from '../../server/src/market/verification/spending-store.ts'
import { trustHost } from '../../server/src/market/verification/trust-host.ts'
import { onEveryDialect } from './databases.ts'
import { canned, honest, substituting } from './scripted-models.ts'
import { OPERATOR, verifiedFloor } from './verified-floor.ts'

await onEveryDialect((databases) => {
  const { floor, host, reference, sell, round, verdict } = verifiedFloor(databases)

  test('an honest host is verified, one with another model and one with canned text are refused', async () => {
    await reference()
    const owner = await floor().user()
    const [good, smaller, tape] = [await host(honest), await host(substituting, owner), await host(canned)]
    await sell(60)
    for (let at = 0; at < 45 && (await verdict(good)) !== 'verified'; at++) await round()
    expect([await verdict(good), await verdict(smaller), await verdict(tape)]).toEqual([
      'verified',
      'refused',
      'refused',
    ])
    const { database } = floor().market
    // Shut out means out, and what it earned waits.
    expect((await hostById(database, smaller))?.disabled).toBe(4)
    const { available, pending, frozen } = await stagesOf(database, smaller, ['available', 'pending', 'frozen'])
    expect([available.paid, pending.paid]).toEqual([0n, 0n])
    expect(frozen.paid).toBeGreaterThan(0n)
    const counted = await countedChecks(database, smaller, 'm', 100)
    expect(counted.length).toBeLessThanOrEqual(12)
    expect(counted[0]?.findings_json).toContain('greedy_misses')
    expect(await floor().faults([])).toEqual([])
  })

  test('a verified host gets jobs that ask for one, and nobody else does', async () => {
    const trusted = await reference()
    const other = await host(honest)
    const buyer = await floor().user(10n ** 12n)
    const { job_id } = await floor().submit(buyer, { verified: true })
    expect(await floor().next(other)).toBeUndefined()
    expect((await floor().next(trusted))?.job_id).toBe(job_id)
    await expect(floor().submit(buyer, { verified: true, hosts: { only: [other] } })).rejects.toMatchObject({
      code: 'no_host_available',
    })
    await floor().market.database.transaction((tx) => trustHost(tx, floor().market, OPERATOR, trusted, false))
    floor().market.offers.forget()
    await expect(floor().submit(buyer, { verified: true })).rejects.toMatchObject({ code: 'no_host_available' })
  })
})

await onEveryDialect((databases) => {
  const { floor, host, reference, sell, round, verdict } = verifiedFloor(databases)

  test('a lifted refusal lets the host in again with what it earned, and its next test has less room', async () => {
    await reference()
    const bad = await host(substituting)
    await sell(40)
    for (let at = 0; at < 40 && (await verdict(bad)) !== 'refused'; at++) await round()
    const { database } = floor().market
    const of = { host_id: bad, model: 'm', note: 'a fault of ours' }
    const lift = () =>
      database.transaction((tx) => decideVerdict(tx, floor().market, OPERATOR, { ...of, decision: 'lift' }))
    expect(await lift()).toMatchObject({ verdict: 'undecided', trial: 2 })
    expect((await hostById(database, bad))?.disabled).toBe(0)
    const { available, frozen } = await stagesOf(database, bad, ['available', 'frozen'])
    expect(available.paid).toBeGreaterThan(0n)
    expect(frozen.paid).toBe(0n)
    await expect(lift()).rejects.toMatchObject({ code: 'conflict' })
    expect(await floor().faults([])).toEqual([])
  })
})

await onEveryDialect((databases) => {
  const { floor, host, reference, sell, round, verdict } = verifiedFloor(databases)

  describe('what is spent', () => {
    test('is a part of what was sold, and nothing where nothing was', async () => {
      await reference()
      const good = await host(honest)
      for (let at = 0; at < 3; at++) await round()
      expect(await countedChecks(floor().market.database, good, 'm', 10)).toEqual([])
      await sell(3)
      for (let at = 0; at < 60; at++) await round()
      const { database } = floor().market
      const spent = await spentOf(database, 'paid')
      expect(spent).toBeGreaterThan(0n)
      expect(12n * spent).toBeLessThanOrEqual(((await feesOf(database, 'paid')) + spent) * 5n + 12n)
      expect(await floor().faults([])).toEqual([])
    })
  })

  test('without a host that the operator trusts nobody is checked, and nobody judged by others', async () => {
    const hosts = [await host(honest), await host(substituting), await host(substituting)]
    await sell(20)
    for (let at = 0; at < 5; at++) await round()
    for (const id of hosts) expect(await verdict(id)).toBeUndefined()
  })
})
