import type { Fault } from './fault-plan.ts'
import type { HonestHost } from './honest-host.ts'
import type { World } from './world.ts'

const ROUND_MS = 6000
const HEALED_ROUND_MS = 5000
/** Longer than a lease: who wakes finds what it ran given away. */
const LONGEST_RIFT_MS = 100_000
const MOST_JUMP_MS = 11 * 3_600_000

/** What befalls processes and clocks, looked at every few seconds until the world is healed. */
export async function bringMisfortunes(
  world: World,
  agents: readonly HonestHost[],
  jumps: { count: number },
): Promise<void> {
  const { plan, server, clock } = world
  const after = (fault: Fault, most_ms: number, what: () => void) =>
    clock.timer(plan.details(fault).int(0, most_ms), what)
  while (!plan.healed) {
    await world.pause(ROUND_MS)
    if (plan.strikes('server_killed')) after('server_killed', ROUND_MS, () => server.kill('by chance'))
    if (plan.strikes('server_stopped')) after('server_stopped', ROUND_MS, () => void server.stop())
    if (plan.strikes('clock_forward')) jump(world, plan.details('clock_forward').int(1000, MOST_JUMP_MS), jumps)
    if (plan.strikes('clock_back')) jump(world, -plan.details('clock_back').int(1000, MOST_JUMP_MS), jumps)
    if (server.servers.length > 1) bringRifts(world)
    for (const agent of agents) {
      if (plan.strikes('agent_killed')) after('agent_killed', ROUND_MS, () => agent.kill())
      if (plan.strikes('agent_stopped')) after('agent_stopped', ROUND_MS, () => agent.stop())
    }
  }
}

/** What befalls replicas beside their neighbours: each of a lease's length at most, some of them together. */
function bringRifts({ plan, server, redis }: World): void {
  for (const replica of server.servers) {
    if (plan.strikes('server_paused')) replica.pause(plan.details('server_paused').int(500, LONGEST_RIFT_MS))
    if (plan.strikes('redis_cut')) replica.cutFromRedis(plan.details('redis_cut').int(500, LONGEST_RIFT_MS))
    if (plan.strikes('database_cut')) replica.cutFromDatabase(plan.details('database_cut').int(500, LONGEST_RIFT_MS))
  }
  if (plan.strikes('redis_emptied')) redis.scripts.empty()
}

/** Idempotency keys live for a day of wall time, so that clocks are never set off by that much in all. */
function jump({ clock, trace }: World, ms: number, jumps: { count: number }): void {
  jumps.count++
  clock.jump_ms = Math.max(-MOST_JUMP_MS, Math.min(MOST_JUMP_MS, clock.jump_ms + ms))
  trace.note(`clock set off by ${clock.jump_ms}`)
}

/** Starts again what has died, some time after, as a supervisor does. */
export async function supervise(world: World, agents: readonly HonestHost[]): Promise<void> {
  const chance = world.chance('supervisor')
  while (world.life.alive) {
    // Once healed nothing dies any more; a process that was told to stop before may still come to its end.
    await world.pause(world.plan.healed ? HEALED_ROUND_MS : chance.int(100, 10_000))
    if (!world.server.up) await world.server.start()
    for (const agent of agents) if (!agent.up) agent.start()
  }
}
