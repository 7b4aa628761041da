import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { every } from '../base/loop.ts'
import type { OpenCalls } from '../base/open-calls.ts'
import type { Database } from '../storage/database.ts'
import { revokedOf } from './revoked.ts'
import { usersOutSince } from './user-store.ts'

interface Deps {
  database: Database
  clock: Clock
  log: Log
  openCalls: OpenCalls
}

export const SHUT_OUT_EVERY_MS = 1000
/** Longer than a commit of another server takes to be seen here, whatever their clocks differ by. */
export const SHUT_OUT_LOOK_BACK_MS = 60_000

/** Ends what users have under way here who were shut out at this moment (wall ms) or later. May be repeated. */
export async function endCallsOfUsersOut({ database, openCalls }: Pick<Deps, 'database' | 'openCalls'>, since: number) {
  for (const { user_id } of await usersOutSince(database, since)) openCalls.end(user_id)
}

const KINDS = ['credential', 'host-key', 'session', 'password'] as const
/** Of each kind at once: look-ups by a key, of which a thousand take a few milliseconds. */
const MOST_AT_ONCE = 1000

/** Ends what callers have under way here who came with what opens nothing any more, wherever that was said. */
export async function endCallsOfRevoked({
  database,
  clock,
  openCalls,
}: Pick<Deps, 'database' | 'clock' | 'openCalls'>) {
  for (const kind of KINDS) {
    const open = openCalls.cameWith(kind)
    for (let from = 0; from < open.length; from += MOST_AT_ONCE) {
      const some = open.slice(from, from + MOST_AT_ONCE)
      for (const by of await revokedOf(database, kind, some, clock.now())) openCalls.endThose(by)
    }
  }
}

/** For a service that has users and no hosts; the marketplace has a watch of its own. */
export function watchUsersOut(deps: Deps) {
  let since = 0
  return every(deps.clock, deps.log, 'users-out-watch', SHUT_OUT_EVERY_MS, async () => {
    // However long the round takes: who is shut out during it may have come too late for it.
    const next = deps.clock.now() - SHUT_OUT_LOOK_BACK_MS
    await endCallsOfUsersOut(deps, since)
    await endCallsOfRevoked(deps)
    since = next
  })
}
