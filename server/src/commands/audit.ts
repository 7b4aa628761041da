import { formatCredits } from '@mkt/schemas'
import { audit } from '../market/ledger/audit.ts'
import { type DataFlags, onData } from './on-data.ts'
import { print } from './report.ts'

/** Audits the ledger; exit code 1 where anything is wrong. */
export async function runAudit(flags: DataFlags): Promise<void> {
  const { faults, ...report } = await onData(flags, ({ database }) => audit(database))
  const { sum_nano, issued_nano, fees_nano, ...counts } = report
  const data = { ok: faults.length === 0, ...counts, sum: sum_nano, issued: issued_nano, fees: fees_nano, faults }
  const figures = `${counts.transactions} transactions, ${counts.entries} entries, ${counts.accounts} accounts; issued ${formatCredits(issued_nano)}, fees ${formatCredits(fees_nano)}, sum ${formatCredits(sum_nano)}`
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
