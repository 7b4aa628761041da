import { market as endpoints } from '@mkt/schemas'
import { actorOf } from '../../http/actor.ts'
import type { Guard } from '../../http/guard.ts'
import { describeAlias, dropAlias, setAlias } from '../aliases/change.ts'
import { allAliases } from '../aliases/store.ts'
import type { Market } from '../deps.ts'

/** Names that stand for models, as an operator sets them. */
export function aliasRoutes(guard: Guard, market: Market): void {
  const { database, aliases } = market
  guard.route(endpoints.modelAliases, async () => ({ aliases: (await allAliases(database)).map(describeAlias) }))
  guard.route(endpoints.setModelAlias, async ({ params, body }, call) => {
    const change = { alias: params.alias, models: body.models }
    const set = await database.transaction((tx) => setAlias(tx, market, actorOf(call), change))
    aliases.forget()
    return set
  })
  guard.route(endpoints.removeModelAlias, async ({ params }, call) => {
    await database.transaction((tx) => dropAlias(tx, market, actorOf(call), params.alias))
    aliases.forget()
    return null
  })
}
