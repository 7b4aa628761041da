import { expect, test } from 'vitest'
import { closeAccount } from '../../server/src/accounts/own-account.ts'
import { sealsBy } from '../../server/src/accounts/second-factor/seals.ts'
import { userById } from '../../server/src/accounts/user-store.ts'
import { closingWith } from '../../server/src/market/close-account.ts'
import { adoptHost } from '../../server/src/market/hosts/adopt.ts'
import { enlist } from '../../server/src/market/hosts/enlist.ts'
import { hostsOwnedBy } from '../../server/src/market/hosts/owner-store.ts'
import { onEveryDialect } from './databases.ts'
import type { Floor } from './market-floor.ts'
import { lanesOn, refusals } from './market-lanes.ts'

const TERMS = { gpu: 'GPU', price_per_token: 1n, max_tokens: 10, backend: 'huggingface' as const, endpoint_url: null }
const verified = {
  verify: async () => true,
  failures: { attempt: async () => true, code: async () => true },
  seals: sealsBy(new Uint8Array(32)),
}

async function close({ market }: Floor, userId: string): Promise<void> {
  const user = await userById(market.database, userId)
  if (!user) throw new Error('there is no such user')
  const { database, clock } = market
  await closeAccount({ database, clock, ...verified, closings: [closingWith(market)] }, user, 'x', {
    address: '127.0.0.1',
  })
}

await onEveryDialect((databases) => {
  const { on, race, rounds } = lanesOn(databases)

  test('an account that ends while it registers and adopts hosts leaves none that nobody can pay out', async () => {
    const seen = { refused: 0, made: 0 }
    await rounds(async ({ random, model }) => {
      const user = await on.floor.user(0n)
      const stray = await enlist(on.floor.market, { ...TERMS, models: [`${model}-stray`] }, null)
      const outcomes = await race<unknown>(random, [
        () => close(on.other, user),
        () => enlist(on.floor.market, { ...TERMS, models: [`${model}-stray`] }, user),
        () => adoptHost(on.other.market, user, stray.api_key),
      ])
      expect(outcomes[0]?.status).toBe('fulfilled')
      for (const reason of refusals(outcomes)) expect(reason).toMatchObject({ code: 'unauthorized' })
      seen.refused += refusals(outcomes).length
      seen.made += outcomes.length - 1 - refusals(outcomes).length
      expect(await hostsOwnedBy(on.floor.market.database, user, 0)).toEqual([])
      return []
    })
    // Either order was met.
    expect(seen).toEqual({ refused: expect.any(Number), made: expect.any(Number) })
    expect(Math.min(seen.refused, seen.made)).toBeGreaterThan(0)
  })
})
