import { formatCredits, withdrawalStatus } from '@mkt/schemas'
import { describeWithdrawal } from '../market/withdrawals/report.ts'
import { resolve } from '../market/withdrawals/resolve.ts'
import { allWithdrawals } from '../market/withdrawals/store.ts'
import { type DataFlags, onData } from './on-data.ts'
import { print, UsageError } from './report.ts'

const MOST = 1000

/** Lists withdrawals, newest first. */
export async function listWithdrawals(flags: DataFlags & { status?: string }): Promise<void> {
  const status = withdrawalStatus.optional().safeParse(flags.status)
  if (!status.success) throw new UsageError(`--status is "${flags.status}": it must be pending, paid or rejected`)
  const { rows, total } = await onData(flags, ({ database }) =>
    allWithdrawals(database, status.data, { limit: MOST, offset: 0 }),
  )
  const withdrawals = rows.map(describeWithdrawal)
  const lines = withdrawals.map(
    (one) =>
      `${one.withdrawal_id}  ${one.status.padEnd(8)}  ${formatCredits(one.amount)}  ${one.host_id}  ${one.destination}`,
  )
  print(flags.json, { withdrawals, total }, lines.length > 0 ? lines.join('\n') : 'There are no withdrawals.')
}

/** Marks a pending withdrawal as paid or rejected, once. */
export async function resolvePending(
  id: string,
  status: 'paid' | 'rejected',
  flags: DataFlags & { reference?: string },
): Promise<void> {
  const row = await onData(flags, (deps) => resolve(deps, id, { status, reference: flags.reference ?? null }))
  print(
    flags.json,
    describeWithdrawal(row),
    `Withdrawal ${id} of ${formatCredits(row.amount_nano)} credits is ${status}.`,
  )
}
