import { expect, test } from 'vitest'
import { setContexts } from '../../server/src/market/hosts/store.ts'
import { jobById } from '../../server/src/market/jobs/store.ts'
import { advanceChecks } from '../../server/src/market/verification/advance-checks.ts'
import { beginChecks } from '../../server/src/market/verification/begin-check.ts'
import { openChecks } from '../../server/src/market/verification/check-store.ts'
import { seeded } from '../server/verification/seeded.ts'
import { onEveryDialect } from './databases.ts'
import { honest } from './scripted-models.ts'
import { verifiedFloor } from './verified-floor.ts'

const DEAR = { max_price_per_token: 10n ** 7n }

await onEveryDialect((databases) => {
  const { floor, host, reference, serve, sell } = verifiedFloor(databases)

  test('a host is asked for nothing that is longer than the context that it declared', async () => {
    await reference()
    const small = await host(honest)
    const { market, clock } = floor()
    await market.database.transaction((tx) => setContexts(tx, small, { m: 2048 }))
    market.offers.forget()
    await sell(100)
    const users = await Promise.all(Array.from({ length: 3 }, () => floor().user(10n ** 12n)))
    for (const user of users)
      for (let at = 0; at < 5; at++)
        for (const times of [10, 300])
          await floor().submit(user, { input_text: 'customer '.repeat(times), max_tokens: 200, ...DEAR })
    await serve()
    const lengths: number[] = []
    for (let at = 0; at < 12; at++) {
      await beginChecks(market, { share: 0.05, prompts: [], chance: seeded(at) }, 4 * 3_600_000)
      for (const { job_id } of await openChecks(market.database, 10)) {
        const job = await jobById(market.database, job_id)
        lengths.push((job?.prompt_bytes ?? 0) + (job?.max_tokens ?? 0))
      }
      await serve()
      clock.advance(3_700_000)
      await advanceChecks(market, { share: 0.05, prompts: [], chance: seeded(at) })
    }
    expect(lengths.length).toBeGreaterThan(5)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(2048)
  })

  test('no check asks its host what one before it asked, while other prompts are left', async () => {
    await reference()
    await host(honest)
    await sell(100)
    const { market } = floor()
    const prompts = Array.from({ length: 12 }, (_, at) => `What is the ${at}th thing of all those that are for sale?`)
    const words: string[] = []
    for (let at = 0; at < 12; at++) {
      const settings = { share: 0.05, prompts, chance: seeded(3) }
      await beginChecks(market, settings, 4 * 3_600_000)
      for (const { job_id } of await openChecks(market.database, 10))
        words.push((await jobById(market.database, job_id))?.input_text ?? '')
      for (let step = 0; step < 4; step++) {
        await serve()
        await advanceChecks(market, settings)
      }
    }
    expect(words.length).toBeGreaterThan(5)
    expect(new Set(words).size).toBe(words.length)
  })
})
