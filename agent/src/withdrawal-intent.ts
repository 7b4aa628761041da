import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { makeStateDir, StateFileError } from './state.ts'
import { withdrawalWords } from './words/withdrawal.ts'

const asked = z.object({ key: z.string(), asked_at: z.number() })
type Asked = z.infer<typeof asked>

/** A withdrawal that was asked for and not answered, on disk under what it says. */
export interface WithdrawalIntent {
  read(): Asked | undefined
  /** Keeps this one, or an earlier one that is there already; the answer is the one that is kept. */
  keep(value: Asked): Asked
  forget(): void
}

/** Where the key of one withdrawal is kept until its answer came. */
export function openIntent(dir: string, host_id: string, what: { amount: string; to: string }): WithdrawalIntent {
  const name = createHash('sha256')
    .update(JSON.stringify([host_id, what.amount, what.to]))
    .digest('hex')
    .slice(0, 16)
  const path = join(dir, `withdrawal-${name}.json`)
  return {
    read: () => read(path),
    keep(value) {
      makeStateDir(dir)
      return create(path, value) ? value : (read(path) ?? value)
    },
    forget: () => rmSync(path, { force: true }),
  }
}

/** False where there is a file already: the same command, given twice at once, must find one key. */
function create(path: string, value: Asked): boolean {
  try {
    writeFileSync(path, `${JSON.stringify(value)}\n`, { mode: 0o600, flag: 'wx', flush: true })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function read(path: string): Asked | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    return asked.parse(JSON.parse(text))
  } catch {
    throw new StateFileError(withdrawalWords.damaged(path))
  }
}
