import type { Clock } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import type { Ids } from '../../base/ids.ts'
import type { Log } from '../../base/log.ts'
import type { Buckets } from '../../live/rate-limits.ts'
import type { MailCodesTable } from '../../storage/credential-tables.ts'
import type { Database, Tx } from '../../storage/database.ts'
import type { User } from '../authenticate.ts'
import { revokeAll } from '../credential-store.ts'
import { demandUnchanged } from '../demand-unchanged.ts'
import { type Derive, hashPassword } from '../passwords.ts'
import { hashSecret } from '../secrets.ts'
import { accountKey, lockUser, setPasswordHash, userById } from '../user-store.ts'
import { holderOf, releaseAddress, setAddress, setVerified } from './address-store.ts'
import { takeAddress, taken } from './addresses.ts'
import { codesSince, insertCode, standingCode, useCode, voidCodes } from './code-store.ts'
import type { Mailer } from './mailer.ts'
import { LETTERS, type NewDestination, type ReachedAlert } from './wording.ts'

export interface PostDeps {
  database: Database
  clock: Clock
  ids: Ids
  log: Log
  derive: Derive
  /** Undefined: this server sends no mail. */
  mailer: Mailer | undefined
  /** The public URL of the market, without a slash at its end. */
  place: string
  verifyPath: string
  /** How many mails an address still gets that somebody gave as theirs, whichever accounts do. */
  strangers: Buckets
}

const LIFE_MS = { verify: 3 * 86_400_000, reset: 30 * 60_000 }
/** Mails of a purpose that an account gets in an hour at most: nobody's mailbox is flooded through us. */
const MOST_AN_HOUR = 3
const HOUR_MS = 3_600_000

/** Makes a code for a purpose, of which only the hash is kept; undefined where the account got enough of them. */
async function makeCode(deps: PostDeps, user: User, purpose: MailCodesTable['purpose']): Promise<string | undefined> {
  const { database, clock, ids } = deps
  const now = clock.now()
  const code = ids.secret('mkt_m_')
  return await database.transaction(async (tx) => {
    if ((await codesSince(tx, user.user_id, purpose, now - HOUR_MS)) >= MOST_AN_HOUR) return undefined
    const times = { created_at: now, expires_at: now + LIFE_MS[purpose] }
    await insertCode(tx, { code_hash: hashSecret(code), user_id: user.user_id, purpose, email: user.email, ...times })
    return code
  })
}

/** Sends the link by which a user proves their address. Error: not_found where this server sends no mail. */
export async function sendVerification(deps: PostDeps, user: User): Promise<void> {
  const mailer = demandMailer(deps)
  const code = await makeCode(deps, user, 'verify')
  if (!code || (await deps.strangers.take(mailboxOf(user.email))) !== undefined) return
  const link = `${deps.place}${deps.verifyPath}?token=${code}`
  mailer.send({ to: user.email, ...LETTERS.verify(deps.place, user.username, link) })
}

/** What comes behind a plus, and how it is written, makes no other mailbox with most. */
const mailboxOf = (email: string) => accountKey(email).replace(/\+[^@]*@/, '@')

/** Asks a new user for the proof of their address, where this server sends mail; nothing else waits for it. */
export async function welcomeByMail(deps: PostDeps, user_id: string): Promise<void> {
  const user = deps.mailer && (await userById(deps.database, user_id))
  if (user) await sendVerification(deps, user)
}

/** Makes the address the account's alone, as whoever holds the code can read it. Errors: not_found, email_taken. */
export async function verifyAddress({ database, clock }: PostDeps, code: string): Promise<void> {
  const now = clock.now()
  const code_hash = hashSecret(code)
  await database.transaction(async (tx) => {
    const found = await standingCode(tx, code_hash, 'verify', now)
    if (!found || !(await useCode(tx, code_hash, now))) throw codeOver()
    const { user_id, email } = found
    const email_key = accountKey(email)
    const holder = await holderOf(tx, email_key)
    if (holder && holder.user_id !== user_id && holder.email_verified_at !== null) throw taken()
    await releaseAddress(tx, email_key)
    if (!(await setVerified(tx, { user_id, email, email_key, now }))) throw codeOver()
  })
}

/**
 * Sends a code for a new password to an address, where it is a proven one. Whoever asks learns nothing: the work is done
 * behind the answer. Error: not_found where this server sends no mail at all.
 */
export function requestReset(deps: PostDeps, email: string): void {
  const mailer = demandMailer(deps)
  const work = async () => {
    const user = await holderOf(deps.database, accountKey(email))
    if (!user || user.email_verified_at === null || user.deleted_at !== null || user.disabled === 1) return
    const code = await makeCode(deps, user, 'reset')
    if (code) mailer.send({ to: user.email, ...LETTERS.reset(deps.place, user.username, code) })
  }
  work().catch((error) => deps.log.error({ err: error }, 'a reset of a password could not be sent'))
}

/** Sets a new password by a code, once, and ends every token and every other code. Error: not_found. */
export async function resetPassword(deps: PostDeps, code: string, new_password: string): Promise<void> {
  const { database, clock } = deps
  const code_hash = hashSecret(code)
  // Before the hashing, which costs a guesser nothing and us a lot.
  const found = await standingCode(database, code_hash, 'reset', clock.now())
  if (!found) throw codeOver()
  const password_hash = await hashPassword(new_password, deps.derive)
  const user = await database.transaction(async (tx) => {
    const now = clock.now()
    const held = await lockUser(tx, found.user_id)
    // A code goes with the address that it was sent to.
    if (held?.email !== found.email || held.deleted_at !== null || !(await useCode(tx, code_hash, now)))
      throw codeOver()
    await setPasswordHash(tx, held.user_id, password_hash)
    await revokeAll(tx, held.user_id, 'user', now)
    await voidCodes(tx, held.user_id, now)
    return held
  })
  tellPasswordChanged(deps, user)
}

/** Gives an account another address, which is not proven yet; the one before is told. Error: email_taken. */
export async function changeAddress(deps: PostDeps, user: User, email: string, holdsUnproven: boolean): Promise<void> {
  await deps.database.transaction(async (tx: Tx) => {
    await demandUnchanged(tx, user)
    const email_key = await takeAddress(tx, { user_id: user.user_id, email }, holdsUnproven)
    await setAddress(tx, { user_id: user.user_id, email, email_key })
    await voidCodes(tx, user.user_id, deps.clock.now())
  })
  if (user.email_verified_at !== null)
    deps.mailer?.send({ to: user.email, ...LETTERS.addressChanged(deps.place, user.username) })
  if (deps.mailer) await sendVerification(deps, { ...user, email })
}

/** Tells a user at their proven address. */
export function tellPasswordChanged({ mailer, place }: PostDeps, user: User): void {
  if (user.email_verified_at === null) return
  mailer?.send({ to: user.email, ...LETTERS.passwordChanged(place, user.username) })
}

/** Tells a user at their proven address. */
export function tellPasskeyChanged(
  { mailer, place }: PostDeps,
  user: User,
  change: 'added' | 'removed',
  name: string,
): void {
  if (user.email_verified_at === null) return
  const letter = change === 'added' ? LETTERS.passkeyAdded : LETTERS.passkeyRemoved
  mailer?.send({ to: user.email, ...letter(place, user.username, name) })
}

/** Tells a host's owner at their proven address, while there is time to object. */
export async function tellOwnerOfDestination(
  { mailer, place }: Pick<PostDeps, 'mailer' | 'place'>,
  { database, user_id }: { database: Database; user_id: string },
  told: NewDestination,
): Promise<void> {
  const user = mailer && (await userById(database, user_id))
  if (!user || user.email_verified_at === null) return
  mailer.send({ to: user.email, ...LETTERS.newDestination(place, user.username, told) })
}

/** Tells a user at their proven address. */
export async function tellOfSpending(
  { mailer, place }: Pick<PostDeps, 'mailer' | 'place'>,
  { database, user_id }: { database: Database; user_id: string },
  told: ReachedAlert,
): Promise<void> {
  const user = mailer && (await userById(database, user_id))
  if (!user || user.email_verified_at === null) return
  mailer.send({ to: user.email, ...LETTERS.spendingReached(place, user.username, told) })
}

function demandMailer({ mailer }: PostDeps): Mailer {
  if (mailer) return mailer
  throw new DomainError('not_found', 'This server sends no mail; its operator can set a new password for you.')
}

function codeOver(): DomainError {
  return new DomainError('not_found', 'This code is not known, was used, or is over; ask for another one.')
}
