import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeRole } from '../../server/src/accounts/user-store.ts'
import { systemClock } from '../../server/src/base/clock.ts'
import { createIds } from '../../server/src/base/ids.ts'
import { createLog } from '../../server/src/base/log.ts'
import { Meter } from '../../server/src/base/meter.ts'
import { keepSigning } from '../../server/src/servers/keep-signing.ts'
import { signServer } from '../../server/src/servers/server-store.ts'
import { type Marketplace, startMarketplace, type TestUser } from './marketplace.ts'

let place: Marketplace
let [admin, other]: TestUser[] = []
beforeAll(async () => {
  place = await startMarketplace()
  admin = await place.user('operator')
  other = await place.user()
  await place.database.transaction((tx) => changeRole(tx, (admin as TestUser).user_id, 'admin'))
})
afterAll(async () => {
  await place.stop()
})

const serversSeen = async (by = admin) => (await (by as TestUser).client.call(endpoints.adminServers, {})).servers

function start(machine: string) {
  const own = { clock: systemClock, ids: createIds(systemClock), log: createLog('silent'), meter: new Meter() }
  return keepSigning({ ...own, database: place.database, machine, services: ['market'] })
}

test('a server is listed from its start to its stop, with what it takes', async () => {
  const stops = [start('alder'), start('birch')]
  await expect.poll(async () => (await serversSeen()).length).toBe(2)
  // Listed by their ids, of which two of one millisecond come as chance has it.
  const [alder, birch] = (await serversSeen()).toSorted((a, b) => (a.machine < b.machine ? -1 : 1))
  expect(alder).toMatchObject({ machine: 'alder', services: ['market'], status: 'up', version: expect.any(String) })
  expect(alder?.memory_bytes).toBeGreaterThan(10_000_000)
  expect(birch?.server_id).not.toBe(alder?.server_id)
  for (const stop of stops) await stop()
  expect(await serversSeen()).toEqual([])
})

test('one that was killed is silent after a minute and off the list after an hour', async () => {
  const now = systemClock.now()
  const killed = { machine: 'cedar', version: '1', services: 'documents', started_at: 0 }
  const took = { memory_bytes: 1, cores: 0, delay_ms: 0 }
  const sign = (server_id: string, signed_at: number) =>
    place.database.transaction((tx) => signServer(tx, { ...killed, ...took, server_id, signed_at }))
  await sign('srv_00', now - 61_000)
  await sign('srv_01', now - 3_601_000)
  const stop = start('alder')
  await expect.poll(async () => (await serversSeen()).map(({ machine }) => machine).sort()).toEqual(['alder', 'cedar'])
  const [cedar] = await serversSeen()
  expect(cedar).toMatchObject({ server_id: 'srv_00', status: 'silent', services: ['documents'] })
  await stop()
})

test('only admins see servers', async () => {
  await expect(serversSeen(other)).rejects.toMatchObject({ status: 403 })
})
