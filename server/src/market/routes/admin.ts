import { market as endpoints } from '@mkt/schemas'
import { listUsers } from '../../accounts/search-users.ts'
import { isoTime } from '../../base/clock.ts'
import type { Guard } from '../../http/guard.ts'
import type { Reader } from '../../storage/database.ts'
import type { Market } from '../deps.ts'
import { enginesOf, hostCount, hostPage, hostPageFlaggedFirst } from '../hosts/listing-store.ts'

/** What an operator sees of all users and hosts. */
export function adminRoutes(guard: Guard, { database }: Market): void {
  guard.route(endpoints.adminUsers, async ({ query }) => {
    const { users, total } = await listUsers(database, query)
    return {
      users: users.map(({ user_id, username, balance_nano, total_jobs, disabled, created_at }) => ({
        user_id,
        username,
        credits: balance_nano,
        total_jobs,
        created_at: isoTime(created_at),
        ...(query.detail === 'full' ? { disabled: disabled === 1 } : {}),
      })),
      total,
    }
  })
  guard.route(endpoints.adminHosts, async ({ query }) => {
    const page = query.first === 'flagged' ? hostPageFlaggedFirst : hostPage
    const hosts = await page(database, query.limit, query.offset)
    const described = hosts.map(async (host) => ({
      host_id: host.host_id,
      gpu: host.gpu,
      status: host.status,
      total_jobs_completed: host.jobs_completed,
      total_earnings: host.earned_nano,
      last_heartbeat: isoTime(host.last_heartbeat_at),
      ...(query.detail === 'full' ? await inFull(database, host) : {}),
    }))
    return { hosts: await Promise.all(described), total: await hostCount(database) }
  })
}

async function inFull(reader: Reader, host: { host_id: string; disabled: number; flagged: number }) {
  return {
    disabled: host.disabled !== 0,
    flagged: host.flagged === 1,
    ...(await enginesOf(reader, host.host_id)),
  }
}
