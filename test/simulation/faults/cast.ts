import { issueSecret } from '../../../server/src/accounts/issue-secret.ts'
import { createUser } from '../../../server/src/accounts/sign-up.ts'
import { createIds } from '../../../server/src/base/ids.ts'
import { grant } from '../../../server/src/market/ledger/grant.ts'
import { welcomeWith } from '../../../server/src/market/welcome.ts'
import type { Database } from '../../../server/src/storage/database.ts'
import type { Chance } from '../../load/chance.ts'
import type { BuyerAccount, Wish } from './buyer.ts'
import type { HostTerms } from './honest-host.ts'
import type { ScriptedTerms } from './scripted-host.ts'
import type { World } from './world.ts'

export const MODELS = ['alpha', 'beta'] as const
const MOST_TOKENS = 12
/** Wishes are made in the first part of a run. */
const SHOPPING_MS = 35_000

/** Who is in this world: buyers with accounts and wishes, hosts by their terms, an operator. */
export interface Cast {
  buyers: { account: BuyerAccount; wishes: Wish[] }[]
  honest: HostTerms[]
  scripted: ScriptedTerms[]
  operator: BuyerAccount
}

/** Makes the accounts as the operator's commands do, beside the server, and draws the rest. */
export async function openCast(world: World, database: Database): Promise<Cast> {
  const chance = world.chance('cast')
  const draws = world.chance('cast', 'ids')
  const { clock, facts } = world
  const ids = createIds(clock, (bytes) => Buffer.from(Array.from({ length: bytes }, () => draws.int(0, 255))))
  const deps = { database, clock, ids, welcome: welcomeWith({ clock, ids }, 0n) }
  const open = async (name: string, role: 'user' | 'admin'): Promise<BuyerAccount> =>
    await database.transaction(async (tx) => {
      const form = { username: name, email: `${name}@example.com`, password_hash: '-', role }
      const { user_id } = await createUser(tx, deps, form)
      const { secret } = await issueSecret(tx, deps, { kind: 'user', subject_id: user_id, name: 'token' })
      return { name, user_id, secret }
    })
  const operator = await open('operator', 'admin')
  const buyers: Cast['buyers'] = []
  for (let number = chance.int(1, 3); number > 0; number--) {
    const account = await open(`buyer${number}`, 'user')
    const amount = BigInt(chance.pick([20_000_000, 200_000_000, 2_000_000_000]))
    const reason = `first credits of ${account.name}`
    const promotional = world.chance('kinds', account.name).next() < 0.5
    const { transaction_id } = await grant(deps, account.user_id, amount, reason, promotional ? 'promo' : 'paid')
    facts.grants.set(reason, { user_id: account.user_id, amount, promotional, transaction_id })
    buyers.push({ account, wishes: wishesOf(world, account.name) })
  }
  return { operator, buyers, ...hostsOf(world, buyers) }
}

function wishesOf(world: World, name: string): Wish[] {
  const chance = world.chance('wishes', name)
  const kept = world.chance('wishes', name, 'kept')
  return Array.from({ length: chance.int(1, 5) }, (_, number) => ({
    prompt: `${name}-${number}`,
    at_ms: chance.int(0, chance.pick([100, SHOPPING_MS])),
    model: chance.pick(MODELS),
    max_tokens: chance.int(1, MOST_TOKENS),
    max_price_nano: priceLimit(chance),
    keep: kept.next() < 0.3,
  }))
}

/** Few name a limit that nobody is within: their jobs take ten minutes to expire, and all else idles meanwhile. */
function priceLimit(chance: Chance): bigint | undefined {
  const draw = chance.next()
  if (draw < 0.02) return 10n
  return draw < 0.15 ? BigInt(chance.pick([1_000_000, 5_000_000])) : undefined
}

function hostsOf(world: World, buyers: Cast['buyers']): Pick<Cast, 'honest' | 'scripted'> {
  const chance = world.chance('hosts')
  // Some can go on with a text, some cannot; in one world of five nobody can.
  const able = world.chance('hosts', 'continue')
  const share = able.pick([0, 0.5, 0.5, 1, 1])
  const continues = () => able.next() < share
  const price = () => BigInt(chance.next() < 0.05 ? 0 : chance.int(1, 3_000_000))
  // In worlds where texts may go on there is mostly somebody to go on with them.
  const more = share > 0 ? able.pick([0, 1, 1]) : 0
  const honest = Array.from({ length: chance.int(1, 2) + more }, (_, number) => ({
    name: `agent${number}`,
    // The first one offers all models, so that every job may be run some day.
    models: number === 0 || more > 0 ? MODELS : [chance.pick(MODELS)],
    price_nano: price(),
    max_tokens: MOST_TOKENS,
    concurrency: chance.int(1, 2),
    continues: continues(),
    owner: chance.next() < 0.3 ? buyers[0]?.account : undefined,
  }))
  const scripted = Array.from({ length: chance.pick([0, 1, 1, 2]) }, (_, number) => ({
    name: `script${number}`,
    models: [chance.pick(MODELS)],
    price_nano: price(),
    max_tokens: MOST_TOKENS,
    concurrency: chance.int(1, 2),
    plain: chance.next() < 0.3,
    continues: continues(),
  }))
  return { honest, scripted }
}
