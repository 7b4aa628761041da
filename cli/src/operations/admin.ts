import { formatCredits, market, type WithdrawalStatus } from '@mkt/schemas'
import { ApiError } from '@mkt/schemas/client'
import { safeLine } from '@mkt/schemas/process/safe-text'
import { Failure } from '../failure.ts'
import { tell, tellQuietly, tellRest } from '../output.ts'
import { printJson, printTable } from '../render.ts'
import { sendOnce } from '../send-once.ts'
import { type GlobalOptions, openUserSession } from '../session.ts'
import { creditCount } from '../words/count.ts'
import { documentsKeyWords } from '../words/documents-keys.ts'
import { operatorWords } from '../words/operator.ts'
import { formatTime } from '../words/time.ts'

export interface JsonOptions extends GlobalOptions {
  json?: boolean
}
export type PageOptions = JsonOptions & { limit?: number; offset?: number }

/** mkt admin users */
export async function users(options: PageOptions & { search?: string }): Promise<void> {
  const { client, config } = await openUserSession(options)
  const { limit, offset = 0, search } = options
  const answer = await asOperator(client.call(market.adminUsers, { query: { limit, offset, search, detail: 'full' } }))
  if (options.json) return printJson(answer)
  printTable(
    [
      { title: 'USER' },
      { title: 'NAME' },
      { title: 'CREDITS', align: 'right' },
      { title: 'JOBS', align: 'right' },
      { title: 'CREATED' },
      { title: 'STATE' },
    ],
    answer.users.map((user) => [
      user.user_id,
      user.username,
      formatCredits(user.credits),
      String(user.total_jobs),
      formatTime(user.created_at, config.now()),
      user.disabled ? 'disabled' : '',
    ]),
  )
  tellRest(
    { shown: answer.users.length, offset, total: answer.total },
    search === undefined ? 'No users yet.' : 'No such users.',
  )
}

/** mkt admin hosts */
export async function hosts(options: PageOptions): Promise<void> {
  const { client, config } = await openUserSession(options)
  const { limit, offset = 0 } = options
  const answer = await asOperator(client.call(market.adminHosts, { query: { limit, offset, detail: 'full' } }))
  if (options.json) return printJson(answer)
  printTable(
    [
      { title: 'HOST' },
      { title: 'GPU' },
      { title: 'STATUS' },
      { title: 'JOBS', align: 'right' },
      { title: 'EARNED', align: 'right' },
      { title: 'LAST SEEN' },
    ],
    answer.hosts.map((host) => [
      host.host_id,
      host.gpu,
      host.disabled ? 'disabled' : host.status,
      String(host.total_jobs_completed),
      formatCredits(host.total_earnings),
      formatTime(host.last_heartbeat, config.now()),
    ]),
  )
  tellRest({ shown: answer.hosts.length, offset, total: answer.total }, 'No hosts yet.')
}

/** mkt admin log */
export async function log(options: PageOptions & { on?: string }): Promise<void> {
  const { client, config } = await openUserSession(options)
  const { limit, offset = 0, on } = options
  const answer = await asOperator(client.call(market.adminLog, { query: { limit, offset, subject: on } }))
  if (options.json) return printJson(answer)
  const shown = (value: object | null) => (value === null ? '' : JSON.stringify(value))
  printTable(
    [
      { title: 'ENTRY', align: 'right' },
      ...['AT', 'WHO', 'FROM', 'ACT', 'ON', 'BEFORE', 'AFTER'].map((title) => ({ title })),
    ],
    answer.acts.map((one) => [
      String(one.entry),
      formatTime(one.at, config.now()),
      one.actor,
      one.via === 'http' ? one.from : `${one.from} (${one.via})`,
      one.act,
      one.subject ?? '',
      shown(one.before),
      shown(one.after),
    ]),
  )
  tellRest({ shown: answer.acts.length, offset, total: answer.total }, operatorWords.nothingDone)
}

/** mkt admin remove: takes an admin's role back. */
export async function removeAdmin(userId: string, options: JsonOptions): Promise<void> {
  const { client } = await openUserSession(options)
  await asOperator(client.call(market.removeAdmin, { params: { user_id: userId } }))
  tell(operatorWords.noAdmin(safeLine(userId)))
}

export interface GrantOptions extends JsonOptions {
  /** Nano-credits. */
  amount: bigint
  reason: string
  promotional?: boolean
  again?: boolean
}

/** mkt admin grant: once, also when the connection breaks under it. */
export async function grant(userId: string, options: GrantOptions): Promise<void> {
  const session = await openUserSession(options)
  const { amount, reason, promotional } = options
  const input = { params: { user_id: userId }, body: { amount, reason, promotional } }
  const granted = await asOperator(
    sendOnce(session, market.grantCredits, input, { where: 'mkt admin users', again: options.again }),
  )
  if (options.json) return printJson(granted)
  tell(operatorWords.granted(granted.user_id, granted.amount, granted.credits))
}

/** mkt admin disable, mkt admin enable */
export async function setDisabled(id: string, disabled: boolean, options: JsonOptions): Promise<void> {
  const { client } = await openUserSession(options)
  const body = { disabled }
  const changed = /^host_[0-9a-z]{1,48}$/.test(id)
    ? await asOperator(client.call(market.changeAnyHost, { params: { host_id: id }, body }))
    : await asOperator(client.call(market.changeUser, { params: { user_id: id }, body }))
  if (options.json) return printJson(changed)
  const name = 'username' in changed ? changed.username : changed.gpu
  tell(operatorWords.changed(id, safeLine(name), disabled))
}

/** mkt admin documents-key: of one's own key the secret alone on standard output; another's its owner fetches. */
export async function documentsKey(userId: string, options: JsonOptions): Promise<void> {
  const { client } = await openUserSession(options)
  const made = await asOperator(client.call(market.createDocumentsKey, { params: { user_id: userId } }))
  if (options.json) return printJson(made)
  if (made.key === undefined) return tell(documentsKeyWords.made(made.key_id))
  process.stdout.write(`${safeLine(made.key)}\n`)
  tellQuietly(documentsKeyWords.shownOnceToOwner)
}

/** mkt admin withdrawals */
export async function withdrawals(options: PageOptions & { status?: WithdrawalStatus }): Promise<void> {
  const { client, config } = await openUserSession(options)
  const { status, limit, offset = 0 } = options
  const query = { status, limit, offset, detail: 'full' as const }
  const answer = await asOperator(client.call(market.adminWithdrawals, { query }))
  if (options.json) return printJson(answer)
  printTable(
    [
      { title: 'WITHDRAWAL' },
      { title: 'HOST' },
      { title: 'CREDITS', align: 'right' },
      { title: 'OWNER OWES', align: 'right' },
      { title: 'TO' },
      { title: 'STATUS' },
      { title: 'REFERENCE' },
      { title: 'CREATED' },
    ],
    answer.withdrawals.map((row) => [
      row.withdrawal_id,
      row.host_id,
      formatCredits(row.amount),
      formatCredits(row.owner_owes ?? 0n),
      row.destination,
      row.status,
      row.reference ?? '',
      formatTime(row.created_at, config.now()),
    ]),
  )
  const none = status === undefined ? 'No withdrawals yet.' : operatorWords.noneAre(status)
  tellRest({ shown: answer.withdrawals.length, offset, total: answer.total }, none)
}

/** mkt admin pay, mkt admin reject */
export async function resolveWithdrawal(
  id: string,
  status: 'paid' | 'rejected',
  options: JsonOptions & { reference?: string; despiteDebt?: boolean },
): Promise<void> {
  const { client } = await openUserSession(options)
  const body = { status, reference: options.reference, despite_debt: options.despiteDebt }
  const input = { params: { withdrawal_id: id }, body }
  const resolved = await asOperator(client.call(market.resolveWithdrawal, input))
  if (options.json) return printJson(resolved)
  tell(operatorWords.resolved(resolved.withdrawal_id, resolved.status, creditCount(resolved.amount), resolved.host_id))
}

/** The hints that other commands give to a 403 or a 404 would mislead an operator. */
export async function asOperator<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 403) {
      throw new Failure('unauthorized', error.message, [operatorWords.giveRole])
    }
    if (error.status !== 404) throw error
    throw new Failure('notFound', error.message, [operatorWords.whereIds])
  }
}
