import { formatCredits, password as passwordRule } from '@mkt/schemas'
import { logAct } from '../accounts/act-log.ts'
import { credentialsOf, revokeAll } from '../accounts/credential-store.ts'
import { voidCodes } from '../accounts/mail/code-store.ts'
import { deriveOnPool, hashPassword, isPasswordHash } from '../accounts/passwords.ts'
import { listUsers } from '../accounts/search-users.ts'
import { removeFactors } from '../accounts/second-factor/second-factor.ts'
import { setPasswordHash } from '../accounts/user-store.ts'
import { isoTime, isoTimeOrNull } from '../base/clock.ts'
import { hostsOwnedBy } from '../market/hosts/owner-store.ts'
import { type Credits, sumOf } from '../market/ledger/accounts.ts'
import { reservedOf, spendableOf } from '../market/ledger/store.ts'
import { readNewPassword } from './ask.ts'
import { findUser } from './find-user.ts'
import { type DataFlags, onData } from './on-data.ts'
import { type ListFlags, pageOf, print, printList, UsageError } from './report.ts'
import { counted, fieldsText } from './table.ts'

/** Lists users, newest first; `search` looks for a part of their names and addresses. */
export async function listAllUsers(flags: DataFlags & ListFlags & { search?: string }): Promise<void> {
  const page = pageOf(flags)
  const { users, total } = await onData(flags, ({ database }) => listUsers(database, { search: flags.search, ...page }))
  const shown = users.map((user) => ({
    user_id: user.user_id,
    username: user.username,
    email: user.email,
    role: user.role,
    disabled: user.disabled === 1,
    credits: user.balance_nano,
    total_jobs: user.total_jobs,
    created_at: isoTime(user.created_at),
  }))
  printList(flags, {
    data: { users: shown, total },
    total,
    noun: 'user',
    columns: [
      { title: 'USER' },
      { title: 'NAME', shrinks: true },
      { title: 'EMAIL', shrinks: true },
      { title: 'CREDITS', align: 'right' },
      { title: 'JOBS', align: 'right' },
      { title: 'SINCE' },
      { title: 'STATE' },
    ],
    rows: shown.map((user) => [
      user.user_id,
      user.username,
      user.email,
      formatCredits(user.credits),
      String(user.total_jobs),
      user.created_at,
      [user.role === 'admin' && 'admin', user.disabled && 'disabled'].filter(Boolean).join(', '),
    ]),
  })
}

/** Everything about one user that an operator is asked for; no secret is among it. */
export async function showUser(name: string, flags: DataFlags): Promise<void> {
  const shown = await onData(flags, async ({ database, clock }) => {
    const user = await findUser(database, name)
    const { user_id, username, email, role, total_jobs, disabled, created_at } = user
    const tokens = await credentialsOf(database, user_id, 'user', clock.now())
    const keys = await credentialsOf(database, user_id, 'documents', clock.now())
    const hosts = await hostsOwnedBy(database, user_id, clock.now())
    return {
      user_id,
      username,
      email,
      role,
      disabled: disabled === 1,
      password: isPasswordHash(user.password_hash),
      ...balancesOf(await spendableOf(database, user_id), await reservedOf(database, user_id)),
      total_jobs,
      created_at: isoTime(created_at),
      hosts: hosts.map(({ host_id, gpu, status, balance_nano }) => ({ host_id, gpu, status, balance: balance_nano })),
      tokens: tokens.map((token) => ({
        token_id: token.credential_id,
        name: token.name,
        created_at: isoTime(token.created_at),
        expires_at: isoTimeOrNull(token.expires_at),
      })),
      documents_keys: keys.map((key) => ({ key_id: key.credential_id, created_at: isoTime(key.created_at) })),
    }
  })
  print(flags.json, shown, describe(shown))
}

function balancesOf(spendable: Credits, reserved: Credits) {
  return { credits: sumOf(spendable), promotional_credits: spendable.promo, reserved: sumOf(reserved) }
}

interface ShownUser {
  user_id: string
  username: string
  email: string
  role: string
  disabled: boolean
  password: boolean
  credits: bigint
  promotional_credits: bigint
  reserved: bigint
  total_jobs: number
  created_at: string
  hosts: { host_id: string; gpu: string; status: string; balance: bigint }[]
  tokens: { name: string }[]
  documents_keys: { key_id: string }[]
}

function describe(user: ShownUser): string {
  return fieldsText([
    ['user', user.user_id],
    ['name', user.username],
    ['email', user.email],
    [
      'state',
      [user.role, user.disabled && 'disabled', !user.password && 'without a password'].filter(Boolean).join(', '),
    ],
    [
      'credits',
      `${formatCredits(user.credits)} (${formatCredits(user.promotional_credits)} promotional), and ${formatCredits(user.reserved)} reserved for open jobs`,
    ],
    ['jobs', String(user.total_jobs)],
    ['since', user.created_at],
    ['tokens', listed(user.tokens.map(({ name }) => name))],
    ['documents keys', listed(user.documents_keys.map(({ key_id }) => key_id))],
    ...(user.hosts.length === 0 ? ([['hosts', 'none']] as const) : []),
    ...user.hosts.map(
      (host) =>
        ['host', `${host.host_id}, ${host.status}, ${formatCredits(host.balance)} to withdraw, ${host.gpu}`] as const,
    ),
  ])
}

const listed = (names: readonly string[]) => (names.length === 0 ? 'none' : names.join(', '))

/** Sets a new password and revokes the user's tokens, so that whoever had the old one is out. */
export async function setPassword(name: string, flags: DataFlags): Promise<void> {
  const { user_id, username } = await onData(flags, ({ database }) => findUser(database, name))
  const given = passwordRule.safeParse(await readNewPassword())
  if (!given.success) throw new UsageError('the password must have 8 to 1024 characters; nothing was changed')
  const password_hash = await hashPassword(given.data, deriveOnPool)
  const revoked = await onData(flags, (deps) =>
    deps.database.transaction(async (tx) => {
      const now = deps.clock.now()
      await setPasswordHash(tx, user_id, password_hash)
      const tokens_revoked = await revokeAll(tx, user_id, 'user', now)
      await voidCodes(tx, user_id, now)
      await logAct(tx, deps, deps.actor, { act: 'user.password', subject: user_id, after: { tokens_revoked } })
      return tokens_revoked
    }),
  )
  print(
    flags.json,
    { user_id, username, tokens_revoked: revoked },
    `${username} (${user_id}) has a new password; ${counted(revoked, 'token')} ${revoked === 1 ? 'was' : 'were'} revoked.`,
  )
}

/** Removes a user's second factor, where their app, passkeys and recovery codes are lost; whoever asks must be known to be them. */
export async function resetSecondFactor(name: string, flags: DataFlags): Promise<void> {
  const { user_id, username } = await onData(flags, async (deps) => {
    const user = await findUser(deps.database, name)
    await deps.database.transaction(async (tx) => {
      await removeFactors(tx, user.user_id)
      await logAct(tx, deps, deps.actor, {
        act: 'user.second-factor',
        subject: user.user_id,
        after: { enabled: false },
      })
    })
    return user
  })
  print(flags.json, { user_id, username, second_factor: false }, `${username} (${user_id}) logs in without a code now.`)
}
