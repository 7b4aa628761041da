import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for a database that is of no further use: in memory where files can be kept there, which no disk slows. */
export function memoryFolder() {
  const path = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'mkt-simulation-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
