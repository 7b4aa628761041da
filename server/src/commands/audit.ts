import { resolve } from 'node:path'
import { formatCredits } from '@mkt/schemas'
import { audit } from '../market/ledger/audit.ts'
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
  const { sum_nano, issued_nano, fees_nano, ...counts } = report
  const data = { ok: faults.length === 0, ...counts, sum: sum_nano, issued: issued_nano, fees: fees_nano, faults }
  const figures = `${counted(counts.transactions, 'transaction')}, ${counted(counts.entries, 'entry', 'entries')}, ${counted(counts.accounts, 'account')}; issued ${formatCredits(issued_nano)}, fees ${formatCredits(fees_nano)}, sum ${formatCredits(sum_nano)}`
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
