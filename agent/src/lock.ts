import { existsSync, realpathSync } from 'node:fs'
import { type Lock, lockHolder, takeLock } from '@mkt/schemas/process/lock'
import { stateInUse } from './words/state.ts'

/** The state directory is in use; `pid` of the agent that has it, where it says so. */
export class StateInUseError extends Error {
  override name = 'StateInUseError'

  constructor(dir: string, pid: string | undefined) {
    super(stateInUse(dir, pid))
  }
}

const locked = (dir: string) => ({ kind: 'mkt-agent', path: realpathSync(dir) })

/** Locks a state directory (which must exist) for this process. Throws StateInUseError where an agent has it. */
export async function lockState(dir: string): Promise<Lock> {
  const lock = await takeLock(locked(dir))
  if ('release' in lock) return lock
  throw new StateInUseError(dir, lock.pid)
}

/** The pid of the agent that runs with a state directory, where one does. */
export async function agentWith(dir: string): Promise<string | undefined> {
  return existsSync(dir) ? (await lockHolder(locked(dir)))?.pid : undefined
}
