import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LockedError, lockDataDirectory } from '../../server/src/storage/location.ts'

test('a data directory is served by one at a time, and free again after it', () => {
  const data = mkdtempSync(join(tmpdir(), 'mkt-lock-'))
  try {
    const unlock = lockDataDirectory(data)
    expect(() => lockDataDirectory(data)).toThrow(LockedError)
    expect(() => lockDataDirectory(data)).toThrow(`another mkt-server serves ${data}; stop it first`)
    unlock()
    lockDataDirectory(data)()
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
})
