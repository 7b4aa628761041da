import { expect, test } from 'vitest'
import { jobById } from '../../server/src/market/jobs/store.ts'
import { beginChecks } from '../../server/src/market/verification/begin-check.ts'
import { openChecks } from '../../server/src/market/verification/check-store.ts'
import { customersMix } from '../../server/src/market/verification/customers-mix.ts'
import { onEveryDialect } from './databases.ts'
import { honest } from './scripted-models.ts'
import { verifiedFloor } from './verified-floor.ts'

const MARK = { temperature: 0.7313, top_p: 0.9873, max_tokens: 613 }
const DEAR = { max_price_per_token: 10n ** 7n }

await onEveryDialect((databases) => {
  const { floor, host, reference, serve, sell } = verifiedFloor(databases)

  /** Three customers of the model who ask for sampled texts of 200 tokens, and have them. */
  async function customers(): Promise<string[]> {
    const users = [await floor().user(10n ** 12n), await floor().user(10n ** 12n), await floor().user(10n ** 12n)]
    for (const user of users)
      for (let at = 0; at < 5; at++)
        await floor().submit(user, { input_text: `customer ${at}`, max_tokens: 200, temperature: 0.9, ...DEAR })
    await serve()
    return users
  }

  test('jobs that cost nothing, or are not served, say nothing of how checks look', async () => {
    await reference()
    await host(honest)
    await sell(20)
    await customers()
    const attacker = await floor().user(0n)
    for (let at = 0; at < 320; at++)
      await floor().submit(attacker, { input_text: `mark ${at}`, ...MARK, max_price_per_token: 0n })
    const { market } = floor()
    await beginChecks(market, { share: 0.05, prompts: [], chance: () => 0.4 }, 4 * 3_600_000)
    const checks = await openChecks(market.database, 10)
    expect(checks.length).toBeGreaterThan(0)
    for (const { job_id } of checks) {
      const job = await jobById(market.database, job_id)
      expect(job).toMatchObject({ max_tokens: 200, temperature: 0.9, options_json: null })
    }
  })

  test('jobs of one’s own hosts say nothing, and nothing that customers wrote is kept', async () => {
    const owner = await floor().user(10n ** 12n)
    const [own] = [await host(honest, owner), await reference()]
    const users = await customers()
    for (let at = 0; at < 3; at++)
      await floor().submit(owner, { input_text: `own ${at}`, ...MARK, ...DEAR, hosts: { only: [own] } })
    await serve()
    const messages = [{ role: 'user' as const, content: 'my secret' }]
    await floor().submit(users[0] as string, { input_text: 'x', max_tokens: 64, seed: 5, ...DEAR, messages } as never)
    await serve()
    const mix = await customersMix(floor().market.database, 'm', floor().clock.now())
    expect(mix.map(({ user_id }) => user_id).sort()).toEqual(users.toSorted())
    expect(JSON.stringify(mix.map(({ jobs }) => jobs))).not.toContain('my secret')
    // A month later they are still the ones who ask, and no longer.
    const later = (days: number) => customersMix(floor().market.database, 'm', floor().clock.now() + days * 86_400_000)
    expect(await later(29)).toHaveLength(3)
    expect(await later(32)).toEqual([])
  })
})

await onEveryDialect((databases) => {
  const { floor, reference, serve } = verifiedFloor(databases)

  test('customers who ask for verified hosts say how checks look as the others do', async () => {
    const trusted = await reference()
    const user = await floor().user(10n ** 12n)
    for (const verified of [true, false])
      await floor().submit(user, {
        input_text: 'customer',
        max_tokens: 200,
        verified,
        ...DEAR,
        hosts: { only: [trusted] },
      })
    await serve()
    const mix = await customersMix(floor().market.database, 'm', floor().clock.now())
    expect(mix.map(({ jobs }) => jobs.length)).toEqual([2])
  })
})
