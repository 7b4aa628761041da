import { hostname, userInfo } from 'node:os'
import { resolve } from 'node:path'
import type { Actor } from '../accounts/act-log.ts'
import { type Clock, systemClock } from '../base/clock.ts'
import { createIds, type Ids } from '../base/ids.ts'
import type { Database } from '../storage/database.ts'
import { openForCommand } from '../storage/location.ts'

export interface DataFlags {
  data: string
  databaseUrl?: string
  json?: boolean
}

export interface CommandDeps {
  database: Database
  clock: Clock
  ids: Ids
  /** Whoever gave the command, for the log of acts. */
  actor: Actor
}

/** Opens the data directory's database for a command, beside a running server or without one; `create` sets one up. */
export async function onData<T>(
  flags: DataFlags,
  work: (deps: CommandDeps) => Promise<T>,
  { create = false } = {},
): Promise<T> {
  const database = await openForCommand(resolve(flags.data), flags.databaseUrl, { create })
  try {
    return await work({ database, clock: systemClock, ids: createIds(systemClock), actor: operator() })
  } finally {
    await database.close()
  }
}

function operator(): Actor {
  return { actor: accountName(), via: 'command line', origin: hostname() }
}

/** A container's user may have a number and no name. */
function accountName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
