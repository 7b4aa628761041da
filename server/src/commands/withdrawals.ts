import { formatCredits, withdrawalStatus } from '@mkt/schemas'
import { describeForPaying, describeWithdrawal } from '../market/withdrawals/report.ts'
import { resolve } from '../market/withdrawals/resolve.ts'
import { allWithdrawals } from '../market/withdrawals/store.ts'
import { type DataFlags, onData } from './on-data.ts'
import { type ListFlags, pageOf, print, printList, UsageError } from './report.ts'

/** Lists withdrawals, newest first. */
export async function listWithdrawals(flags: DataFlags & ListFlags & { status?: string }): Promise<void> {
  const page = pageOf(flags)
  const status = withdrawalStatus.optional().safeParse(flags.status)
  if (!status.success) throw new UsageError(`--status is "${flags.status}": it must be pending, paid or rejected`)
  const { withdrawals, total } = await onData(flags, async ({ database }) => {
    const { rows, total } = await allWithdrawals(database, status.data, page)
    return { withdrawals: await describeForPaying(database, rows), total }
  })
  printList(flags, {
    data: { withdrawals, total },
    total,
    noun: flags.status === undefined ? 'withdrawal' : `${flags.status} withdrawal`,
    columns: [
      { title: 'WITHDRAWAL' },
      { title: 'STATE' },
      { title: 'AMOUNT', align: 'right' },
      { title: 'OWNER OWES', align: 'right' },
      { title: 'ASKED FOR' },
      { title: 'HOST', shrinks: true },
      { title: 'DESTINATION', shrinks: true },
    ],
    rows: withdrawals.map((one) => [
      one.withdrawal_id,
      one.status,
      formatCredits(one.amount),
      formatCredits(one.owner_owes ?? 0n),
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
  flags: DataFlags & { reference?: string; despiteDebt?: boolean },
): Promise<void> {
  const to = { status, reference: flags.reference ?? null, despiteDebt: flags.despiteDebt ?? false }
  const row = await onData(flags, (deps) => resolve(deps, id, to, deps.actor))
  print(
    flags.json,
    describeWithdrawal(row),
    `Withdrawal ${id} of ${formatCredits(row.amount_nano)} credits is ${status}.`,
  )
}
