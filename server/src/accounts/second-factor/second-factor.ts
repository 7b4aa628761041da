import type { Clock } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import type { Ids } from '../../base/ids.ts'
import type { Database, Reader, Tx } from '../../storage/database.ts'
import type { UsersTable } from '../../storage/tables.ts'
import { revokeAll } from '../credential-store.ts'
import { demandUnchanged } from '../demand-unchanged.ts'
import { PASSKEY_CODE, useOneTime } from '../passkeys/one-time.ts'
import { removeOneTimes } from '../passkeys/one-time-store.ts'
import { deletePasskeysOf, passkeysOf } from '../passkeys/passkey-store.ts'
import { hashSecret } from '../secrets.ts'
import { lockUser } from '../user-store.ts'
import type { Seals } from './seals.ts'
import {
  addRecoveryCodes,
  confirmApp,
  factorOf,
  markFactor,
  recoveryCodesLeft,
  removeApp,
  removeRecoveryCodes,
  setSecret,
  takeRecoveryCode,
  takeStep,
} from './store.ts'
import { base32, otpauthUri, stepOf } from './totp.ts'

export interface FactorDeps {
  database: Database
  clock: Clock
  seals: Seals
}

const RECOVERY_CODES = 10
const ISSUER = 'mkt'
/** 160 bits, as RFC 4226 asks for. */
const SECRET_BYTES = 20

/**
 * Whether a code is the user's: of their app, each once and in its time; by a passkey of theirs; or a recovery code,
 * each once. True for a user who has no second factor.
 */
export async function isRightCode(
  { database, clock, seals }: FactorDeps,
  user: UsersTable,
  code: string,
): Promise<boolean> {
  if (user.second_factor_at === null) return true
  const { user_id } = user
  if (code.startsWith(PASSKEY_CODE)) return await useOneTime({ database, clock }, code, 'passkey-code', user_id)
  return await database.transaction(async (tx) => {
    if (!/^\d{6}$/.test(code)) return await takeRecoveryCode(tx, user_id, hashSecret(code))
    const app = await factorOf(tx, user_id)
    if (!app || app.confirmed_at === null) return false
    const step = stepOf(seals.open(user_id, app.secret), code, clock.now())
    return step !== undefined && (await takeStep(tx, user_id, step))
  })
}

/** What stands for the account beside its password. */
export async function describeFactor(reader: Reader, { user_id, second_factor_at }: UsersTable) {
  const app = await factorOf(reader, user_id)
  return {
    enabled: second_factor_at !== null,
    app: app !== undefined && app.confirmed_at !== null,
    passkeys: (await passkeysOf(reader, user_id)).length,
    recovery_codes: await recoveryCodesLeft(reader, user_id),
  }
}

/** Makes a secret for an app; nothing needs its codes before it is confirmed. Error: conflict where there is one. */
export async function beginFactor({ database, clock, ids, seals }: FactorDeps & { ids: Ids }, user: UsersTable) {
  // 256 bits of chance as text, of which the app gets 160.
  const bytes = Buffer.from(ids.secret(''), 'base64url').subarray(0, SECRET_BYTES)
  await database.transaction(async (tx) => {
    await demandUnchanged(tx, user)
    const app = await factorOf(tx, user.user_id)
    if (app && app.confirmed_at !== null)
      throw new DomainError('conflict', 'You have an authenticator app already; remove it before you set up another.')
    await setSecret(tx, user.user_id, seals.seal(user.user_id, bytes), clock.now())
  })
  return { secret: base32(bytes), uri: otpauthUri(bytes, ISSUER, user.username) }
}

/**
 * Has logins need codes from here on, once a code shows that the app has the secret; every token is revoked, so that all
 * that there are were made with a code. Answers the recovery codes, which are kept as hashes. Error: forbidden.
 */
export async function confirmFactor(
  deps: FactorDeps & { ids: Ids },
  { user_id, password_hash }: UsersTable,
  code: string,
): Promise<string[]> {
  const now = deps.clock.now()
  return await deps.database.transaction(async (tx) => {
    const held = await lockUser(tx, user_id)
    // Whoever lost the password meanwhile has lost this too.
    if (held?.password_hash !== password_hash)
      throw new DomainError('unauthorized', 'The credentials of this request were revoked meanwhile.')
    const app = await factorOf(tx, user_id)
    const step = app && stepOf(deps.seals.open(user_id, app.secret), code, now)
    if (app?.confirmed_at !== null || step === undefined || !(await takeStep(tx, user_id, step)))
      throw new DomainError('forbidden', "The code is not the app's at this moment.")
    await confirmApp(tx, user_id, now)
    return await startFactor(tx, deps, user_id)
  })
}

/** The user is held; of the first second factor of an account answers the recovery codes. */
export async function noteFactor(tx: Tx, deps: { clock: Clock; ids: Ids }, user_id: string): Promise<string[]> {
  const held = await lockUser(tx, user_id)
  return held?.second_factor_at === null ? await startFactor(tx, deps, user_id) : []
}

async function startFactor(tx: Tx, { clock, ids }: { clock: Clock; ids: Ids }, user_id: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => ids.secret('').slice(0, 16))
  await markFactor(tx, user_id, clock.now())
  await addRecoveryCodes(tx, user_id, codes.map(hashSecret))
  await revokeAll(tx, user_id, 'user', clock.now())
  return codes
}

/** Removes an app or a passkey; whether anything is left that logins need. Recovery codes go with the last. */
export async function settleFactor(tx: Tx, user_id: string, remove: () => Promise<unknown>): Promise<boolean> {
  await lockUser(tx, user_id)
  await remove()
  const app = await factorOf(tx, user_id)
  if ((app && app.confirmed_at !== null) || (await passkeysOf(tx, user_id)).length > 0) return true
  await removeRecoveryCodes(tx, user_id)
  await markFactor(tx, user_id, null)
  return false
}

/** Whatever logins need beside the password: for an operator whom a person asks, and for an account that ends. */
export async function removeFactors(tx: Tx, user_id: string): Promise<void> {
  await settleFactor(tx, user_id, async () => {
    await removeApp(tx, user_id)
    await deletePasskeysOf(tx, user_id)
    await removeOneTimes(tx, user_id)
  })
}

/** The answer where a password is right and a code is missing. */
export function codeRequired(): DomainError {
  const message =
    'This account has a second factor: send the code of your app, one by a passkey, or a recovery code, in the header Mkt-Code.'
  return new DomainError('second_factor_required', message)
}
