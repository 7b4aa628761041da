import { afterEach, beforeEach, expect, test } from 'vitest'
import { changeHost } from '../../server/src/market/hosts/change.ts'
import type { Floor } from '../conformance/market-floor.ts'
import { openSqliteFloor } from './sqlite-floor.ts'

let floor: Floor
let user: string
beforeEach(async () => {
  floor = await openSqliteFloor()
  user = await floor.user()
})
afterEach(async () => {
  expect(await floor.faults([])).toEqual([])
  await floor.close()
})

const pause = (host: string, paused: boolean) => changeHost(floor.market, host, { paused })

test('a paused host is not quoted: alone it leaves no host, beside another only that one counts', async () => {
  const [dear, cheap] = [await floor.host({ price: 190n }), await floor.host({ price: 100n })]
  expect((await floor.submit(user)).credits_reserved).toBe(1900n)
  await pause(dear, true)
  expect((await floor.submit(user)).credits_reserved).toBe(1000n)
  await pause(cheap, true)
  await expect(floor.submit(user)).rejects.toMatchObject({ code: 'no_host_available' })
  await pause(dear, false)
  expect((await floor.submit(user)).credits_reserved).toBe(1900n)
})

test('a dear host too short for the job does not raise what it reserves', async () => {
  await floor.host({ price: 100n, max_tokens: 1000 })
  await floor.host({ price: 190n, max_tokens: 9 })
  expect((await floor.submit(user, { max_tokens: 10 })).credits_reserved).toBe(1000n)
  expect((await floor.submit(user, { max_tokens: 9 })).credits_reserved).toBe(9n * 190n)
})

test('a job goes to a host of the own only: that of another, or of nobody, is as good as none', async () => {
  const other = await floor.user()
  const [own, another, unowned] = [
    await floor.host({ owner: user }),
    await floor.host({ owner: other }),
    await floor.host(),
  ]
  for (const host_id of [another, unowned, 'host_01k9zq4v7m3x8e2r5t6y7u8w9a'])
    await expect(floor.submit(user, { host_id })).rejects.toMatchObject({ code: 'not_found' })
  const { job_id } = await floor.submit(user, { host_id: own })
  expect(await floor.next(another)).toBeUndefined()
  expect((await floor.next(own))?.job_id).toBe(job_id)
})
