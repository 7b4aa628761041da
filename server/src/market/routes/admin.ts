import { market as endpoints } from '@mkt/schemas'
import { listUsers } from '../../accounts/search-users.ts'
import { isoTime } from '../../base/clock.ts'
import type { Guard } from '../../http/guard.ts'
import type { Market } from '../deps.ts'
import { hostCount, hostPage } from '../hosts/listing-store.ts'

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
    const hosts = await hostPage(database, query.limit, query.offset)
    return {
      hosts: hosts.map((host) => ({
        host_id: host.host_id,
        gpu: host.gpu,
        status: host.status,
        total_jobs_completed: host.jobs_completed,
        total_earnings: host.earned_nano,
        last_heartbeat: isoTime(host.last_heartbeat_at),
        ...(query.detail === 'full' ? { disabled: host.disabled !== 0 } : {}),
      })),
      total: await hostCount(database),
    }
  })
}
