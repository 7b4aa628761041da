import { realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Lock, takeLock } from '@mkt/schemas/process/lock'
import { systemFault } from '@mkt/schemas/process/system-fault'
import { Failure } from '../failure.ts'
import { batchWords } from '../words/batch.ts'

/** Keeps a second run away from an output. Throws a Failure (usage) where another run has it, or its folder is not there. */
export async function lockOutput(path: string): Promise<Lock> {
  const folder = await realpath(dirname(path)).catch((error: Error) => {
    throw new Failure('usage', batchWords.noOutput(dirname(path), systemFault(error)))
  })
  const lock = await takeLock({ kind: 'mkt-batch', path: join(folder, basename(path)) })
  if ('release' in lock) return lock
  const which = lock.pid === undefined ? '' : ` with pid ${lock.pid}`
  throw new Failure('usage', batchWords.taken(which, path))
}
