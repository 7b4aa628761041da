import { type CallInput, formatCredits, market, TO_CREDITS } from '@mkt/schemas'
import { ApiError } from '@mkt/schemas/client'
import { Failure } from '../failure.ts'
import { tell, tellQuietly, tellRest } from '../output.ts'
import { printJson, printTable } from '../render.ts'
import { sendOnce } from '../send-once.ts'
import { type GlobalOptions, openUserSession, type Session } from '../session.ts'
import { creditCount } from '../words/count.ts'
import { moneyWords } from '../words/money.ts'
import { formatTime } from '../words/time.ts'
import { openByPassword } from './log-in.ts'

type JsonOptions = GlobalOptions & { json?: boolean }

/** mkt earnings: the caller's hosts, what they have to withdraw, and the sum. */
export async function earnings(options: JsonOptions): Promise<void> {
  const session = await openUserSession(options)
  const answer = await session.client.call(market.listOwnHosts, { query: { detail: 'full' } })
  if (options.json) return printJson(answer)
  const { hosts } = answer
  if (hosts.length === 0) return tellQuietly(moneyWords.noHost)
  const sum = (numbers: readonly bigint[]) => numbers.reduce((total, nano) => total + nano, 0n)
  const jobs = hosts.reduce((total, host) => total + host.total_jobs_completed, 0)
  // Where nothing is held, nothing needs to be said of it.
  const pending = sum(hosts.map((host) => host.pending ?? 0n))
  const held = pending > 0n
  const rest = held ? [formatCredits(pending), ''] : []
  const releaseOf = (at: string | null | undefined) => (at ? formatTime(at, session.config.now()) : '')
  printTable(
    [
      { title: 'HOST' },
      { title: 'GPU' },
      { title: 'STATUS' },
      { title: 'CREDITS/TOKEN', align: 'right' },
      { title: 'JOBS', align: 'right' },
      { title: 'BALANCE', align: 'right' },
      ...(held ? [{ title: 'PENDING', align: 'right' as const }, { title: 'NEXT RELEASE' }] : []),
      { title: 'LAST SEEN' },
    ],
    [
      ...hosts.map((host) => [
        host.host_id,
        host.gpu,
        host.paused ? `${host.status}, paused` : host.status,
        formatCredits(host.price_per_token),
        String(host.total_jobs_completed),
        formatCredits(host.balance),
        ...(held ? [formatCredits(host.pending ?? 0n), releaseOf(host.next_release)] : []),
        formatTime(host.last_heartbeat, session.config.now()),
      ]),
      ['TOTAL', '', '', '', String(jobs), formatCredits(sum(hosts.map((host) => host.balance))), ...rest, ''],
    ],
  )
  tellQuietly(moneyWords.takeOut)
}

export interface WithdrawOptions extends JsonOptions {
  host: string
  /** Nano-credits. */
  amount: bigint
  to: string
  again?: boolean
  passwordStdin?: boolean
}

/** mkt withdraw: asks for a payout, or moves earnings to the owner's credits at once. */
export async function withdraw({ host, amount, to, again, ...options }: WithdrawOptions): Promise<void> {
  const session = await openUserSession(options)
  const body: CallInput<typeof market.createWithdrawal>['body'] = { amount, destination: to, host_id: host }
  const send = (by: Session) => sendOnce(by, market.createWithdrawal, { body }, { where: 'mkt withdrawals', again })
  const created = await send(session)
    .catch(async (error) => {
      // Where anyone may have a host, a token alone moves no money out.
      if (!(error instanceof ApiError) || error.code !== 'password_required') throw error
      return await send(await openByPassword(session, options.passwordStdin ?? false))
    })
    .catch((error) => {
      if (!(error instanceof ApiError)) throw error
      const hints = [moneyWords.whatHostsHave]
      if (error.status === 402) throw new Failure('insufficientCredits', error.message, hints)
      if (error.status === 404) throw new Failure('notFound', error.message, hints)
      throw error
    })
  if (options.json) return printJson(created)
  const what = `${creditCount(created.amount)} of ${host}`
  tell(
    to === TO_CREDITS
      ? moneyWords.toCredits(created.amount, host, created.withdrawal_id)
      : moneyWords.withdrawn(created.withdrawal_id, created.status, what, to),
  )
}

export interface WithdrawalsOptions extends JsonOptions {
  host?: string
  limit?: number
  offset?: number
}

/** mkt withdrawals: those of all own hosts, newest first. */
export async function withdrawals(options: WithdrawalsOptions): Promise<void> {
  const session = await openUserSession(options)
  const { host, limit, offset = 0 } = options
  const answer = await session.client.call(market.listWithdrawals, { query: { host_id: host, limit, offset } })
  if (options.json) return printJson(answer)
  printTable(
    [
      { title: 'WITHDRAWAL' },
      { title: 'HOST' },
      { title: 'CREDITS', align: 'right' },
      { title: 'TO' },
      { title: 'STATUS' },
      { title: 'REFERENCE' },
      { title: 'CREATED' },
    ],
    answer.withdrawals.map((row) => [
      row.withdrawal_id,
      row.host_id,
      formatCredits(row.amount),
      row.destination,
      row.status,
      row.reference ?? '',
      formatTime(row.created_at, session.config.now()),
    ]),
  )
  tellRest({ shown: answer.withdrawals.length, offset, total: answer.total }, 'No withdrawals yet.')
}
