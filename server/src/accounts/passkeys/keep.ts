import type { PasskeyCreated } from '@mkt/schemas'
import { DomainError } from '../../base/errors.ts'
import type { PasskeysTable } from '../../storage/credential-tables.ts'
import { type Actor, logAct } from '../act-log.ts'
import type { User } from '../authenticate.ts'
import { demandUnchanged } from '../demand-unchanged.ts'
import { noteFactor, settleFactor } from '../second-factor/second-factor.ts'
import { ALGORITHMS, challengeOf, notAccepted, verifyCreated } from './ceremonies.ts'
import { demandParty, type PasskeyDeps } from './deps.ts'
import { makeOneTime, ONE_TIME_MS, useOneTime } from './one-time.ts'
import { deletePasskey, insertPasskey, passkeysOf } from './passkey-store.ts'

/** More than a person has devices; all of them are sent to a browser that makes another. */
const MOST = 20

/** What a browser makes a passkey with. The password was given with it. Errors: not_found, conflict. */
export async function beginPasskey(deps: PasskeyDeps, { user_id, username }: User) {
  const { id } = demandParty(deps)
  const known = await passkeysOf(deps.database, user_id)
  demandRoom(known)
  const { secret } = await makeOneTime(deps, 'passkey-creation', user_id)
  return {
    rp: { id, name: 'mkt' },
    // An id says nothing of the person, which is what WebAuthn asks of it.
    user: { id: Buffer.from(user_id).toString('base64url'), name: username, displayName: username },
    challenge: secret,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: ONE_TIME_MS,
    attestation: 'none' as const,
    excludeCredentials: known.map(describeCredential),
    // It says whose it is, and asks its user for more than a touch: so it may stand for name, password and code.
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
  }
}

const describeCredential = ({ credential_id, transports_json }: PasskeysTable) => ({
  type: 'public-key' as const,
  id: credential_id,
  transports: JSON.parse(transports_json) as string[],
})

/**
 * Keeps a passkey. The first second factor of an account ends its tokens and gives recovery codes, as an app's does.
 * Errors: not_found, forbidden, conflict.
 */
export async function addPasskey(
  deps: PasskeyDeps,
  user: User,
  { name, response }: { name: string; response: PasskeyCreated },
  actor: Actor,
): Promise<{ passkey: PasskeysTable; recovery_codes: string[] }> {
  const party = demandParty(deps)
  const { database, clock, ids } = deps
  const { user_id } = user
  if (!(await useOneTime(deps, challengeOf(response), 'passkey-creation', user_id))) throw notAccepted()
  const { synced, ...credential } = await verifyCreated(party, response)
  const passkey: PasskeysTable = {
    ...{ passkey_id: ids.next('psk'), user_id, name, ...credential, synced: Number(synced) },
    transports_json: JSON.stringify(response.response.transports ?? []),
    ...{ created_at: clock.now(), last_used_at: null },
  }
  const recovery_codes = await database.transaction(async (tx) => {
    await demandUnchanged(tx, user)
    demandRoom(await passkeysOf(tx, user_id))
    if (!(await insertPasskey(tx, passkey))) throw new DomainError('conflict', 'This passkey is kept already.')
    const codes = await noteFactor(tx, deps, user_id)
    await logAct(tx, deps, actor, {
      act: 'passkey.add',
      subject: user_id,
      after: { passkey_id: passkey.passkey_id, first_factor: codes.length > 0 },
    })
    return codes
  })
  return { passkey, recovery_codes }
}

/** Removes a passkey; without another, and without an app, logins need no second factor. Error: not_found. */
export async function removePasskey(deps: PasskeyDeps, user: User, passkey_id: string, actor: Actor): Promise<void> {
  const { user_id } = user
  await deps.database.transaction(async (tx) => {
    await demandUnchanged(tx, user)
    const enabled = await settleFactor(tx, user_id, async () => {
      if (!(await deletePasskey(tx, passkey_id, user_id))) throw noSuchPasskey()
    })
    const after = { passkey_id, second_factor: enabled }
    await logAct(tx, deps, actor, { act: 'passkey.remove', subject: user_id, after })
  })
}

function demandRoom(known: readonly unknown[]): void {
  if (known.length < MOST) return
  throw new DomainError('conflict', `An account has at most ${MOST} passkeys; remove one that you no longer use.`)
}

export const noSuchPasskey = () => new DomainError('not_found', 'You have no passkey with this id.')
