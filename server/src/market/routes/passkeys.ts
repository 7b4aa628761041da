import { market as endpoints } from '@mkt/schemas'
import type { User } from '../../accounts/authenticate.ts'
import { demandTokenRoom } from '../../accounts/demand-token-room.ts'
import { demandUnchanged } from '../../accounts/demand-unchanged.ts'
import { describeNewToken } from '../../accounts/describe-token.ts'
import { issueSecret } from '../../accounts/issue-secret.ts'
import { demandPassword, type OwnAccountDeps } from '../../accounts/own-account.ts'
import { addPasskey, beginPasskey, noSuchPasskey, removePasskey } from '../../accounts/passkeys/keep.ts'
import { passkeysOf, setPasskeyName } from '../../accounts/passkeys/passkey-store.ts'
import { beginProof, codeBy, type ProofDeps, provenBy } from '../../accounts/passkeys/prove.ts'
import type { RateLimit } from '../../accounts/rate-limits.ts'
import { grantRights } from '../../accounts/token-rights.ts'
import { isoTime, isoTimeOrNull } from '../../base/clock.ts'
import { actorOf } from '../../http/actor.ts'
import type { Guard } from '../../http/guard.ts'
import type { PasskeysTable } from '../../storage/credential-tables.ts'

export interface PasskeyRouteDeps extends ProofDeps {
  ownAccount: OwnAccountDeps
  /** Of requests to prove oneself, which anybody may make. */
  requests: RateLimit
  /** Tokens that a user may have in force. */
  mostTokens: number
  /** Told of each passkey that came or went, by its name. */
  changed: (user: User, change: 'added' | 'removed', name: string) => void
}

/** Passkeys: one's own, and logins by them. */
export function passkeyRoutes(guard: Guard, deps: PasskeyRouteDeps): void {
  const { database } = deps
  guard.route(endpoints.beginPasskey, async ({ body }, call) => {
    await demandPassword(deps.ownAccount, call.user, body.password, call)
    return await beginPasskey(deps, call.user)
  })
  guard.route(endpoints.addPasskey, async ({ body }, call) => {
    const { passkey, recovery_codes } = await addPasskey(deps, call.user, body, actorOf(call))
    deps.changed(call.user, 'added', passkey.name)
    return { ...describe(passkey), recovery_codes }
  })
  guard.route(endpoints.listPasskeys, async (_input, { user }) => ({
    passkeys: (await passkeysOf(database, user.user_id)).map(describe),
  }))
  guard.route(endpoints.renamePasskey, async ({ params: { passkey_id }, body: { name } }, { user: { user_id } }) => {
    await database.transaction((tx) => setPasskeyName(tx, { passkey_id, user_id, name }))
    return describe(await ownPasskey(deps, user_id, passkey_id))
  })
  guard.route(endpoints.removePasskey, async ({ params, body }, call) => {
    await demandPassword(deps.ownAccount, call.user, body.password, call)
    const { name } = await ownPasskey(deps, call.user.user_id, params.passkey_id)
    await removePasskey(deps, call.user, params.passkey_id, actorOf(call))
    deps.changed(call.user, 'removed', name)
    return null
  })
  loginRoutes(guard, deps)
}

function loginRoutes(guard: Guard, deps: PasskeyRouteDeps): void {
  const { database, clock } = deps
  guard.route(endpoints.beginPasskeyLogin, async (_input, { address }) => {
    await deps.requests.consume(address)
    return await beginProof(deps)
  })
  guard.route(endpoints.logInByPasskey, async ({ body: { response, ...wanted } }, { address }) => {
    const user = await provenBy(deps, response, address)
    const rights = grantRights(undefined, wanted, { now: clock.now() })
    const issued = await database.transaction(async (tx) => {
      await demandUnchanged(tx, user)
      await demandTokenRoom(tx, user.user_id, clock.now(), deps.mostTokens)
      return await issueSecret(tx, deps, { kind: 'user', subject_id: user.user_id, name: wanted.name, rights })
    })
    return describeNewToken(wanted.name, issued, rights)
  })
  guard.route(endpoints.codeByPasskey, async ({ body }, { address }) => {
    const { secret: code, expires_at } = await codeBy(deps, body.response, address)
    return { code, expires_at: isoTime(expires_at) }
  })
}

/** Error: not_found. */
async function ownPasskey({ database }: ProofDeps, user_id: string, passkey_id: string): Promise<PasskeysTable> {
  const own = (await passkeysOf(database, user_id)).find((one) => one.passkey_id === passkey_id)
  if (!own) throw noSuchPasskey()
  return own
}

function describe({ passkey_id, name, created_at, last_used_at, synced }: PasskeysTable) {
  const times = { created_at: isoTime(created_at), last_used_at: isoTimeOrNull(last_used_at) }
  return { passkey_id, name, ...times, synced: synced === 1 }
}
