import { formatCredits, withdrawalStatus } from '@mkt/schemas'
import { describeWithdrawal } from '../market/withdrawals/report.ts'
import { resolve } from '../market/withdrawals/resolve.ts'
import { allWithdrawals } from '../market/withdrawals/store.ts'
import { type DataFlags, onData } from './on-data.ts'
import { type ListFlags, pageOf, print, printList, UsageError } from './report.ts'

/** Lists withdrawals, newest first. */
export async function listWithdrawals(flags: DataFlags & ListFlags & { status?: string }): Promise<void> {
  const page = pageOf(flags)
  const status = withdrawalStatus.optional().safeParse(flags.status)
  if (!status.success) throw new UsageError(`--status is "${flags.status}": it must be pending, paid or rejected`)
  const { rows, total } = await onData(flags, ({ database }) => allWithdrawals(database, status.data, page))
  const withdrawals = rows.map(describeWithdrawal)
  printList(flags, {
    data: { withdrawals, total },
    total,
    noun: flags.status === undefined ? 'withdrawal' : `${flags.status} withdrawal`,
    columns: [
      { title: 'WITHDRAWAL' },
      { title: 'STATE' },
      { title: 'AMOUNT', align: 'right' },
      { title: 'ASKED FOR' },
      { title: 'HOST', shrinks: true },
      { title: 'DESTINATION', shrinks: true },
    ],
    rows: withdrawals.map((one) => [
      one.withdrawal_id,
      one.status,
      formatCredits(one.amount),
      one.created_at,
      one.host_id,
      one.destination,
    ]),
  })
}

/** Marks a pending withdrawal as paid or rejected, once. */
export async function resolvePending(
  id: string,
  status: 'paid' | 'rejected',
  flags: DataFlags & { reference?: string },
): Promise<void> {
  const row = await onData(flags, (deps) =>
    resolve(deps, id, { status, reference: flags.reference ?? null }, deps.actor),
  )
  print(
    flags.json,
    describeWithdrawal(row),
    `Withdrawal ${id} of ${formatCredits(row.amount_nano)} credits is ${status}.`,
  )
}
