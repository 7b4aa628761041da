import { expect, test } from 'vitest'
import { claimIn } from '../../server/src/market/broker/claim.ts'
import { hostById } from '../../server/src/market/hosts/store.ts'
import { onPostgres } from './databases.ts'
import { openFloor } from './market-floor.ts'

await onPostgres((databases) => {
  test('claims that run at once begin with users of their own and do not wait for each other', async () => {
    const floor = await openFloor(await databases.fresh())
    const { database } = floor.market
    const hosts = [await floor.host(), await floor.host()] as const
    const users = [await floor.user(), await floor.user()]
    for (const user of [...users, ...users]) await floor.submit(user)
    const host = await hostById(database, hosts[0])
    if (!host) throw new Error('the host is not there')
    const claimant = { host, instance: null, rivals: () => [] }
    const got = await database.transaction(async (tx) => {
      const first = await claimIn(tx, floor.market, claimant, ['m'])
      // The first is not committed yet: a claim that met it at its user would wait for it here, for ever.
      const second = await floor.next(hosts[1])
      return [first?.job_id, second?.job_id]
    })
    expect(new Set(got).size).toBe(2)
    const owners = await Promise.all(got.map(async (job_id) => (await floor.job(job_id as string)).user_id))
    expect(new Set(owners)).toEqual(new Set(users))
    await floor.close()
  })
})
