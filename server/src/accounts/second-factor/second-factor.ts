import type { Clock } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import type { Ids } from '../../base/ids.ts'
import type { Database } from '../../storage/database.ts'
import type { UsersTable } from '../../storage/tables.ts'
import { revokeAll } from '../credential-store.ts'
import { hashSecret } from '../secrets.ts'
import { addRecoveryCodes, factorOf, markFactor, setSecret, takeRecoveryCode, takeStep } from './store.ts'
import { base32, otpauthUri, stepOf } from './totp.ts'

export interface FactorDeps {
  database: Database
  clock: Clock
}

const RECOVERY_CODES = 10
const ISSUER = 'mkt'
/** 160 bits, as RFC 4226 asks for. */
const SECRET_BYTES = 20

/**
 * Whether a code is the user's: of their app, each once and in its time, or a recovery code, each once. True for a user
 * who has no second factor.
 */
export async function isRightCode({ database, clock }: FactorDeps, user: UsersTable, code: string): Promise<boolean> {
  if (user.second_factor_at === null) return true
  const { user_id } = user
  return await database.transaction(async (tx) => {
    if (!/^\d{6}$/.test(code)) return await takeRecoveryCode(tx, user_id, hashSecret(code))
    const factor = await factorOf(tx, user_id)
    const step = factor && stepOf(Buffer.from(factor.secret, 'base64'), code, clock.now())
    return step !== undefined && (await takeStep(tx, user_id, step))
  })
}

/** Makes a secret for an app; nothing needs its codes before it is confirmed. Error: conflict where there is one. */
export async function beginFactor({ database, clock, ids }: FactorDeps & { ids: Ids }, user: UsersTable) {
  if (user.second_factor_at !== null)
    throw new DomainError('conflict', 'You have a second factor already; remove it before you set up another.')
  // 256 bits of chance as text, of which the app gets 160.
  const bytes = Buffer.from(ids.secret(''), 'base64url').subarray(0, SECRET_BYTES)
  const secret = bytes.toString('base64')
  await database.transaction((tx) => setSecret(tx, user.user_id, secret, clock.now()))
  return { secret: base32(bytes), uri: otpauthUri(bytes, ISSUER, user.username) }
}

/**
 * Has logins need codes from here on, once a code shows that the app has the secret; every token is revoked, so that all
 * that there are were made with a code. Answers the recovery codes, which are kept as hashes. Error: forbidden.
 */
export async function confirmFactor(
  { database, clock, ids }: FactorDeps & { ids: Ids },
  user: UsersTable,
  code: string,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => ids.secret('').slice(0, 16))
  await database.transaction(async (tx) => {
    const factor = await factorOf(tx, user.user_id)
    const step = factor && stepOf(Buffer.from(factor.secret, 'base64'), code, clock.now())
    if (user.second_factor_at !== null || step === undefined || !(await takeStep(tx, user.user_id, step)))
      throw new DomainError('forbidden', "The code is not the app's at this moment.")
    await markFactor(tx, user.user_id, clock.now())
    await addRecoveryCodes(tx, user.user_id, codes.map(hashSecret))
    await revokeAll(tx, user.user_id, 'user', clock.now())
  })
  return codes
}

/** The answer where a password is right and a code is missing. */
export function codeRequired(): DomainError {
  const message =
    'This account has a second factor: send the code of your app, or a recovery code, in the header Mkt-Code.'
  return new DomainError('second_factor_required', message)
}
