import { market } from '@mkt/schemas'
import { ApiError } from '@mkt/schemas/client'
import type { Books } from './books.ts'
import type { Cast } from './cast.ts'
import type { World } from './world.ts'

/** When all has ended: what anyone, each buyer and each host is told agrees with the books. */
export async function checkTotals(world: World, books: Books, cast: Cast): Promise<void> {
  const chance = world.chance('totals')
  const ask = <T>(call: () => Promise<T>) => world.patiently(chance, call)
  const differ = (what: string, told: unknown, is: unknown) => {
    if (told !== is) world.broken('what is told agrees with the books', `${what}: ${told}, not ${is}`)
  }
  const anyone = world.clientOf('anyone', 'none')
  const jobs = books.jobs()
  const metrics = await ask(() => anyone.call(market.metrics, {}))
  if (!(metrics instanceof ApiError)) {
    const completed = jobs.filter(({ state }) => state === 'completed')
    const wait_ms = completed.reduce(
      (sum, job) => sum + Math.max(0, Number((job.finished_at ?? 0n) - job.created_at)),
      0,
    )
    differ('completed jobs', metrics.total_jobs_completed, completed.length)
    differ('latency', metrics.avg_job_latency_ms, completed.length === 0 ? 0 : wait_ms / completed.length)
    const [users] = books.all<{ count: bigint }>('select count(*) as count from users where deleted_at is null')
    differ('users', metrics.total_users, Number(users?.count))
  }
  const health = await ask(() => anyone.call(market.health, {}))
  if (!(health instanceof ApiError)) differ('queued jobs', health.queued_jobs, 0)
  for (const { account } of cast.buyers) {
    const client = world.clientOf(account.name, account.secret)
    const me = await ask(() => client.call(market.me, {}))
    if (me instanceof ApiError) continue
    const held = books.balances()
    const of = (holder: string) => held.get(`${holder}:${account.user_id}`) ?? 0n
    differ(`credits of ${account.name}`, me.credits, of('user') + of('user-promo'))
    differ(`jobs of ${account.name}`, me.total_jobs, jobs.filter(({ user_id }) => user_id === account.user_id).length)
  }
}
