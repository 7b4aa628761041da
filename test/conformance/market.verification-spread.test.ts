import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startVerification } from '../../server/src/market/upkeep/verification.ts'
import { openChecks } from '../../server/src/market/verification/check-store.ts'
import { seeded } from '../server/verification/seeded.ts'
import { onEveryDialect } from './databases.ts'
import { honest } from './scripted-models.ts'
import { verifiedFloor } from './verified-floor.ts'

const HOSTS = 12

await onEveryDialect((databases) => {
  const { floor, host, reference, sell } = verifiedFloor(databases)

  test('checks of one round come one by one, and a server that stops begins no more of them', async () => {
    await reference()
    for (let at = 0; at < HOSTS; at++) await host(honest)
    await sell(200)
    const { market, clock } = floor()
    // Every host is due in each round.
    const chance = seeded(5)
    let certain = 2 * HOSTS
    const draws = () => (certain-- > 0 ? 0 : chance())
    const stop = startVerification(market, { share: 0.05, prompts: [], chance: draws })
    const begun = new Set<number>()
    const seen = async () => (await openChecks(market.database, 100)).length
    for (let tick = 0; tick < 400 && Math.max(0, ...begun) < HOSTS / 2; tick++) {
      clock.advance(200)
      await pause(5)
      begun.add(await seen())
    }
    await stop()
    expect(begun.size).toBeGreaterThan(4)
    expect(await seen()).toBeLessThan(HOSTS)
  })
})
