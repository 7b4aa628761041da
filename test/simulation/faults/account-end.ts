import { closeAccount } from '../../../server/src/accounts/own-account.ts'
import { sealsBy } from '../../../server/src/accounts/second-factor/seals.ts'
import { userById } from '../../../server/src/accounts/user-store.ts'
import { DomainError } from '../../../server/src/base/errors.ts'
import { closingWith } from '../../../server/src/market/close-account.ts'
import type { BuyerAccount } from './buyer.ts'
import type { World } from './world.ts'

const PATIENCE_MS = 20_000
const AGAIN_MS = 1000

/**
 * A buyer who leaves the marketplace for good, if the plan says so. The operation is called directly: over HTTP it
 * would hash a password, in threads that no seed governs.
 */
export async function mayClose(world: World, { user_id }: BuyerAccount): Promise<void> {
  const chance = world.chance('account', user_id)
  await world.pause(chance.int(1000, 50_000))
  if (!world.plan.strikes('account_closed')) return
  while (!world.facts.closedAccounts.has(user_id)) {
    const told = close(world, user_id).then(
      () => true,
      async (error) => {
        if (!(error instanceof DomainError)) throw error
        // Refused, or its replica is cut off from the database: it is looked at again.
        await world.pause(AGAIN_MS)
        return false
      },
    )
    // A server that dies meanwhile never answers.
    if (await Promise.race([told, world.pause(PATIENCE_MS).then(() => false)])) world.facts.closedAccounts.add(user_id)
  }
}

async function close(world: World, user_id: string): Promise<void> {
  while (!world.server.process) await world.pause(500)
  const { market, life } = world.server.process
  const { database, clock } = market
  const user = await userById(database, user_id)
  if (!user || user.deleted_at !== null) return
  const verified = {
    verify: async () => true,
    failures: { attempt: async () => true, code: async () => true },
    seals: sealsBy(new Uint8Array(32)),
  }
  world.trace.note(`account of ${user_id} is closed`)
  world.facts.closingAccounts.add(user_id)
  const closings = [closingWith(market)]
  await life.holds(closeAccount({ database, clock, ...verified, closings }, user, 'password', { address: '127.0.0.1' }))
  world.trace.note(`account of ${user_id} has been closed`)
}
