import { resolve } from 'node:path'
import { formatCredits } from '@mkt/schemas'
import { audit } from '../market/audit/audit.ts'
import { locate } from '../storage/location.ts'
import { damageOf } from '../storage/soundness.ts'
import { type DataFlags, onData } from './on-data.ts'
import { print } from './report.ts'
import { counted } from './table.ts'

/** Audits the ledger, and whether the database file is whole; exit code 1 where anything is wrong. */
export async function runAudit(flags: DataFlags): Promise<void> {
  const { faults: wrong, ...report } = await onData(flags, ({ database }) => audit(database))
  const damage = damageOf(locate(resolve(flags.data), flags.databaseUrl))
  const faults = damage ? [...wrong, `the database file is damaged, restore a backup: ${damage}`] : wrong
  const { transactions, entries, accounts, sum_nano: sum, issued_nano: issued, fees_nano: fees } = report
  const counts = { transactions, entries, accounts }
  const promotional_issued = report.promo_issued_nano
  const data = { ok: faults.length === 0, ...counts, sum, issued, promotional_issued, fees, faults }
  const figures = `${counted(transactions, 'transaction')}, ${counted(entries, 'entry', 'entries')}, ${counted(accounts, 'account')}; issued ${formatCredits(issued)} (${formatCredits(promotional_issued)} promotional), fees ${formatCredits(fees)}, sum ${formatCredits(sum)}`
  print(
    flags.json,
    data,
    [
      faults.length === 0 ? 'The books are right.' : 'The books are WRONG:',
      ...faults.map((fault) => `  ${fault}`),
      figures,
    ].join('\n'),
  )
  if (faults.length > 0) process.exitCode = 1
}
