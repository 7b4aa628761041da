import { formatCredits } from '@mkt/schemas'
import { type Decision, decideEarnings } from '../market/earnings/decide.ts'
import { hostsWithFrozen } from '../market/earnings/frozen-store.ts'
import { describeFrozen, showFrozen } from '../market/earnings/report.ts'
import { sumOf } from '../market/ledger/accounts.ts'
import { type DataFlags, onData } from './on-data.ts'
import { type ListFlags, pageOf, print, printList } from './report.ts'
import { fieldsText, tableText } from './table.ts'

/** Lists frozen earnings of hosts that were shut out. */
export async function listFrozen(flags: DataFlags & ListFlags): Promise<void> {
  const { limit, offset } = pageOf(flags)
  const rows = await onData(flags, ({ database }) => hostsWithFrozen(database, limit, offset))
  const hosts = rows.map(describeFrozen)
  printList(flags, {
    data: { hosts },
    total: hosts.length,
    noun: 'host with frozen earnings',
    columns: [
      { title: 'HOST' },
      { title: 'FROZEN', align: 'right' },
      { title: 'PROMOTIONAL', align: 'right' },
      { title: 'OWNER' },
      { title: 'STATE' },
      { title: 'SHUT OUT' },
    ],
    rows: hosts.map((host) => [
      host.host_id,
      formatCredits(host.amount),
      formatCredits(host.promotional),
      host.owner_user_id ?? '',
      host.disabled ? 'disabled' : 'let in again',
      host.shut_out_at ?? '',
    ]),
  })
}

/** Frozen earnings of one host, and all that was frozen, given back or taken so far. */
export async function showHostFrozen(host_id: string, flags: DataFlags): Promise<void> {
  const host = await onData(flags, ({ database }) => showFrozen(database, host_id))
  const facts = fieldsText([
    ['host', host.host_id],
    ['state', host.disabled ? 'disabled' : 'enabled'],
    ['shut out', host.shut_out_at],
    ['owner', host.owner_user_id],
    ['frozen', `${formatCredits(host.amount)} credits, of these ${formatCredits(host.promotional)} promotional`],
  ])
  const columns = [
    { title: 'AT' },
    { title: 'WHAT' },
    { title: 'CREDITS', align: 'right' as const },
    { title: 'REASON' },
  ]
  const rows = host.history.map((one) => [
    one.at,
    one.what.replaceAll('_', ' '),
    formatCredits(one.amount),
    one.reason ?? '',
  ])
  print(flags.json, host, rows.length === 0 ? facts : `${facts}\n\n${tableText(columns, rows)}`)
}

/** Gives frozen earnings back, or takes them for good. */
export async function decideFrozen(
  host_id: string,
  decision: Decision,
  flags: DataFlags & { reason: string },
): Promise<void> {
  const wanted = { host_id, decision, reason: flags.reason }
  const moved = await onData(flags, (deps) =>
    deps.database.transaction((tx) => decideEarnings(tx, deps, deps.actor, wanted)),
  )
  const amount = sumOf(moved)
  const what = decision === 'release' ? `were given back to ${host_id}` : `of ${host_id} were clawed back`
  const data = { host_id, decision, amount, promotional: moved.promo }
  print(flags.json, data, `${formatCredits(amount)} credits ${what}.`)
}
