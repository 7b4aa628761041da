import { market as endpoints, grantedCredits } from '@mkt/schemas'
import { describeAct, logAct } from '../../accounts/act-log.ts'
import { actPage } from '../../accounts/act-log-store.ts'
import { makeDocumentsKey } from '../../accounts/documents-keys.ts'
import { isPasswordHash } from '../../accounts/passwords.ts'
import { removeAdminRole } from '../../accounts/shut-out.ts'
import { userById, userByName } from '../../accounts/user-store.ts'
import { isoTime } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import { actorOf } from '../../http/actor.ts'
import type { Guard } from '../../http/guard.ts'
import { idempotencyKey } from '../../http/idempotency-key.ts'
import type { Market } from '../deps.ts'
import { hostById } from '../hosts/store.ts'
import { intentOf, once } from '../idempotency/once.ts'
import { sumOf } from '../ledger/accounts.ts'
import { grantIn } from '../ledger/grant.ts'
import { spendableOf } from '../ledger/store.ts'
import { shutHostOut, shutOwnerOut } from '../shut-out.ts'
import { endAtOnce } from '../upkeep/shut-out-watch.ts'
import { describeForPaying, describeWithdrawal } from '../withdrawals/report.ts'
import { resolve } from '../withdrawals/resolve.ts'
import { allWithdrawals } from '../withdrawals/store.ts'

/** What an operator does to users, hosts and withdrawals. */
export function operatorRoutes(guard: Guard, market: Market): void {
  const { database, clock } = market
  guard.route(endpoints.grantCredits, async ({ params, body }, call) => {
    const { user, ctx } = call
    const { user_id } = await demandUser(market, params.user_id)
    const intent = intentOf(user.user_id, `${endpoints.grantCredits.name}/${user_id}`, idempotencyKey(ctx), body)
    return await database.transaction((tx) =>
      once(tx, intent, grantedCredits, clock.now(), async () => {
        const kind = body.promotional ? 'promo' : 'paid'
        const { transaction_id, balance } = await grantIn(tx, market, user_id, body.amount, body.reason, kind)
        const after = { amount: body.amount, kind, transaction_id }
        await logAct(tx, market, actorOf(call), { act: 'credits.grant', subject: user_id, after })
        return { transaction_id, user_id, amount: body.amount, credits: balance }
      }),
    )
  })
  guard.route(endpoints.changeUser, async ({ params, body }, call) => {
    const { user_id, username, total_jobs, created_at } = await demandUser(market, params.user_id)
    if (user_id === call.user.user_id && body.disabled)
      throw new DomainError('conflict', 'You cannot disable yourself.')
    await database.transaction((tx) => shutOwnerOut(tx, market, actorOf(call), user_id, body.disabled))
    await endAtOnce(market)
    const credits = sumOf(await spendableOf(database, user_id))
    return { user_id, username, credits, total_jobs, created_at: isoTime(created_at) }
  })
  guard.route(endpoints.changeAnyHost, async ({ params, body }, call) => {
    const { host_id } = params
    const changed = await database.transaction((tx) => shutHostOut(tx, market, actorOf(call), host_id, body.disabled))
    const host = await hostById(database, params.host_id)
    if (!changed || !host) throw new DomainError('not_found', 'There is no host with this id.')
    market.offers.forget()
    await endAtOnce(market)
    return {
      host_id: host.host_id,
      gpu: host.gpu,
      status: host.status,
      total_jobs_completed: host.jobs_completed,
      total_earnings: host.earned_nano,
      last_heartbeat: isoTime(host.last_heartbeat_at),
    }
  })
  guard.route(endpoints.createDocumentsKey, async ({ params }, call) => {
    const owner = await demandUser(market, params.user_id)
    const own = owner.user_id === call.user.user_id
    if (!own && !isPasswordHash(owner.password_hash)) throw nobodyToFetchIt(owner.username)
    const { secret, credential_id } = await database.transaction((tx) =>
      makeDocumentsKey(tx, market, actorOf(call), { user_id: owner.user_id, show: own }),
    )
    if (own) return { key: secret }
    return { key_id: credential_id, claim: claimPath(credential_id) }
  })
}

/** Where an owner fetches the secret, with their own credentials. */
const claimPath = (key_id: string) => endpoints.claimDocumentsKey.path.replace('{key_id}', key_id)

function nobodyToFetchIt(username: string): DomainError {
  const how = `mkt-server keys create --user ${username}`
  const why = `The account "${username}" has no password, so nobody could fetch the key`
  const message = `${why}; its operator makes one with ${how}.`
  return new DomainError('conflict', message)
}

/** What was done by operators, and how one ceases to be one. */
export function oversightRoutes(guard: Guard, market: Market): void {
  guard.route(endpoints.adminLog, async ({ query }) => {
    const { total, rows } = await actPage(market.database, query)
    return { acts: rows.map(describeAct), total }
  })
  guard.route(endpoints.removeAdmin, async ({ params }, call) => {
    const { user_id } = await demandUser(market, params.user_id)
    await market.database.transaction((tx) => removeAdminRole(tx, market, actorOf(call), user_id))
    return null
  })
}

/** Withdrawals as an operator sees and resolves them. */
export function payoutRoutes(guard: Guard, market: Market): void {
  guard.route(endpoints.adminWithdrawals, async ({ query }) => {
    const { status, limit, offset, detail } = query
    const { total, rows } = await allWithdrawals(market.database, status, { limit, offset })
    if (detail === 'full') return { total, withdrawals: await describeForPaying(market.database, rows) }
    return { total, withdrawals: rows.map(describeWithdrawal) }
  })
  guard.route(endpoints.resolveWithdrawal, async ({ params, body }, call) => {
    const { status, reference = null, despite_debt: despiteDebt = false } = body
    const to = { status, reference, despiteDebt }
    return describeWithdrawal(await resolve(market, params.withdrawal_id, to, actorOf(call)))
  })
}

/** By id, or by name, which is never an id of another. */
async function demandUser({ database }: Market, idOrName: string) {
  const user = (await userById(database, idOrName)) ?? (await userByName(database, idOrName))
  if (!user || user.deleted_at !== null) throw new DomainError('not_found', 'There is no user with this id or name.')
  return user
}
