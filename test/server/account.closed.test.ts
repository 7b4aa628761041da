import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeAccount } from '../../server/src/accounts/own-account.ts'
import { sealsBy } from '../../server/src/accounts/second-factor/seals.ts'
import { userById } from '../../server/src/accounts/user-store.ts'
import { closingWith } from '../../server/src/market/close-account.ts'
import { QUEUED_AT_ONCE, queuedJobsOfUser } from '../../server/src/market/jobs/list-store.ts'
import { QueuesOfUsersOut } from '../../server/src/market/upkeep/queues-of-users-out.ts'
import { type Floor, openFloor } from '../conformance/market-floor.ts'
import { memoryFolder } from '../simulation/memory-folder.ts'
import { bringUpToDate } from './current-schema.ts'

const folder = memoryFolder()
let floor: Floor

beforeAll(async () => {
  const location = { sqlite: `${folder.path}/mkt.db` }
  await bringUpToDate(location)
  floor = await openFloor(location)
})
afterAll(async () => {
  await floor.close()
  folder.remove()
})

async function close(userId: string, meanwhile = async () => {}): Promise<void> {
  const { database, clock } = floor.market
  const user = await userById(database, userId)
  if (!user) throw new Error('there is no such user')
  const verified = {
    verify: async () => true,
    failures: { attempt: async () => true, code: async () => true },
    seals: sealsBy(new Uint8Array(32)),
  }
  const { prepare, finish } = closingWith(floor.market)
  const closings = [{ prepare: (id: string) => prepare(id).then(meanwhile), finish }]
  await closeAccount({ database, clock, ...verified, closings }, user, 'password', { address: '127.0.0.1' })
}

test('a submission that was under way when its account ended is refused, and nothing of it is left', async () => {
  const buyer = await floor.user()
  await floor.host()
  await close(buyer)
  // Authenticated before the end, it comes to its transaction after it.
  await expect(floor.submit(buyer)).rejects.toMatchObject({ code: 'unauthorized' })
  expect(await floor.reserved(buyer)).toBe(0n)
  expect(await floor.faults([])).toEqual([])
})

// Before: what was queued beyond five hundred went on being run.
test('what is queued while an account is wound up is cancelled, however much it is', async () => {
  const [buyer, host] = [await floor.user(10n ** 12n), await floor.host()]
  await close(buyer, async () => {
    for (let queued = 0; queued < QUEUED_AT_ONCE + 20; queued++) await floor.submit(buyer)
  })
  await new QueuesOfUsersOut(floor.market).round()
  expect(await queuedJobsOfUser(floor.market.database, buyer)).toEqual([])
  expect(await floor.next(host)).toBeUndefined()
  expect(await floor.reserved(buyer)).toBe(0n)
  expect(await floor.faults([])).toEqual([])
})

test('of submissions that race with the end of their account none is left in the queue', async () => {
  for (let round = 0; round < 20; round++) {
    const buyer = await floor.user()
    await floor.host()
    const races = Array.from({ length: 6 }, (_, index) =>
      (async () => {
        for (let turns = index; turns > 0; turns--) await new Promise(setImmediate)
        return await floor.submit(buyer)
      })(),
    )
    const [, ...outcomes] = await Promise.allSettled([close(buyer), ...races])
    for (const outcome of outcomes)
      if (outcome.status === 'fulfilled') expect((await floor.job(outcome.value.job_id)).error).toBe('cancelled')
    expect(await floor.reserved(buyer)).toBe(0n)
  }
})
