import { formatCredits } from '@mkt/schemas'
import { isoTime } from '../base/clock.ts'
import { hostCount, hostPage } from '../market/hosts/listing-store.ts'
import { type DataFlags, onData } from './on-data.ts'
import { print } from './report.ts'

const MOST = 10_000

/** Lists hosts, newest first; `flagged` are those that seem to bill tokens which their text does not hold. */
export async function listAllHosts(flags: DataFlags & { flagged?: boolean }): Promise<void> {
  const { rows, total } = await onData(flags, async ({ database }) => ({
    rows: await hostPage(database, MOST, 0),
    total: await hostCount(database),
  }))
  const hosts = rows
    .filter((row) => !flags.flagged || row.flagged === 1)
    .map((row) => ({
      host_id: row.host_id,
      gpu: row.gpu,
      status: row.status,
      flagged: row.flagged === 1,
      disabled: row.disabled === 1,
      total_jobs_completed: row.jobs_completed,
      total_earnings: row.earned_nano,
      last_heartbeat: isoTime(row.last_heartbeat_at),
    }))
  const lines = hosts.map((host) => {
    const marks = [host.status, host.flagged && 'FLAGGED', host.disabled && 'disabled'].filter(Boolean).join(' ')
    return `${host.host_id}  ${marks}  ${formatCredits(host.total_earnings)} earned  ${host.gpu}`
  })
  print(flags.json, { hosts, total }, lines.length > 0 ? lines.join('\n') : 'There are no such hosts.')
}
